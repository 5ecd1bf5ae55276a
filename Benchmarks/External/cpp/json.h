// JSON, read strictly: with simdjson, and byte by byte where a text is not legal.
#pragma once
#include <simdjson.h>
#include <charconv>
#include <cmath>
#include <deque>
#include <optional>
#include <span>

namespace json {
using std::size_t, std::string, std::string_view;

struct Illegal { size_t offset = 0; };  // of the first byte that cannot stand there

class Scanner {  // steps over a text byte by byte
  public:
    explicit Scanner(string_view text, int levels = 0) : text_(text), levels_(levels) {}
    size_t offset() const { return offset_; }

    void value() {
        space();
        switch (const int first = current()) {
        case '{': case '[': container(first == '{'); break;
        case '"': meaning(); break;
        case 't': word("true"); break;
        case 'f': word("false"); break;
        case 'n': word("null"); break;
        default: number();
        }
        space();
    }
    void number() {
        take("-");
        if (!take("0")) digits();
        if (take(".")) digits();
        if (take("eE")) take("+-"), digits();
    }
    string meaning() {  // of a string
        string meaning;
        for (need("\""); !take("\"");) {
            const int first = current();
            if (first == '\\') { escape(meaning); continue; }
            const int more = (first > 0x7F) + (first > 0xDF) + (first > 0xEF);
            const auto sequence = text_.substr(offset_, 1 + more);
            if (first < 0x20 || !simdjson::validate_utf8(sequence)) throw Illegal{offset_};
            meaning += sequence;
            offset_ += sequence.size();
        }
        return meaning;
    }

  private:
    string_view text_;
    size_t offset_ = 0;
    int levels_;

    int current() const { return offset_ < text_.size() ? text_[offset_] & 0xFF : -1; }
    bool take(string_view choice) {
        const bool isThere = current() >= 0 && choice.find(text_[offset_]) != choice.npos;
        offset_ += isThere;
        return isThere;
    }
    void need(string_view choice) { if (!take(choice)) throw Illegal{offset_}; }
    void word(string_view word) { for (const char& letter : word) need({&letter, 1}); }
    void space() { while (take(" \t\n\r")) {} }
    void digits() { for (need("0123456789"); take("0123456789");) {} }
    void container(bool isObject) {
        if (levels_-- == 0) throw Illegal{offset_};
        ++offset_;
        space();
        if (const auto closing = isObject ? "}" : "]"; !take(closing)) {
            do {
                if (isObject) space(), meaning(), space(), need(":");
                value();
            } while (take(","));
            need(closing);
        }
        ++levels_;
    }
    void escape(string& meaning) {
        static constexpr string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        need("\\");
        if (take(letters)) { meaning += meanings[letters.find(text_[offset_ - 1])]; return; }
        std::uint32_t scalar = codeUnit();
        if (scalar >> 10 == 0xD800 >> 10 && text_.substr(offset_).starts_with("\\u")) {
            Scanner ahead = *this;
            ahead.need("\\");
            if (const auto low = ahead.codeUnit(); low >> 10 == 0xDC00 >> 10) {
                scalar = 0x10000 + ((scalar & 0x3FF) << 10 | (low & 0x3FF));
                *this = ahead;
            }
        }
        if (scalar >> 11 == 0xD800 >> 11) scalar = 0xFFFD;  // a surrogate without its partner
        int more = (scalar > 0x7F) + (scalar > 0x7FF) + (scalar > 0xFFFF);
        meaning += static_cast<char>((more ? 0xFF00 >> (more + 1) : 0) | scalar >> 6 * more);
        while (more-- > 0) meaning += static_cast<char>(0x80 | (scalar >> 6 * more & 0x3F));
    }
    std::uint32_t codeUnit() {
        need("u");
        for (int count = 0; count < 4; ++count) need("0123456789abcdefABCDEF");
        std::uint32_t unit = 0;
        std::from_chars(text_.data() + offset_ - 4, text_.data() + offset_, unit, 16);
        return unit;
    }
};

struct Value {
    string_view source, text;   // as received, and what a string means
    size_t first = 0, count = 0;  // of the members or elements
    string_view key{};          // of a member
    bool isNull() const { return source == "null"; }
    bool isObject() const { return source[0] == '{'; }
    bool isString() const { return source[0] == '"'; }
    bool isNumber() const { return source[0] == '-' || (source[0] >= '0' && source[0] <= '9'); }
};
inline const Value null{"null", {}};

class Reader {
  public:
    // Reads an object that SIMDJSON_PADDING bytes follow. It is valid until the next is read.
    Value read(string_view text, int levels) {
        open_.clear(), closed_.clear(), meanings_.clear();
        try {
            // Newer versions of simdjson skip a byte order mark.
            if (text.starts_with('\xEF')) throw Illegal{};
            const size_t capacity = text.size() + simdjson::SIMDJSON_PADDING;
            auto document = parser_.iterate(text.data(), text.size(), capacity);
            const Value object = container(document.get_object().value(), levels);
            if (document.current_location().error() == simdjson::OUT_OF_BOUNDS) return object;
        } catch (const simdjson::simdjson_error&) {
        } catch (Illegal) {
        }
        Scanner scanner(text, levels);
        scanner.value();
        // A legal text that comes here is not an object: a wrong shape.
        throw Illegal{scanner.offset() < text.size() ? scanner.offset() : 0};
    }
    std::span<const Value> members(const Value& container) const {
        return std::span(closed_).subspan(container.first, container.count);
    }
    // The last member with a key; null stands for none.
    const Value& find(const Value& object, string_view key) const {
        for (size_t at = object.first + object.count; at-- > object.first;)
            if (closed_[at].key == key) return closed_[at];
        return null;
    }

