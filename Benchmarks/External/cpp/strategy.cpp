// A reconstruction of the feed: entities in hash maps, siblings in order of arrival, and the
// checksums of events kept until a frame touches them. The names EM-… are rules of the contract.
#include "oddsbench.h"
#include "records.h"
#include <bitset>
#include <map>
#include <set>

namespace {
using namespace records;

struct Node;
struct Table;
struct ByArrival { bool operator()(const Node* one, const Node* other) const; };
using Siblings = std::set<Node*, ByArrival>;  // EM-E4

struct Node {  // an entity, or the id of one that has not come, or has gone, but is linked (EM-E3)
    Table& table;
    string_view key{};                    // the id as JSON text
    std::uint64_t arrival = 0;            // 0 if the entity is not there
    std::vector<string> values{};         // of a typed entity, by slot
    std::map<string, string> received{};  // of a reference entity, by name
    string checked{};                     // what the checksum covers of the entity alone
    std::map<Node*, int> parents{};       // with the number of links to each (EM-E2)
    std::array<Siblings, 2> children{};   // those that are there
    int childLinks = 0;                   // from children that are not there, too
    bool isVisited = false, wasThere = false, hasChanged = false;  // by the frame
    std::optional<std::uint32_t> checksum{};                       // of an event
};
bool ByArrival::operator()(const Node* one, const Node* other) const {
    return one->arrival < other->arrival;
}
struct Table {
    const Schema* schema = nullptr;  // null for reference entities
    Map<Node> nodes{};
    Siblings shown{};  // events and reference entities that are there
};

void appendChecked(string& out, const Node& node) {
    out += node.checked;
    for (const Node* child : node.children[0]) appendChecked(out, *child);
}

void close(string& out, char bracket) {
    if (out.back() == ',') out.pop_back();
    (out += bracket) += ',';
}

void append(string& out, const Siblings& siblings);
void append(string& out, const Node& node) {  // EM-S2, EM-S3
    out.append("{\"id\":").append(node.key) += ',';
    for (size_t slot = 0; slot < node.values.size(); ++slot)
        if (const string& value = node.values[slot]; !value.empty())
            out += '"' + node.table.schema->properties[slot].first + "\":" + value + ',';
    for (const auto& [name, source] : node.received) {
        json::appendQuoted(out, name);
        out += ':' + source + ',';
    }
    for (size_t at = 0; node.table.schema && at < 2; ++at) {
        if (node.table.schema->childArrays[at].empty()) continue;
        json::appendQuoted(out, node.table.schema->childArrays[at]);
        append(out += ':', node.children[at]);
    }
    close(out, '}');
}
void append(string& out, const Siblings& siblings) {
    out += '[';
    for (const Node* node : siblings) append(out, *node);
    close(out, ']');
}

enum Counter { framesApplied, framesRejected, framesStale, framesHeld, framesHeldDropped,
               recordsApplied, recordsRejected, orphanUpdates, orphanDeletes };
constexpr std::array counterNames{
    "framesApplied", "framesRejected", "framesStale", "framesHeld", "framesHeldDropped",
    "recordsApplied", "recordsRejected", "orphanUpdates", "orphanDeletes"};
using Counters = std::array<std::uint64_t, counterNames.size()>;

class State {  // the entities of a channel since its last dump
  public:
    State() {
        for (size_t type = 0; type < schemas.size(); ++type) {
            tree_[type] = &tables_[string(schemas[type].name)];
            tree_[type]->schema = &schemas[type];
        }
    }
    void apply(const Reader& json, const Value& value, bool isDump, Counters& counters) {
        const auto record = readRecord(json, value, isDump);
        const bool creates = record && record->change == "CREATE";
        const auto known = tables_.find(record ? record->type : "");
        Table& table = known != tables_.end() ? known->second
                       : creates              ? tables_[string(record->type)] : unknown_;
        if (!record || (table.schema && !stage(json, *table.schema, *record))) {
            ++counters[recordsRejected];
            return;
        }
        string key;
        json::appendQuoted(key, record->id);
        const auto entry = table.nodes.find(key);
        const bool isThere = entry != table.nodes.end() && entry->second.arrival;
        if (!isThere && !creates) {
            ++counters[record->change == "DELETE" ? orphanDeletes : orphanUpdates];
            return;
        }
        ++counters[recordsApplied];
        if (record->change == "DELETE") return remove(entry->second);
        Node* node = isThere ? &entry->second : &insert(table, key, record->id);
        if (table.schema) return change(*node, creates);
        if (creates) node->received.clear();
        for (const Value& property : json.members(*record->properties)) {
            if (property.isNull()) node->received.erase(string(property.key));
            else if (property.key != "id" && property.key != "_type")
                node->received.insert_or_assign(string(property.key), property.source);
        }
    }
    // Ends a frame; returns how many entities of the tree it changed.
    std::uint32_t settle() {
        std::uint32_t changed = 0;
        for (Node* node : visited_) {
            changed += node->hasChanged && node->table.schema && (node->wasThere || node->arrival);
            node->isVisited = node->hasChanged = false;
            if (node->arrival || node->childLinks || !node->parents.empty()) continue;
            node->table.nodes.erase(node->table.nodes.find(node->key));
        }
        visited_.clear();
        return changed;
    }
    std::uint32_t checksum(size_t events) {
        string checksums, checked;
        for (Node* event : tree_[match]->shown) {
            if (events-- == 0) break;
            if (!event->checksum) {
                checked.clear();
                appendChecked(checked, *event);
                event->checksum = oddsbench::checksum(checked);
            }
            checksums.append(reinterpret_cast<const char*>(&*event->checksum), 4);
        }
        return oddsbench::checksum(checksums);
    }
    void append(string& out) const {
        ::append(out += "\"events\":", tree_[match]->shown);
        out += "\"references\":{";
        for (const auto& [type, table] : tables_) {
            if (table.schema || table.shown.empty()) continue;
            json::appendQuoted(out, type);
            ::append(out += ':', table.shown);
        }
        close(out, '}');
    }

