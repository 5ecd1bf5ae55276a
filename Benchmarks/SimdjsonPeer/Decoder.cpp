// Task `decode`: a frame into a reused, flat list of changes.

#include <tuple>

#include "FrameReader.h"
#include "SimdjsonPeer.h"

namespace peer {

enum class Operation : uint8_t { put, patch, remove };

/// The values are at `index` of the list of the type's entities.
struct Change {
  uint64_t id;
  uint32_t index;
  Operation operation;
  bool isOffer;
};

struct Changes {
  using Text = std::string_view;

  std::vector<Change> list;
  std::tuple<std::vector<Match<Text>>, std::vector<Market<Text>>, std::vector<Outcome<Text>>,
             std::vector<Offer<Text>>, std::vector<Info<Text>>, std::vector<Relation<Text>>>
      entities;

  void begin(bool) {
    list.clear();
    std::apply([](auto &...each) { (each.clear(), ...); }, entities);
  }

  template <class Entity> Entity &put(uint64_t id) { return add<Entity>(id, Operation::put); }
  template <class Entity> Entity *patch(uint64_t id) {
    return &add<Entity>(id, Operation::patch);
  }
  template <class Entity> void remove(uint64_t id) { add<Entity>(id, Operation::remove); }
  template <class Entity> void finish(Entity &) {}

 private:
  template <class Entity> Entity &add(uint64_t id, Operation operation) {
    auto &all = std::get<std::vector<Entity>>(entities);
    list.push_back({id, static_cast<uint32_t>(all.size()), operation,
                    std::is_same_v<Entity, Offer<Text>>});
    Entity &entity = all.emplace_back();
    entity.id = id;
    return entity;
  }
};

}  // namespace peer

struct SimdjsonDecoder {
  simdjson::ondemand::parser parser;
  peer::Changes changes;
};

SimdjsonDecoder *simdjsonDecoderCreate(void) { return new SimdjsonDecoder; }
void simdjsonDecoderDestroy(SimdjsonDecoder *decoder) { delete decoder; }

long simdjsonDecode(SimdjsonDecoder *decoder, const void *frame, size_t count) {
  try {
    peer::readFrame(decoder->parser, static_cast<const char *>(frame), count, decoder->changes);
    return static_cast<long>(decoder->changes.list.size());
  } catch (const simdjson::simdjson_error &) {
    return -1;
  }
}

void simdjsonDecoderFold(const SimdjsonDecoder *decoder, PeerRecordDigest *digest) {
  using Offers = std::vector<peer::Offer<std::string_view>>;
  const auto &offers = std::get<Offers>(decoder->changes.entities);
  for (const auto &change : decoder->changes.list) {
    switch (change.operation) {
      case peer::Operation::put: digest->puts += 1; break;
      case peer::Operation::patch: digest->patches += 1; break;
      case peer::Operation::remove: digest->removals += 1; break;
    }
    digest->sum += change.isOffer ? peerOfferHash(peer::digested(offers[change.index]))
                                  : peerHash(change.id, 0);
  }
}

#define PEER_TEXT(...) #__VA_ARGS__
#define PEER_EXPANDED(...) PEER_TEXT(__VA_ARGS__)

const char *simdjsonVersion(void) { return PEER_EXPANDED(SIMDJSON_VERSION); }
// The library's own `builtin_implementation` names what the library was built for.
const char *simdjsonBuiltinName(void) { return PEER_EXPANDED(SIMDJSON_BUILTIN_IMPLEMENTATION); }
const char *simdjsonCompiler(void) { return __VERSION__; }

const char *simdjsonImplementationName(void) {
  static const std::string name = simdjson::get_active_implementation()->name();
  return name.c_str();
}
