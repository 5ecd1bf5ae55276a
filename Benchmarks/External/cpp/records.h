// What records say: the typed properties, and how a record and its properties are read.
#pragma once
#include "json.h"
#include <array>
#include <sstream>
#include <unordered_map>

namespace records {
using json::Reader, json::Value, std::size_t, std::string, std::string_view;

struct Hash {
    using is_transparent = void;
    size_t operator()(string_view text) const { return std::hash<string_view>{}(text); }
};
template <class Element> using Map = std::unordered_map<string, Element, Hash, std::equal_to<>>;

enum Kind { text, integer, number, boolean, id };
enum Type { match, market, outcome, offer, info, relation };
constexpr size_t slotsMax = 32, noSlot = slotsMax - 1;

struct Schema {
    string_view name;
    std::array<string_view, 2> childArrays;
    Type parent;
    size_t parentSlot = noSlot, childSlot = noSlot;  // of the ids that it links
    std::vector<std::pair<string, Kind>> properties{};
    Map<size_t> slots{};

    Schema(string_view name, std::array<const char*, 4> names,
           std::array<string_view, 2> childArrays, Type parent = match,
           string_view parentId = "", string_view childId = "")
        : name(name), childArrays(childArrays), parent(parent) {
        for (const Kind kind : {text, integer, number, boolean}) {
            std::istringstream words(names[kind]);
            for (string word; words >> word; properties.emplace_back(word, kind)) {
                if (word == parentId) parentSlot = properties.size();
                if (word == childId) childSlot = properties.size();
                slots[word] = properties.size();
            }
        }
        for (auto& [property, kind] : properties)
            if (property.ends_with("Id") || property.ends_with("Id1")) kind = id;
    }
};
inline const std::array<Schema, 6> schemas{{  // EM-P1, EM-E1
    {"MATCH",
     {"name shortName sportId sportName statusId statusName parentId parentName venueId venueName "
      "categoryId categoryName homeParticipantId homeParticipantName awayParticipantId "
      "awayParticipantName currentPartId currentPartName",
      "startTime numberOfMarkets numberOfBettingOffers", "", "allowsLiveOdds"},
     {"markets", "eventInfos"}},
    {"MARKET",
     {"eventId name shortName displayName bettingTypeId bettingTypeName eventPartId eventPartName",
      "numberOfOutcomes notAvailableSince", "paramFloat1 paramFloat2 paramFloat3",
      "mainLine isAvailable isClosed"},
     {"outcomes"}, match, "eventId"},
    {"OUTCOME",
     {"eventId marketId typeId typeName statusId code translatedName shortTranslatedName "
      "headerName headerNameKey paramParticipantId1 paramParticipantName1", "", "paramFloat1", ""},
     {"bettingOffers"}, market, "marketId"},
    {"BETTING_OFFER", {"outcomeId providerId bettingTypeId statusId", "lastChangedTime", "odds",
                       "isLive isAvailable"}, {}, outcome, "outcomeId"},
    {"EVENT_INFO",
     {"eventId typeId typeName statusId eventPartId eventPartName paramParticipantId1",
      "eventPartRelativePosition", "paramFloat1 paramFloat2", ""},
     {}, match, "eventId"},
    {"MARKET_OUTCOME_RELATION", {"marketId outcomeId", "", "", ""},
     {}, market, "marketId", "outcomeId"},
}};

// EM-I2: an integer stands for its decimal text.
inline std::optional<string_view> idText(const Value& value) {
    if (value.isString()) return value.text;
    const bool isInteger = value.isNumber() && value.source.find_first_of(".eE") == string::npos;
    return isInteger ? std::optional(value.source) : std::nullopt;
}

// EM-P2 to EM-P5: `out` becomes the one JSON text that a value has, empty where it is absent.
// False if it is of the wrong kind.
inline bool readProperty(string& out, Kind kind, const Value& value) {
    out.clear();
    if (value.isNull()) return true;
    if (kind == boolean) return (out = value.source) == "true" || out == "false";
    if (kind == text || kind == id) {
        const auto meaning = kind == text && value.isNumber() ? std::nullopt : idText(value);
        if (meaning) json::appendQuoted(out, *meaning);
        return meaning.has_value();
    }
    if (!value.isNumber()) return false;
    if (kind == integer) {
        const auto whole = json::wholeValue(value.source);
        if (whole) out = std::to_string(*whole);
        return whole.has_value();
    }
    const double real = json::doubleValue(value.source);
    char digits[32];
    out.assign(digits, std::to_chars(digits, std::end(digits), real).ptr);
    return std::isfinite(real);
}

struct Record { string_view change, type, id; const Value* properties; };

// EM-R1: nothing for a record that is to be rejected alone.
inline std::optional<Record> readRecord(const Reader& json, const Value& record, bool isDump) {
    if (!record.isObject()) return {};
    const string_view type = json.find(record, isDump ? "_type" : "entityType").text;
    const auto id = idText(json.find(record, "id"));
    if (type.empty() || !id || id->empty()) return {};
    if (isDump) return Record{"CREATE", type, *id, &record};
    const string_view change = json.find(record, "changeType").text;
    if (change == "DELETE") return Record{change, type, *id, &json::null};
    if (change != "UPDATE" && change != "CREATE") return {};
    const Value& entity = json.find(record, change == "UPDATE" ? "changedProperties" : "entity");
    const Value& ownId = json.find(entity, "id"), &ownType = json.find(entity, "_type");
    if (!entity.isObject()) return {};
    if (change == "CREATE" && ((!ownId.isNull() && idText(ownId) != id) ||
                               (!ownType.isNull() && ownType.text != type))) return {};
    return Record{change, type, *id, &entity};
}
}  // namespace records
