// Reads a frame with the On-Demand API, in document order: each field of the
// envelope with `find_field`, the properties in one loop.
//
// A handler has, for each entity type `E`: `template E &put(id)`,
// `template E *patch(id)`, `template void finish(E &)` once the properties are
// in, `template void remove(id)`, and `begin(isDump)`.

#pragma once

#include "Entities.h"

namespace peer {

/// Takes the type's name to a call of `body` with the entity type as its
/// template argument; types that are not typed are left alone.
template <class Handler, class Body> simdjson_inline void dispatch(Key type, Body &&body) {
  using Text = typename Handler::Text;
  if (type == "BETTING_OFFER") body.template operator()<Offer<Text>>();
  else if (type == "EVENT_INFO") body.template operator()<Info<Text>>();
  else if (type == "MATCH") body.template operator()<Match<Text>>();
  else if (type == "MARKET") body.template operator()<Market<Text>>();
  else if (type == "OUTCOME") body.template operator()<Outcome<Text>>();
  else if (type == "MARKET_OUTCOME_RELATION") body.template operator()<Relation<Text>>();
}

template <class Entity>
simdjson_inline void assignAll(Entity &entity, ondemand::object properties) {
  for (auto field : properties) assign(entity, field.key(), field.value());
}

/// A whole entity: `_type` and `id` first, then the properties.
template <class Handler> void readEntity(ondemand::object object, Handler &handler) {
  const Key type = object.find_field("_type").get_raw_json_string();
  const uint64_t id = object.find_field("id").get_uint64_in_string();
  dispatch<Handler>(type, [&]<class Entity>() {
    Entity &entity = handler.template put<Entity>(id);
    object.reset();
    assignAll(entity, object);
    handler.finish(entity);
  });
}

template <class Handler>
simdjson_inline void readChange(ondemand::object record, Handler &handler) {
  const Key change = record.find_field("changeType").get_raw_json_string();
  const Key type = record.find_field("entityType").get_raw_json_string();
  const uint64_t id = record.find_field("id").get_uint64_in_string();
  if (change == "UPDATE") {
    dispatch<Handler>(type, [&]<class Entity>() {
      Entity *entity = handler.template patch<Entity>(id);
      if (!entity) return;
      assignAll(*entity, record.find_field("changedProperties"));
      handler.finish(*entity);
    });
  } else if (change == "CREATE") {
    readEntity(record.find_field("entity"), handler);
  } else if (change == "DELETE") {
    dispatch<Handler>(type, [&]<class Entity>() { handler.template remove<Entity>(id); });
  }
}

/// Throws `simdjson::simdjson_error`, with the records before the fault taken.
template <class Handler>
void readFrame(ondemand::parser &parser, const char *frame, size_t count, Handler &handler) {
  auto document = parser.iterate(frame, count, count + simdjson::SIMDJSON_PADDING).value();
  auto object = document.get_object().value();
  const Key messageType = object.find_field("messageType").get_raw_json_string();
  const bool isDump = messageType == "INITIAL_DUMP";
  handler.begin(isDump);
  for (ondemand::object record : object.find_field("records").get_array()) {
    if (isDump) readEntity(record, handler);
    else readChange(record, handler);
  }
}

}  // namespace peer
