// Tasks `apply`, `tree` and `dump`: a frame straight into hash maps, with the
// links between entities kept as row numbers, so that the tree can be walked.

#include <algorithm>
#include <string>

#include "FrameReader.h"
#include "HashIndex.h"
#include "SimdjsonPeer.h"

namespace peer {

struct Parent {
  Rows children, infos;
  bool isParent() const { return !children.empty() || !infos.empty(); }
};
struct Leaf {
  bool isParent() const { return false; }
};

template <class Entity> struct Below { using Kind = Leaf; };
template <class Text> struct Below<Match<Text>> { using Kind = Parent; };
template <class Text> struct Below<Market<Text>> { using Kind = Parent; };
template <class Text> struct Below<Outcome<Text>> { using Kind = Parent; };

/// Where an entity hangs.
template <class Entity> struct Attachment {
  uint64_t attachedTo = 0;
};
/// A relation hangs an outcome under a market.
template <class Text> struct Attachment<Relation<Text>> {
  uint64_t attachedTo = 0, attachedOutcome = 0;
};

/// An entity, where it hangs, and its children. A row whose entity has not come
/// yet, or is gone, stands in as the parent of those that name it. What changes
/// most comes first and shares a cache line.
template <class Entity>
struct alignas(64) Node : Attachment<Entity>, Entity, Below<Entity>::Kind {};

template <class Entity> class Table {
  HashIndex index;
  Rows freeRows;

 public:
  std::vector<Node<Entity>> rows;

  uint32_t find(uint64_t id) const { return index.find(id); }

  uint32_t findOrAdd(uint64_t id) {
    uint32_t row = index.find(id);
    if (row != HashIndex::none) return row;
    if (freeRows.empty()) {
      row = static_cast<uint32_t>(rows.size());
      rows.emplace_back();
    } else {
      row = freeRows.back();
      freeRows.pop_back();
    }
    rows[row].id = id;
    index.insert(id, row);
    return row;
  }

  /// Frees a row unless it is needed as a parent.
  void release(uint32_t row) {
    auto &node = rows[row];
    if (node.isParent()) return;
    index.erase(node.id);
    node = Node<Entity>();
    freeRows.push_back(row);
  }

  uint64_t presentCount() const {
    return static_cast<uint64_t>(
        std::count_if(rows.begin(), rows.end(), [](auto &row) { return row.isPresent; }));
  }
};

struct Store {
  using Text = std::string;

  Table<Match<Text>> matches;
  Table<Market<Text>> markets;
  Table<Outcome<Text>> outcomes;
  Table<Offer<Text>> offers;
  Table<Info<Text>> infos;
  Table<Relation<Text>> relations;
  /// Events in order of arrival.
  Rows events;

  auto &table(const Match<Text> *) { return matches; }
  auto &table(const Market<Text> *) { return markets; }
  auto &table(const Outcome<Text> *) { return outcomes; }
  auto &table(const Offer<Text> *) { return offers; }
  auto &table(const Info<Text> *) { return infos; }
  auto &table(const Relation<Text> *) { return relations; }
  template <class Entity> auto &table() { return table(static_cast<const Entity *>(nullptr)); }

  void begin(bool isDump) {
    if (isDump) *this = Store();
  }

  template <class Entity> Entity &put(uint64_t id) {
    auto &table = this->table<Entity>();
    const uint32_t row = table.findOrAdd(id);
    Entity &entity = table.rows[row];
    if constexpr (std::is_same_v<Entity, Match<Text>>) {
      if (!entity.isPresent) events.push_back(row);
    }
    entity = Entity();
    entity.id = id;
    entity.isPresent = true;
    return entity;
  }

  template <class Entity> Entity *patch(uint64_t id) {
    auto &table = this->table<Entity>();
    const uint32_t row = table.find(id);
    if (row == HashIndex::none || !table.rows[row].isPresent) return nullptr;
    return &table.rows[row];
  }

  template <class Entity> void remove(uint64_t id) {
    auto &table = this->table<Entity>();
    const uint32_t row = table.find(id);
    if (row == HashIndex::none || !table.rows[row].isPresent) return;
    if constexpr (std::is_same_v<Entity, Match<Text>>) std::erase(events, row);
    static_cast<Entity &>(table.rows[row]) = Entity();
    table.rows[row].id = id;
    finish(static_cast<Entity &>(table.rows[row]));
    table.release(row);
  }

