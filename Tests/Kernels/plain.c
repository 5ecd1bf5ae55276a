#define WIRE_PLAIN
#define WIRE_(name) name##Narrow
#define WIRE_TARGET
#define NAMED(name) name##Plain
#include "Primitives.h"
