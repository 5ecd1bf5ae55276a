// The protocol oddsbench.strategy/1: messages and answers, through pipes or through shared memory.
#pragma once
#include <simdjson.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>

namespace oddsbench {
using std::size_t, std::uint32_t, std::uint64_t, std::string, std::string_view;

enum Kind : uint32_t { hello = 1, apply, snapshot, bye, answeredByPipe };
struct Head { uint32_t length, kind, sequence; };
struct Message { Head head; string_view content; };

inline uint32_t checksum(string_view text) {
    return crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size());
}

struct Ring {
    static constexpr uint32_t wrapMark = 0xFFFFFFFF;
    char *position = nullptr, *bytes = nullptr;
    uint64_t size = 0, end = 0;
    std::atomic_ref<uint64_t> sharedEnd() const {
        return std::atomic_ref(*reinterpret_cast<uint64_t*>(position));
    }
    // Where the next piece begins if it fits before the ring's end, and if it does not.
    uint64_t next() const { return (end + 7) & ~7ULL; }
    uint64_t wrapped() const { return (next() / size + 1) * size; }
    char* at(uint64_t place) const { return bytes + place % size; }
};

class Connection {
  public:
    // The content is valid until the next message. SIMDJSON_PADDING bytes behind it are readable:
    // of the input's, or because the answers' ring lies behind that of messages.
    Message next() {
        const char* bytes = messages_.size ? nextInRing() : nextInPipe();
        Head head;
        std::memcpy(&head, bytes, sizeof head);
        return {head, {bytes + sizeof head, head.length}};
    }
    void answer(Head head, string_view content) {
        head.length = content.size();
        if (!answers_.size) return answerInPipe(head, content);
        const bool fits = sizeof head + content.size() <= answers_.size;
        const Head shared = fits ? head : Head{0, answeredByPipe, head.sequence};
        uint64_t start = answers_.next();
        if (start % answers_.size + sizeof shared + shared.length > answers_.size) {
            std::memcpy(answers_.at(start), &Ring::wrapMark, sizeof Ring::wrapMark);
            start = answers_.wrapped();
        }
        std::memcpy(answers_.at(start), &shared, sizeof shared);
        std::memcpy(answers_.at(start) + sizeof shared, content.data(), shared.length);
        answers_.end = start + sizeof shared + shared.length;
        answers_.sharedEnd().store(answers_.end, std::memory_order_release);
        if (!fits) answerInPipe(head, content);
    }
    void useRings(Ring messages, Ring answers, int event) {
        messages_ = messages, answers_ = answers, event_ = event;
    }

  private:
    std::vector<char> input_ = std::vector<char>(1 << 20);
    Ring messages_, answers_;
    int event_ = -1;

    // Nothing follows a message before its answer.
    const char* nextInPipe() {
        size_t filled = 0, wanted = sizeof(Head);
        while (filled < wanted) {
            const ssize_t more = read(STDIN_FILENO, &input_[filled], input_.size() - filled);
            if (more <= 0) std::exit(EXIT_FAILURE);
            filled += more;
            if (filled < sizeof(Head)) continue;
            wanted = sizeof(Head) + reinterpret_cast<const Head*>(input_.data())->length;
            input_.resize(std::max(input_.size(), wanted + simdjson::SIMDJSON_PADDING));
        }
        return input_.data();
    }
    const char* nextInRing() {
        // To wake up takes longer than most messages are apart.
        const auto bedtime = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
        uint64_t end, count;
        while ((end = messages_.sharedEnd().load(std::memory_order_acquire)) == messages_.end)
            if (std::chrono::steady_clock::now() > bedtime && read(event_, &count, 8) < 0)
                std::exit(EXIT_FAILURE);
        const char* bytes = messages_.at(messages_.next());
        if (std::memcmp(bytes, &Ring::wrapMark, sizeof Ring::wrapMark) == 0)
            bytes = messages_.at(messages_.wrapped());
        messages_.end = end;
        return bytes;
    }
    static void answerInPipe(Head head, string_view content) {
        string bytes(reinterpret_cast<const char*>(&head), sizeof head);
        bytes += content;
        for (string_view rest = bytes; !rest.empty();) {
            const ssize_t written = write(STDOUT_FILENO, rest.data(), rest.size());
            if (written <= 0) std::exit(EXIT_FAILURE);
            rest.remove_prefix(written);
        }
    }
};

// Answers messages until *bye*. A channel has `apply(frame)`, which returns what its answer has but
// the checksum, `checksum(events)`, and `appendSnapshot(text)`, which appends members.
template <class Channel> void serve(const string& name) {
    Connection connection;
    const Message greeting = connection.next();
    simdjson::ondemand::parser parser;
    const simdjson::padded_string json(greeting.content);
    auto hello = parser.iterate(json);
    std::vector<string> names;
    for (auto channel : hello["channels"]) names.emplace_back(channel.value().raw_json_token());
    const string transport{string_view(hello["transport"])};
    Ring messages, answers;
    uint64_t event = 0;
    if (transport == "ring") {
        simdjson::ondemand::object ring = hello["ring"];
        messages.size = ring["messageBytes"], answers.size = ring["answerBytes"];
        const uint64_t memory = ring["memory"], bytes = 4096 + messages.size + answers.size;
        event = ring["event"];
        void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
        if (mapping == MAP_FAILED) std::exit(EXIT_FAILURE);
        messages.position = static_cast<char*>(mapping);
        answers.position = messages.position + 64;
        messages.bytes = messages.position + 4096;
        answers.bytes = messages.bytes + messages.size;
    }
    connection.answer(greeting.head, R"({"protocol":"oddsbench.strategy/1","level":"full","name":")"
                                         + name + R"(","transport":")" + transport + "\"}");
    connection.useRings(messages, answers, event);

    std::vector<std::unique_ptr<Channel>> channels(names.size());
    for (string answer;; answer.clear()) {
        const auto [head, content] = connection.next();
        if (head.kind == apply) {
            uint32_t integers[2];  // the channel's position, and how many events are read
            std::memcpy(integers, content.data(), sizeof integers);
            auto& channel = channels.at(integers[0]);
            if (!channel) channel = std::make_unique<Channel>();
            auto answered = channel->apply(content.substr(sizeof integers));
            answered.back() = channel->checksum(integers[1]);
            answer.append(reinterpret_cast<const char*>(answered.data()), sizeof answered);
        } else if (head.kind == snapshot) {
            for (size_t at = 0; at < names.size(); ++at) {
                if (!channels[at]) continue;
                answer.append(answer.empty() ? "" : ",").append("{\"channel\":") += names[at] + ',';
                channels[at]->appendSnapshot(answer);
                answer += '}';
            }
            answer = "{\"channels\":[" + answer + "]}";
        }
        connection.answer(head, answer);
        if (head.kind == bye) return;
    }
}
}  // namespace oddsbench