  // Links, after the properties are in.

  void finish(Match<Text> &) {}
  void finish(Market<Text> &entity) { link(entity, entity.eventId, matches, markets); }
  void finish(Outcome<Text> &entity) { link(entity, entity.marketId, markets, outcomes); }
  void finish(Offer<Text> &entity) { link(entity, entity.outcomeId, outcomes, offers); }

  void finish(Info<Text> &entity) {
    auto &node = static_cast<Node<Info<Text>> &>(entity);
    if (node.attachedTo == entity.eventId) return;
    const auto row = static_cast<uint32_t>(&node - infos.rows.data());
    if (node.attachedTo) std::erase(matches.rows[matches.find(node.attachedTo)].infos, row);
    node.attachedTo = entity.eventId;
    if (entity.eventId) matches.rows[matches.findOrAdd(entity.eventId)].infos.push_back(row);
  }

  void finish(Relation<Text> &entity) {
    auto &node = static_cast<Node<Relation<Text>> &>(entity);
    if (node.attachedTo == entity.marketId && node.attachedOutcome == entity.outcomeId) return;
    if (node.attachedTo && node.attachedOutcome) {
      std::erase(markets.rows[markets.find(node.attachedTo)].children,
                 outcomes.find(node.attachedOutcome));
    }
    node.attachedTo = entity.marketId;
    node.attachedOutcome = entity.outcomeId;
    if (entity.marketId && entity.outcomeId) {
      add(outcomes.findOrAdd(entity.outcomeId),
          markets.rows[markets.findOrAdd(entity.marketId)].children);
    }
  }

 private:
  static void add(uint32_t row, Rows &children) {
    if (std::find(children.begin(), children.end(), row) == children.end()) {
      children.push_back(row);
    }
  }

  /// Hangs a child under the parent that it names now.
  template <class Child, class Parent>
  void link(Child &entity, uint64_t parent, Table<Parent> &parents, Table<Child> &table) {
    auto &node = static_cast<Node<Child> &>(entity);
    if (node.attachedTo == parent) return;
    const auto row = static_cast<uint32_t>(&node - table.rows.data());
    if (node.attachedTo) {
      std::erase(parents.rows[parents.find(node.attachedTo)].children, row);
    }
    node.attachedTo = parent;
    if (parent) add(row, parents.rows[parents.findOrAdd(parent)].children);
  }
};

}  // namespace peer

struct SimdjsonStore {
  simdjson::ondemand::parser parser;
  peer::Store store;
};

SimdjsonStore *simdjsonStoreCreate(void) { return new SimdjsonStore; }
void simdjsonStoreDestroy(SimdjsonStore *store) { delete store; }

bool simdjsonApply(SimdjsonStore *store, const void *frame, size_t count) {
  try {
    peer::readFrame(store->parser, static_cast<const char *>(frame), count, store->store);
    return true;
  } catch (const simdjson::simdjson_error &) {
    return false;
  }
}

uint64_t simdjsonReadEvent(const SimdjsonStore *store, size_t position) {
  const auto &all = store->store;
  uint64_t fold = 0;
  for (const uint32_t market : all.matches.rows[all.events[position]].children) {
    if (!all.markets.rows[market].isPresent) continue;
    for (const uint32_t outcome : all.markets.rows[market].children) {
      if (!all.outcomes.rows[outcome].isPresent) continue;
      for (const uint32_t row : all.outcomes.rows[outcome].children) {
        const auto &offer = all.offers.rows[row];
        fold = peerTreeFold(fold, offer.id, offer.odds.value_or(__builtin_nan("")),
                            offer.isAvailable.value_or(false));
      }
    }
  }
  return fold;
}

void simdjsonStoreFold(const SimdjsonStore *store, PeerStateDigest *digest) {
  const auto &all = store->store;
  digest->matches = all.matches.presentCount();
  digest->markets = all.markets.presentCount();
  digest->outcomes = all.outcomes.presentCount();
  digest->offers = all.offers.presentCount();
  digest->infos = all.infos.presentCount();
  for (const auto &offer : all.offers.rows) {
    if (offer.isPresent) digest->sum += peerOfferHash(peer::digested(offer));
  }
}
