// The six typed entities with the properties of the feed. `Text` is
// `std::string` in the store, `std::string_view` in a decoded frame.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "PeerDigest.h"

#if __has_include(<simdjson.h>)
#include <simdjson.h>
#else
#error "simdjson is missing: install libsimdjson-dev"
#endif

namespace peer {

namespace ondemand = simdjson::ondemand;
using Key = ondemand::raw_json_string;
using Rows = std::vector<uint32_t>;

template <class Text> struct Match {
  uint64_t id = 0;
  bool isPresent = false;
  std::optional<int64_t> startTime, numberOfMarkets, numberOfBettingOffers;
  std::optional<bool> allowsLiveOdds;
  std::optional<Text> name, shortName, sportId, sportName, statusId, statusName, parentId,
      parentName, venueId, venueName, categoryId, categoryName, homeParticipantId,
      homeParticipantName, awayParticipantId, awayParticipantName, currentPartId,
      currentPartName;
};

template <class Text> struct Market {
  uint64_t id = 0, eventId = 0;
  bool isPresent = false;
  std::optional<int64_t> numberOfOutcomes, notAvailableSince;
  std::optional<double> paramFloat1, paramFloat2, paramFloat3;
  std::optional<bool> mainLine, isAvailable, isClosed;
  std::optional<Text> name, shortName, displayName, bettingTypeId, bettingTypeName, eventPartId,
      eventPartName;
};

template <class Text> struct Outcome {
  uint64_t id = 0, marketId = 0;
  bool isPresent = false;
  std::optional<double> paramFloat1;
  std::optional<Text> eventId, typeId, typeName, statusId, code, translatedName,
      shortTranslatedName, headerName, headerNameKey, paramParticipantId1, paramParticipantName1;
};

template <class Text> struct Offer {
  uint64_t id = 0, outcomeId = 0;
  bool isPresent = false;
  std::optional<bool> isLive, isAvailable;
  std::optional<double> odds;
  std::optional<int64_t> lastChangedTime;
  std::optional<Text> statusId, providerId, bettingTypeId;
};

template <class Text> struct Info {
  uint64_t id = 0, eventId = 0;
  bool isPresent = false;
  std::optional<int64_t> eventPartRelativePosition;
  std::optional<double> paramFloat1, paramFloat2;
  std::optional<Text> typeId, typeName, statusId, eventPartId, eventPartName, paramParticipantId1;
};

template <class Text> struct Relation {
  uint64_t id = 0, marketId = 0, outcomeId = 0;
  bool isPresent = false;
};

// What a value is expected to be is tried first; `null` is for the failures.

template <class Slot> void clearIfNull(Slot &slot, ondemand::value value,
                                       simdjson::error_code error) {
  if (!value.is_null()) throw simdjson::simdjson_error(error);
  slot = Slot();
}
simdjson_inline void set(uint64_t &link, ondemand::value value) {
  if (auto error = value.get_uint64_in_string().get(link)) clearIfNull(link, value, error);
}
simdjson_inline void set(std::optional<int64_t> &slot, ondemand::value value) {
  if (auto error = value.get_int64().get(slot.emplace())) clearIfNull(slot, value, error);
}
simdjson_inline void set(std::optional<double> &slot, ondemand::value value) {
  if (auto error = value.get_double().get(slot.emplace())) clearIfNull(slot, value, error);
}
simdjson_inline void set(std::optional<bool> &slot, ondemand::value value) {
  if (auto error = value.get_bool().get(slot.emplace())) clearIfNull(slot, value, error);
}
/// Keeps the string that is there, for its memory.
template <class Text> simdjson_inline void set(std::optional<Text> &slot, ondemand::value value) {
  std::string_view text;
  if (auto error = value.get_string().get(text)) clearIfNull(slot, value, error);
  else if (slot) *slot = text;
  else slot.emplace(text);
}

// Sets the property that `key` names, if it is one of the type's. What changes
// most is asked for first.

#define PEER_PROPERTY(NAME) \
  if (key == #NAME) return set(entity.NAME, value);

template <class Text>
simdjson_inline void assign(Offer<Text> &entity, Key key, ondemand::value value) {
  PEER_PROPERTY(lastChangedTime) PEER_PROPERTY(odds) PEER_PROPERTY(statusId)
  PEER_PROPERTY(isAvailable) PEER_PROPERTY(isLive) PEER_PROPERTY(outcomeId)
  PEER_PROPERTY(providerId) PEER_PROPERTY(bettingTypeId)
}

template <class Text>
simdjson_inline void assign(Info<Text> &entity, Key key, ondemand::value value) {
  PEER_PROPERTY(paramFloat1) PEER_PROPERTY(paramFloat2) PEER_PROPERTY(paramParticipantId1)
  PEER_PROPERTY(statusId) PEER_PROPERTY(eventId) PEER_PROPERTY(typeId) PEER_PROPERTY(typeName)
  PEER_PROPERTY(eventPartId) PEER_PROPERTY(eventPartName)
  PEER_PROPERTY(eventPartRelativePosition)
}

template <class Text>
simdjson_inline void assign(Match<Text> &entity, Key key, ondemand::value value) {
  PEER_PROPERTY(numberOfMarkets) PEER_PROPERTY(numberOfBettingOffers) PEER_PROPERTY(statusId)
  PEER_PROPERTY(statusName) PEER_PROPERTY(currentPartId) PEER_PROPERTY(currentPartName)
  PEER_PROPERTY(name) PEER_PROPERTY(shortName) PEER_PROPERTY(sportId) PEER_PROPERTY(sportName)
  PEER_PROPERTY(parentId) PEER_PROPERTY(parentName) PEER_PROPERTY(venueId)
  PEER_PROPERTY(venueName) PEER_PROPERTY(categoryId) PEER_PROPERTY(categoryName)
  PEER_PROPERTY(homeParticipantId) PEER_PROPERTY(homeParticipantName)
  PEER_PROPERTY(awayParticipantId) PEER_PROPERTY(awayParticipantName)
  PEER_PROPERTY(startTime) PEER_PROPERTY(allowsLiveOdds)
}

template <class Text>
simdjson_inline void assign(Market<Text> &entity, Key key, ondemand::value value) {
  PEER_PROPERTY(isAvailable) PEER_PROPERTY(notAvailableSince) PEER_PROPERTY(mainLine)
  PEER_PROPERTY(eventId) PEER_PROPERTY(name) PEER_PROPERTY(shortName)
  PEER_PROPERTY(displayName) PEER_PROPERTY(bettingTypeId) PEER_PROPERTY(bettingTypeName)
  PEER_PROPERTY(eventPartId) PEER_PROPERTY(eventPartName) PEER_PROPERTY(numberOfOutcomes)
  PEER_PROPERTY(paramFloat1) PEER_PROPERTY(paramFloat2) PEER_PROPERTY(paramFloat3)
  PEER_PROPERTY(isClosed)
}

template <class Text>
simdjson_inline void assign(Outcome<Text> &entity, Key key, ondemand::value value) {
  PEER_PROPERTY(marketId) PEER_PROPERTY(eventId) PEER_PROPERTY(typeId) PEER_PROPERTY(typeName)
  PEER_PROPERTY(statusId) PEER_PROPERTY(code) PEER_PROPERTY(translatedName)
  PEER_PROPERTY(shortTranslatedName) PEER_PROPERTY(headerName) PEER_PROPERTY(headerNameKey)
  PEER_PROPERTY(paramParticipantId1) PEER_PROPERTY(paramParticipantName1)
  PEER_PROPERTY(paramFloat1)
}

template <class Text>
simdjson_inline void assign(Relation<Text> &entity, Key key, ondemand::value value) {
  PEER_PROPERTY(marketId) PEER_PROPERTY(outcomeId)
}

#undef PEER_PROPERTY

template <class Text> PeerOffer digested(const Offer<Text> &offer) {
  const auto &text = offer.statusId;
  const auto status = text ? peerTextHash(text->data(), text->size()) : 0;
  return {offer.id, offer.odds.value_or(__builtin_nan("")), offer.lastChangedTime.value_or(-1),
          static_cast<int8_t>(offer.isAvailable ? *offer.isAvailable : -1), status};
}

}  // namespace peer
