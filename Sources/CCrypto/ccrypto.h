#ifndef CCRYPTO_H
#define CCRYPTO_H
#include <openssl/err.h>
#include <openssl/evp.h>
#endif
