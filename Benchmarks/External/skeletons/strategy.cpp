// A reconstruction of the feed, yours to write.
//
// It speaks the protocol, reads frames and rejects those that are illegal; all else of the feed
// contract (FeedContract.md) is still to come. What `bench conform` names first is what to do next:
//
//     make && bench conform -- build/strategy
#include <array>
#include <string>
#include "oddsbench.h"
#include "json.h"

namespace {
using std::size_t, std::uint32_t, std::string, std::string_view;

// The state of one channel; each has its own.
class Channel {
  public:
    // Disposition, four counts, changed, error offset; the last one is filled in.
    using Answer = std::array<uint32_t, 8>;

    Answer apply(string_view text) try {
        // EM-F1, EM-F2.
        if (text.size() > bytesMax) throw json::Illegal{bytesMax};
        const json::Value frame = json_.read(text, levelsMax);
        const string_view type = json_.find(frame, "messageType").text;
        const json::Value& records = json_.find(frame, "records");
        const bool isDump = type == "INITIAL_DUMP";
        if ((!isDump && type != "UPDATE") || records.source[0] != '[') throw json::Illegal{};

        Answer answer{applied};
        for (const json::Value& record : json_.members(records)) apply(record, isDump, answer);
        ++framesApplied_;
        return answer;
    } catch (json::Illegal illegal) {
        ++framesRejected_;
        return {rejected, 0, 0, 0, 0, 0, static_cast<uint32_t>(illegal.offset), 0};
    }

    // Of the checksums of the first events.
    uint32_t checksum(size_t) { return oddsbench::checksum(""); }

    void appendSnapshot(string& out) const {
        out += "\"version\":null,\"events\":[],\"references\":{},\"counters\":{\"framesApplied\":"
            + std::to_string(framesApplied_) + ",\"framesRejected\":"
            + std::to_string(framesRejected_) + ",\"framesStale\":0,\"framesHeld\":0,"
            + "\"framesHeldDropped\":0,\"recordsApplied\":0,\"recordsRejected\":0,"
            + "\"orphanUpdates\":0,\"orphanDeletes\":0}";
    }

  private:
    static constexpr size_t bytesMax = 64 << 20, levelsMax = 64;
    enum Disposition : uint32_t { applied, stale, held, rejected };

    static inline json::Reader json_;
    size_t framesApplied_ = 0, framesRejected_ = 0;

    // Applies a record, and counts in the answer what became of it.
    void apply(const json::Value&, bool, Answer&) {}
};
}  // namespace

int main() { oddsbench::serve<Channel>("cpp"); }
