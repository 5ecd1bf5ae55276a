// The protocol oddsbench.strategy/1: messages and answers, through pipes or through shared memory.
#pragma once

#include <simdjson.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace oddsbench {

enum Kind : std::uint32_t { hello = 1, apply, snapshot, bye, answeredByPipe };
struct Head { std::uint32_t length, kind, sequence; };
struct Message { Head head; std::string_view content; };

inline std::uint32_t checksum(std::string_view text) {
    return crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size());
}

struct Ring {
    char *position, *bytes;
    std::uint64_t size, end = 0;

    std::atomic_ref<std::uint64_t> sharedEnd() const {
        return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(position));
    }
    // Where the next piece begins if it does, or does not, fit before the ring's end.
    std::uint64_t next() const { return (end + 7) & ~std::uint64_t{7}; }
    std::uint64_t wrapped() const { return (next() / size + 1) * size; }
    char* at(std::uint64_t place) const { return bytes + place % size; }
};

class Connection {
  public:
    // The content is valid until the next message, and SIMDJSON_PADDING bytes after it are readable.
    Message next() {
        const char* bytes = isRing_ ? nextInRing() : nextInPipe();
        Message message{{}, {}};
        std::memcpy(&message.head, bytes, sizeof(Head));
        message.content = {bytes + sizeof(Head), message.head.length};
        return message;
    }

    void answer(Head head, std::string_view content) {
        head.length = content.size();
        if (!isRing_) return answerInPipe(head, content);
        const bool fits = sizeof head + content.size() <= answers_.size;
        const Head shared = fits ? head : Head{0, answeredByPipe, head.sequence};
        std::uint64_t start = answers_.next();
        if (start % answers_.size + sizeof shared + shared.length > answers_.size) {
            std::memcpy(answers_.at(start), &wrapMark, sizeof wrapMark);
            start = answers_.wrapped();
        }
        std::memcpy(answers_.at(start), &shared, sizeof shared);
        std::memcpy(answers_.at(start) + sizeof shared, content.data(), shared.length);
        answers_.end = start + sizeof shared + shared.length;
        answers_.sharedEnd().store(answers_.end, std::memory_order_release);
        if (!fits) answerInPipe(head, content);
    }

    // Messages and answers are in the shared memory from now on.
    void useRing(char* memory, int event, std::uint64_t messageBytes, std::uint64_t answerBytes) {
        messages_ = {memory, memory + 4096, messageBytes};
        answers_ = {memory + 64, memory + 4096 + messageBytes, answerBytes};
        event_ = event;
        isRing_ = true;
    }

  private:
    static constexpr std::uint32_t wrapMark = 0xFFFFFFFF;
    std::vector<char> buffer_ = std::vector<char>(1 << 20);
    std::size_t filled_ = 0;
    std::string output_;
    Ring messages_{}, answers_{};
    int event_ = -1;
    bool isRing_ = false;

    void receive(std::size_t count) {
        if (buffer_.size() < count + simdjson::SIMDJSON_PADDING)
            buffer_.resize(count + simdjson::SIMDJSON_PADDING);
        while (filled_ < count) {
            const std::size_t room = buffer_.size() - simdjson::SIMDJSON_PADDING - filled_;
            const ssize_t more = read(STDIN_FILENO, buffer_.data() + filled_, room);
            if (more <= 0) std::exit(EXIT_FAILURE);
            filled_ += more;
        }
    }

    const char* nextInPipe() {
        receive(sizeof(Head));
        std::uint32_t length;
        std::memcpy(&length, buffer_.data(), sizeof length);
        receive(sizeof(Head) + length);
        // Nothing follows before the answer.
        filled_ = 0;
        return buffer_.data();
    }

    const char* nextInRing() {
        using Clock = std::chrono::steady_clock;
        // To wake up takes longer than most messages are apart.
        const auto bedtime = Clock::now() + std::chrono::milliseconds(1);
        std::uint64_t end, count;
        while ((end = messages_.sharedEnd().load(std::memory_order_acquire)) == messages_.end)
            if (Clock::now() > bedtime && read(event_, &count, sizeof count) < 0)
                std::exit(EXIT_FAILURE);
        const char* bytes = messages_.at(messages_.next());
        if (std::memcmp(bytes, &wrapMark, sizeof wrapMark) == 0)
            bytes = messages_.at(messages_.wrapped());
        messages_.end = end;
        return bytes;
    }

    void answerInPipe(Head head, std::string_view content) {
        output_.assign(reinterpret_cast<const char*>(&head), sizeof head).append(content);
        for (std::size_t written = 0; written < output_.size();) {
            const ssize_t more =
                write(STDOUT_FILENO, output_.data() + written, output_.size() - written);
            if (more <= 0) std::exit(EXIT_FAILURE);
            written += more;
        }
    }
};

// Answers messages until *bye*. A channel has `apply(frame)`, which returns the eight integers but
// the checksum, `checksum(events)`, and `appendSnapshot(text)`, of members without braces.
template <class Channel>
void serve(const std::string& name) {
    Connection connection;
    const Message greeting = connection.next();
    simdjson::ondemand::parser parser;
    const simdjson::padded_string json(greeting.content);
    auto document = parser.iterate(json);
    std::vector<std::string> names;
    for (simdjson::ondemand::value channel : document["channels"].get_array())
        names.emplace_back(channel.raw_json_token());
    std::string transport(std::string_view(document["transport"]));
    void* memory = MAP_FAILED;
    std::uint64_t descriptor = 0, event = 0, messageBytes = 0, answerBytes = 0;
    if (transport == "ring") {
        simdjson::ondemand::object ring = document["ring"];
        descriptor = ring["memory"], event = ring["event"];
        messageBytes = ring["messageBytes"], answerBytes = ring["answerBytes"];
        memory = mmap(nullptr, 4096 + messageBytes + answerBytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED, descriptor, 0);
    }
    if (memory == MAP_FAILED) transport = "pipe";
    connection.answer(greeting.head, R"({"protocol": "oddsbench.strategy/1", "level": "full", )"
        R"("name": ")" + name + R"(", "transport": ")" + transport + "\"}");
    if (transport == "ring")
        connection.useRing(static_cast<char*>(memory), event, messageBytes, answerBytes);

    std::vector<std::unique_ptr<Channel>> channels(names.size());
    for (std::string answer;; answer.clear()) {
        const auto [head, content] = connection.next();
        if (head.kind == apply) {
            std::uint32_t position, events;
            std::memcpy(&position, content.data(), sizeof position);
            std::memcpy(&events, content.data() + 4, sizeof events);
            auto& channel = channels.at(position);
            if (!channel) channel = std::make_unique<Channel>();
            auto integers = channel->apply(content.substr(8));
            integers.back() = channel->checksum(events);
            answer.append(reinterpret_cast<const char*>(integers.data()), sizeof integers);
        } else if (head.kind == snapshot) {
            for (std::size_t at = 0; at < names.size(); ++at) {
                if (!channels[at]) continue;
                answer += (answer.empty() ? "{\"channel\":" : ",{\"channel\":") + names[at] + ',';
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
