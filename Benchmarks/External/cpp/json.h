// JSON, read strictly: with simdjson, and byte by byte where a text is not legal.
#pragma once
#include <simdjson.h>
#include <algorithm>
#include <charconv>
#include <deque>
#include <optional>
#include <span>

namespace json {
using std::string_view;

struct Illegal { std::size_t offset = 0; };  // of the first byte that cannot stand there

class Scanner {  // steps over a text byte by byte
  public:
    explicit Scanner(string_view text, int levels = 0) : text_(text), levels_(levels) {}
    std::size_t offset() const { return offset_; }

    void value() {
        space();
        if (const int first = current(); first == '{' || first == '[') container(first == '{');
        else if (first == '"') string();
        else if (first == 't') word("true");
        else if (first == 'f') word("false");
        else if (first == 'n') word("null");
        else number();
        space();
    }
    void number() {
        take("-");
        if (!take("0")) digits();
        if (take(".")) digits();
        if (take("eE")) take("+-"), digits();
    }
    std::string string() {  // returns what it means
        std::string meaning;
        for (need("\""); !take("\"");) {
            if (take("\\")) { escape(meaning); continue; }
            const int first = current();
            const auto sequence = text_.substr(offset_, 1 + (first > 0x7F) + (first > 0xDF) + (first > 0xEF));
            if (first < 0x20 || !simdjson::validate_utf8(sequence)) throw Illegal{offset_};
            meaning += sequence;
            offset_ += sequence.size();
        }
        return meaning;
    }

  private:
    string_view text_;
    std::size_t offset_ = 0;
    int levels_;

    int current() const { return offset_ < text_.size() ? text_[offset_] & 0xFF : -1; }
    bool take(string_view choice) {
        const bool isThere = offset_ < text_.size() && choice.contains(text_[offset_]);
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
                if (isObject) space(), string(), space(), need(":");
                value();
            } while (take(","));
            need(closing);
        }
        ++levels_;
    }
    void escape(std::string& meaning) {
        static constexpr string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        if (take(letters)) { meaning += meanings[letters.find(text_[offset_ - 1])]; return; }
        std::uint32_t scalar = unit();
        if (scalar >> 10 == 0xD800 >> 10 && text_.substr(offset_).starts_with("\\u")) {
            Scanner ahead = *this;
            ahead.take("\\");
            if (const auto low = ahead.unit(); low >> 10 == 0xDC00 >> 10) {
                scalar = 0x10000 + ((scalar & 0x3FF) << 10 | (low & 0x3FF));
                *this = ahead;
            }
        }
        if (scalar >> 11 == 0xD800 >> 11) scalar = 0xFFFD;  // a lone surrogate
        int more = (scalar > 0x7F) + (scalar > 0x7FF) + (scalar > 0xFFFF);
        meaning += static_cast<char>((more ? 0xFF00 >> (more + 1) : 0) | scalar >> 6 * more);
        while (more-- > 0) meaning += static_cast<char>(0x80 | (scalar >> 6 * more & 0x3F));
    }
    std::uint32_t unit() {
        need("u");
        for (int count = 0; count < 4; ++count) need("0123456789abcdefABCDEF");
        std::uint32_t unit;
        std::from_chars(&text_[offset_ - 4], &text_[offset_ - 1] + 1, unit, 16);
        return unit;
    }
};

struct Value {
    string_view source, text;  // as received, and what a string means
    std::size_t first = 0, count = 0;  // of the members or elements
    string_view key{};
    bool isNull() const { return source == "null"; }
    bool isString() const { return source[0] == '"'; }
    bool isNumber() const { return source[0] == '-' || (source[0] >= '0' && source[0] <= '9'); }
};

class Reader {
  public:
    // Reads an object that SIMDJSON_PADDING bytes follow; valid until the next is read.
    Value read(string_view text, int levels) try {
        open_.clear(), closed_.clear(), meanings_.clear();
        // Newer versions of simdjson skip a byte order mark.
        if (text.starts_with('\xEF')) throw Illegal{};
        const auto capacity = text.size() + simdjson::SIMDJSON_PADDING;
        auto document = parser_.iterate(text.data(), text.size(), capacity);
        const Value value = container(document.get_object().value(), levels);
        if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) throw Illegal{};
        return value;
    } catch (const std::exception&) { throw firstOffending(text, levels);
    } catch (Illegal) { throw firstOffending(text, levels); }
};
