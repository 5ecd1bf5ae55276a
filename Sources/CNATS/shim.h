#if __has_include(<nats/nats.h>)
#include <nats/nats.h>
#else
#error "the NATS client is missing: install libnats-dev, which only the programs of the fleet need"
#endif