  private:
    std::map<string, Table, std::less<>> tables_;  // by type
    std::array<Table*, schemas.size()> tree_;
    std::uint64_t arrivals_ = 0;
    Table unknown_;                                // stands for those of other types
    std::array<std::optional<string>, slotsMax> staged_;  // the properties that a record names
    std::vector<Node*> visited_;                          // by the frame

    bool stage(const Reader& json, const Schema& schema, const Record& record) {
        std::array<const Value*, slotsMax> named{};
        for (const Value& property : json.members(*record.properties))
            if (const auto slot = schema.slots.find(property.key); slot != schema.slots.end())
                named[slot->second] = &property;
        for (size_t slot = 0; slot < schema.properties.size(); ++slot) {
            staged_[slot].reset();
            if (!named[slot]) continue;
            const Kind kind = schema.properties[slot].second;
            if (!readProperty(staged_[slot].emplace(), kind, *named[slot])) return false;
        }
        return true;
    }
    Node& visit(Node& node) {
        if (!node.isVisited) visited_.push_back(&node), node.wasThere = node.arrival;
        node.isVisited = true;
        return node;
    }
    Node& at(Table& table, const string& key) {
        const auto entry = table.nodes.try_emplace(key, table).first;
        entry->second.key = entry->first;
        return visit(entry->second);
    }
    static void forgetChecksums(Node& node) {
        node.checksum.reset();
        for (const auto& [parent, links] : node.parents) forgetChecksums(*parent);
    }
    static void place(Siblings& siblings, Node& node, bool isThere) {
        if (isThere) siblings.insert(siblings.end(), &node);
        else siblings.erase(&node);
    }
    void place(Node& parent, Node& child, bool isThere) {
        place(parent.children[&child.table == tree_[info]], child, isThere);
        forgetChecksums(parent);
    }
    void place(Node& node, bool isThere) {
        for (const auto& [parent, links] : node.parents) place(*parent, node, isThere);
        const bool isShown = !node.table.schema || &node.table == tree_[match];
        if (isShown) place(node.table.shown, node, isThere);
    }
    Node& insert(Table& table, const string& key, string_view id) {
        Node& node = at(table, key);
        node.hasChanged = true;
        node.arrival = ++arrivals_;
        node.values.resize(table.schema ? table.schema->properties.size() : 0);
        node.checked.assign(id) += '\0';
        if (&table == tree_[offer]) node.checked.append(8, '\xFF') += '\2';
        place(node, true);
        return node;
    }
    void remove(Node& node) {  // EM-R6: links to and from its children stay
        visit(node).hasChanged = true;
        link(node, -1);
        place(node, false);
        node.arrival = 0;
        node.values.clear();
        node.received.clear();
    }
    // Counts the link that an entity makes in (1) or out (-1).
    void link(Node& node, int step) {
        const Schema* schema = node.table.schema;
        if (!schema || schema->parentSlot == noSlot) return;
        const bool linksItself = schema->childSlot == noSlot;
        const string& parentKey = node.values[schema->parentSlot];
        const string& childKey = linksItself ? parentKey : node.values[schema->childSlot];
        if (parentKey.empty() || childKey.empty()) return;
        Node& parent = at(*tree_[schema->parent], parentKey);
        Node& child = linksItself ? node : at(*tree_[outcome], childKey);
        int& links = child.parents[&parent];
        const bool wasLinked = links > 0, isLinked = (links += step) > 0;
        parent.childLinks += step;
        if (!isLinked) child.parents.erase(&parent);
        if (child.arrival && wasLinked != isLinked) place(parent, child, isLinked);
    }
    void change(Node& node, bool replaces) {
        std::bitset<slotsMax> differs;
        for (size_t slot = 0; slot < node.values.size(); ++slot) {
            if (replaces && !staged_[slot]) staged_[slot].emplace();
            differs[slot] = staged_[slot] && *staged_[slot] != node.values[slot];
        }
        if (differs.none()) return;
        visit(node).hasChanged = true;
        const Schema& schema = *node.table.schema;
        const bool moves = differs[schema.parentSlot] || differs[schema.childSlot];
        if (moves) link(node, -1);
        for (size_t slot = 0; slot < node.values.size(); ++slot)
            if (differs[slot]) node.values[slot] = std::move(*staged_[slot]);
        if (moves) link(node, 1);
        if (&node.table != tree_[offer]) return;
        static const size_t oddsSlot = schema.slots.at("odds");
        static const size_t availableSlot = schema.slots.at("isAvailable");
        const string &odds = node.values[oddsSlot], &isAvailable = node.values[availableSlot];
        auto bits = odds.empty() ? ~0ULL : std::bit_cast<std::uint64_t>(json::doubleValue(odds));
        char* checked = node.checked.data() + node.checked.size() - 9;
        std::memcpy(checked, &bits, 8);
        checked[8] = isAvailable.empty() ? 2 : isAvailable == "true";
        forgetChecksums(node);
    }
};

class Channel {
  public:
    using Answer = std::array<std::uint32_t, 8>;

