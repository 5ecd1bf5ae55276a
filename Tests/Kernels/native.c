#define WIRE_(name) name##Narrow
#define WIRE_TARGET
#define NAMED(name) name##Native
#include "Primitives.h"
