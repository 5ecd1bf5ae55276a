// A reconstruction of the feed: entities in hash maps, siblings in order of arrival, and the
// checksums of events kept until a frame touches them. Shown values are kept as JSON text, which
// is the same if, and only if, the value is. The names EM-… are rules of the feed contract.
#include <array>
#include <bitset>
#include <cmath>
#include <map>
#include <sstream>
#include <unordered_map>
#include "json.h"
#include "oddsbench.h"

namespace {
using json::Reader, json::Value, std::string, std::string_view;

enum Kind { text, id, integer, number, boolean };
enum Type : std::size_t { match, market, outcome, offer, info, relation };
constexpr std::size_t none = 31;  // is no property's slot

struct Schema {  // EM-P1 and EM-E1
    string_view name;
    std::array<string, 4> properties;  // of text, integers, numbers and booleans
    Type parent = match;
    string parentProperty{}, childProperty{};  // the child is the entity itself if there is none
    std::array<string_view, 2> childArrays{};
    std::vector<std::pair<string, Kind>> slots{};
    std::unordered_map<string_view, std::size_t> slotsByName{};
    std::size_t parentSlot = none, childSlot = none;
};
