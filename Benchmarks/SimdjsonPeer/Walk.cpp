// Task `decode`, the parsing alone: every value is read, and the next record of
// its type takes its place.

#include <tuple>

#include "FrameReader.h"
#include "SimdjsonPeer.h"

namespace peer {

/// Sums up what is read if there is a digest.
template <bool folds> struct Walk {
  using Text = std::string_view;

  std::tuple<Match<Text>, Market<Text>, Outcome<Text>, Offer<Text>, Info<Text>, Relation<Text>>
      entities;
  PeerRecordDigest *digest = nullptr;

  void begin(bool) {}

  template <class Entity> Entity &put(uint64_t id) {
    if constexpr (folds) digest->puts += 1;
    return next<Entity>(id);
  }
  template <class Entity> Entity *patch(uint64_t id) {
    if constexpr (folds) digest->patches += 1;
    return &next<Entity>(id);
  }
  template <class Entity> void remove(uint64_t id) {
    if constexpr (folds) digest->removals += 1;
    finish(next<Entity>(id));
  }
  template <class Entity> void finish(Entity &entity) {
    if constexpr (folds && std::is_same_v<Entity, Offer<Text>>) {
      digest->sum += peerOfferHash(digested(entity));
    } else if constexpr (folds) {
      digest->sum += peerHash(entity.id, 0);
    }
  }

 private:
  template <class Entity> Entity &next(uint64_t id) {
    auto &entity = std::get<Entity>(entities);
    if constexpr (folds) entity = Entity();
    entity.id = id;
    return entity;
  }
};

/// The length of an object's scalars, in bytes. Objects below it are visited.
static size_t tokenBytes(simdjson::ondemand::object object) {
  size_t bytes = 0;
  for (auto field : object) {
    simdjson::ondemand::value value = field.value();
    if (value.type() == simdjson::ondemand::json_type::object) bytes += tokenBytes(value);
    else bytes += value.raw_json_token().size();
  }
  return bytes;
}

/// Visits all values of a frame's records, and parses none.
static long countTokens(simdjson::ondemand::parser &parser, const char *frame, size_t count) {
  auto document = parser.iterate(frame, count, count + simdjson::SIMDJSON_PADDING).value();
  auto records = document.get_object().value().find_field("records").get_array();
  size_t bytes = 0;
  for (simdjson::ondemand::object record : records) bytes += tokenBytes(record);
  return static_cast<long>(bytes);
}

}  // namespace peer

struct SimdjsonWalk {
  simdjson::ondemand::parser parser;
  peer::Walk<false> walk;
};

SimdjsonWalk *simdjsonWalkCreate(void) { return new SimdjsonWalk; }
void simdjsonWalkDestroy(SimdjsonWalk *walk) { delete walk; }

bool simdjsonWalk(SimdjsonWalk *walk, const void *frame, size_t count) {
  try {
    peer::readFrame(walk->parser, static_cast<const char *>(frame), count, walk->walk);
    return true;
  } catch (const simdjson::simdjson_error &) {
    return false;
  }
}

long simdjsonTokens(SimdjsonWalk *walk, const void *frame, size_t count) {
  try {
    return peer::countTokens(walk->parser, static_cast<const char *>(frame), count);
  } catch (const simdjson::simdjson_error &) {
    return -1;
  }
}

bool simdjsonWalkFold(SimdjsonWalk *walk, const void *frame, size_t count,
                      PeerRecordDigest *digest) {
  peer::Walk<true> folding;
  folding.digest = digest;
  try {
    peer::readFrame(walk->parser, static_cast<const char *>(frame), count, folding);
    return true;
  } catch (const simdjson::simdjson_error &) {
    return false;
  }
}