  private:
    simdjson::ondemand::parser parser_;
    std::vector<Value> open_, closed_;  // members of containers being read, and of those read
    std::deque<string> meanings_;

    static string_view trimmed(string_view text) {
        return text.substr(0, text.find_last_not_of(" \t\n\r") + 1);
    }
    string_view meaning(string_view token) {
        if (token.find('\\') == token.npos) return token.substr(1, token.size() - 2);
        return meanings_.emplace_back(Scanner(token).meaning());
    }
    template <class Container> Value container(Container container, int levels) {
        if (levels == 0) throw Illegal{};
        const size_t start = open_.size();
        for (auto element : container) {
            if constexpr (std::is_same_v<Container, simdjson::ondemand::object>) {
                const char* key = element.key().value().raw() - 1;
                Value member = value(element.value(), levels - 1);
                const string_view keyAndColon = trimmed({key, member.source.data()});
                member.key = meaning(trimmed(keyAndColon.substr(0, keyAndColon.size() - 1)));
                open_.push_back(member);
            } else {
                open_.push_back(value(element.value(), levels - 1));
            }
        }
        const Value read{{}, {}, closed_.size(), open_.size() - start};
        closed_.insert(closed_.end(), open_.begin() + start, open_.end());
        open_.resize(start);
        return read;
    }
    Value value(simdjson::ondemand::value json, int levels) {
        const string_view token = trimmed(json.raw_json_token());
        if (token[0] == '{' || token[0] == '[') {
            Value read = token[0] == '{' ? container(json.get_object().value(), levels)
                                         : container(json.get_array().value(), levels);
            // That throws if the text ends here, so that nothing is read beyond its end.
            const char* next = json.current_location();
            read.source = trimmed({token.data(), next});
            return read;
        }
        if (token[0] == '"') {
            (void)json.get_raw_json_string().value();  // steps over it
            return {token, meaning(token)};
        }
        simdjson::ondemand::number number;
        if (token == "true" || token == "false" || token == "null") return {token, {}};
        if (!json.get_number().get(number)) return {token, {}};
        // simdjson refuses legal numbers, too: those beyond 64 bits.
        Scanner scanner(token);
        scanner.number();
        if (scanner.offset() < token.size()) throw Illegal{};
        return {token, {}};
    }
};

inline void appendQuoted(string& out, string_view text) {
    out += '"';
    for (const char byte : text) {
        const bool isControl = (byte & 0xE0) == 0;
        if (isControl) (out += "\\u00") += "01"[byte >> 4];
        else if (byte == '"' || byte == '\\') out += '\\';
        out += isControl ? "0123456789abcdef"[byte & 15] : byte;
    }
    out += '"';
}

// The correctly rounded value of a number's text. In a frame a byte that ends it follows.
inline double doubleValue(string_view number) {
    double value;
    const auto [_, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    // Too large or too small: infinite or zero.
    return error == std::errc{} ? value : std::strtod(number.data(), nullptr);
}

// The exact value of a number's text, if it is whole and has 64 bits.
inline std::optional<std::int64_t> wholeValue(string_view number) {
    const bool isNegative = number[0] == '-';
    const size_t e = std::min(number.find_first_of("eE"), number.size());
    string digits(number.substr(isNegative, e - isNegative));
    std::int64_t power = e < number.size() ? std::strtoll(number.data() + e + 1, nullptr, 10) : 0;
    // No frame has digits enough to make up for more.
    power = std::clamp<std::int64_t>(power, -(1LL << 40), 1LL << 40);
    if (const size_t point = digits.find('.'); point != digits.npos) {
        power -= digits.size() - point - 1;
        digits.erase(point, 1);
    }
    digits.erase(0, digits.find_first_not_of('0'));
    for (; power < 0 && digits.ends_with('0'); ++power) digits.pop_back();
    for (; power > 0 && !digits.empty() && digits.size() < 20; --power) digits += '0';
    if (power != 0 && !digits.empty()) return std::nullopt;
    digits.insert(0, isNegative ? "-0" : "0");
    std::int64_t value;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return result.ec == std::errc{} ? std::optional(value) : std::nullopt;
}
}  // namespace json
