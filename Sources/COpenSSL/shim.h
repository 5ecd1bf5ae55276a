#if __has_include(<openssl/evp.h>)
#include <openssl/evp.h>
#else
#error "OpenSSL's libcrypto is missing: install libssl-dev"
#endif
