#ifndef CCRYPTO_H
#define CCRYPTO_H
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/* The flags are a macro; these are those with which libcurl prints a name. */
static inline int ccrypto_print_name(BIO *out, const X509_NAME *name) {
  return X509_NAME_print_ex(out, name, 0, XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB);
}

/* OPENSSL_free is a macro. */
static inline void ccrypto_free(void *memory) { OPENSSL_free(memory); }
#endif