    Answer apply(string_view frame) {
        const Counters before = counters_;
        Answer answer{};
        receive(frame, answer);
        for (int at = recordsApplied; at <= orphanDeletes; ++at)
            answer[1 + at - recordsApplied] = counters_[at] - before[at];
        return answer;
    }
    std::uint32_t checksum(size_t events) { return state_ ? state_->checksum(events) : 0; }
    void appendSnapshot(string& out) const {
        out += "\"version\":" + (version_ ? '"' + version_->second + "\"," : "null,");
        if (state_) state_->append(out);
        else out += "\"events\":[],\"references\":{},";
        out += "\"counters\":{";
        for (size_t at = 0; at < counters_.size(); ++at)
            out += '"' + string(counterNames[at]) + "\":" + std::to_string(counters_[at]) + ',';
        close(out, '}');
        out.pop_back();
    }

  private:
    using Version = std::optional<std::pair<std::uint64_t, string>>;  // with the text as received
    static constexpr size_t bytesMax = 64 << 20, levelsMax = 64, heldMax = 1024;
    enum Disposition { applied, stale, held, rejected };

    static inline Reader json_;
    std::optional<State> state_;  // since the first dump
    Version version_;
    std::deque<simdjson::padded_string> held_;
    size_t heldBytes_ = 0;
    Counters counters_{};

    static Version readVersion(const Value& value) {  // EM-V1
        const string_view digits = value.isString() ? value.text : value.source;
        std::uint64_t number = 0;
        const char* const end = digits.data() + digits.size();
        const auto parsed = std::from_chars(digits.data(), end, number);
        if (digits.empty() || digits.size() > 19 || parsed.ptr != end) return {};
        return {{number, string(digits)}};
    }
    void receive(string_view text, Answer& answer) try {
        if (text.size() > bytesMax) throw json::Illegal{bytesMax};
        const Value frame = json_.read(text, levelsMax);
        const string_view type = json_.find(frame, "messageType").text;
        const Value& records = json_.find(frame, "records");
        const bool isDump = type == "INITIAL_DUMP";
        if ((!isDump && type != "UPDATE") || records.source[0] != '[') throw json::Illegal{};
        if (!isDump && !state_) return hold(text, answer);
        const Version version = readVersion(json_.find(frame, "version"));
        if (!isDump && version && version_ && version->first < version_->first) {  // EM-V3
            ++counters_[framesStale];
            answer[0] = stale;
            return;
        }
        if (isDump) state_.emplace();
        if (isDump || version) version_ = version;
        for (const Value& record : json_.members(records))
            state_->apply(json_, record, isDump, counters_);
        ++counters_[framesApplied];
        const std::uint32_t changed = state_->settle();
        if (!isDump) answer[5] += changed;
        counters_[framesHeld] = heldBytes_ = 0;
        for (const auto& frame : std::exchange(held_, {})) receive(frame, answer);
        answer[0] = applied;
    } catch (json::Illegal illegal) {
        ++counters_[framesRejected];
        answer[0] = rejected;
        answer[6] = illegal.offset;
    }
    void hold(string_view text, Answer& answer) {  // EM-D1
        held_.emplace_back(text);
        heldBytes_ += text.size();
        for (; held_.size() > heldMax || heldBytes_ > bytesMax; held_.pop_front()) {
            heldBytes_ -= held_.front().size();
            ++counters_[framesHeldDropped];
        }
        counters_[framesHeld] = held_.size();
        answer[0] = Channel::held;
    }
};
}  // namespace

int main() { oddsbench::serve<Channel>("cpp simdjson"); }
