#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>

// Public keys from their parameters. In C, because the builder keeps pointers until it creates the parameters.

static inline EVP_PKEY *hearth_public_key(const char *kind, OSSL_PARAM_BLD *builder) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, kind, NULL);
  if (parameters && context && EVP_PKEY_fromdata_init(context) == 1)
    EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_free(parameters);
  EVP_PKEY_CTX *check = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
  if (key && (!check || EVP_PKEY_public_check(check) != 1)) {
    EVP_PKEY_free(key);
    key = NULL;
  }
  EVP_PKEY_CTX_free(check);
  ERR_clear_error();
  return key;
}

// Creates an RSA key from big-endian numbers. NULL if they are invalid.
static inline EVP_PKEY *hearth_rsa_public_key(
    const unsigned char *modulus, size_t modulus_count, const unsigned char *exponent, size_t exponent_count) {
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  BIGNUM *n = BN_bin2bn(modulus, (int)modulus_count, NULL);
  BIGNUM *e = BN_bin2bn(exponent, (int)exponent_count, NULL);
  EVP_PKEY *key = NULL;
  if (builder && n && e && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1 &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1)
    key = hearth_public_key("RSA", builder);
  BN_free(n);
  BN_free(e);
  OSSL_PARAM_BLD_free(builder);
  return key;
}

// Creates a P-256 key from 65 bytes: 0x04, x, y. NULL if the point is not on the curve.
static inline EVP_PKEY *hearth_p256_public_key(const unsigned char *point, size_t count) {
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY *key = NULL;
  if (builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
      OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count) == 1)
    key = hearth_public_key("EC", builder);
  OSSL_PARAM_BLD_free(builder);
  return key;
}
