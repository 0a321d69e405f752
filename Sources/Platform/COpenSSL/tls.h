#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

// The parts of OpenSSL's TLS API that are macros or callbacks, which Swift does not import.

enum {
  HEARTH_TLS_GOOD = 0,
  HEARTH_TLS_NO_CERTIFICATE,
  HEARTH_TLS_BAD_CHAIN,
  HEARTH_TLS_NO_KEY,
  HEARTH_TLS_ENCRYPTED_KEY,
  HEARTH_TLS_OTHER_KEY,
  HEARTH_TLS_REFUSED,
};

static inline int hearth_tls_select_alpn(
    SSL *ssl, const unsigned char **chosen, unsigned char *chosen_count, const unsigned char *offered,
    unsigned int count, void *unused) {
  (void)ssl;
  (void)unused;
  static const unsigned char http11[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  unsigned char *found = NULL;
  if (SSL_select_next_proto(&found, chosen_count, http11, sizeof http11, offered, count) != OPENSSL_NPN_NEGOTIATED)
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

static inline SSL_CTX *hearth_tls_limited(SSL_CTX *context) {
  if (!context) return NULL;
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
      SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 &&
      SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384") == 1)
    return context;
  SSL_CTX_free(context);
  return NULL;
}

static inline SSL_CTX *hearth_tls_server_context(void) {
  SSL_CTX *context = hearth_tls_limited(SSL_CTX_new(TLS_server_method()));
  if (!context) return NULL;
  SSL_CTX_set_security_level(context, 2);
  SSL_CTX_set_alpn_select_cb(context, hearth_tls_select_alpn, NULL);
  // Sessions are resumed by tickets only, so that no memory is kept for disconnected clients.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 1);
  return context;
}

static inline SSL_CTX *hearth_tls_client_context(int newest) {
  SSL_CTX *context = hearth_tls_limited(SSL_CTX_new(TLS_client_method()));
  if (context && newest) SSL_CTX_set_max_proto_version(context, newest);
  return context;
}

// A client that verifies certificates by the file of authorities, or by those of the system.
static inline SSL_CTX *hearth_tls_verifying_client_context(const char *authorities) {
  SSL_CTX *context = hearth_tls_client_context(0);
  if (!context) return NULL;
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  if ((authorities ? SSL_CTX_load_verify_file(context, authorities) : SSL_CTX_set_default_verify_paths(context)) == 1)
    return context;
  SSL_CTX_free(context);
  return NULL;
}

// The host whose certificate is expected, a name or a numeric address.
static inline int hearth_tls_expect_host(SSL *ssl, const char *host) {
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1) return 1;
  ERR_clear_error();
  return SSL_set_tlsext_host_name(ssl, host) == 1 && SSL_set1_host(ssl, host) == 1;
}

static inline int hearth_tls_refuse_password(char *buffer, int size, int writing, void *asked) {
  (void)buffer;
  (void)size;
  (void)writing;
  *(int *)asked = 1;
  return -1;
}

// Loads the certificate, its chain and the key from PEM text.
static inline int hearth_tls_use(
    SSL_CTX *context, const void *chain, int chain_count, const void *private_key, int key_count) {
  int result = HEARTH_TLS_NO_CERTIFICATE;
  BIO *chain_text = BIO_new_mem_buf(chain, chain_count);
  BIO *key_text = BIO_new_mem_buf(private_key, key_count);
  X509 *own = chain_text ? PEM_read_bio_X509(chain_text, NULL, hearth_tls_refuse_password, &(int){0}) : NULL;
  EVP_PKEY *key = NULL;
  if (!own || !key_text) goto done;
  int asked = 0;
  ERR_clear_error();
  key = PEM_read_bio_PrivateKey(key_text, NULL, hearth_tls_refuse_password, &asked);
  result = asked ? HEARTH_TLS_ENCRYPTED_KEY : HEARTH_TLS_NO_KEY;
  if (!key) goto done;
  result = HEARTH_TLS_OTHER_KEY;
  if (X509_check_private_key(own, key) != 1) goto done;
  result = HEARTH_TLS_REFUSED;
  ERR_clear_error();
  if (SSL_CTX_use_certificate(context, own) != 1 || SSL_CTX_use_PrivateKey(context, key) != 1) goto done;
  result = HEARTH_TLS_BAD_CHAIN;
  for (;;) {
    X509 *next = PEM_read_bio_X509(chain_text, NULL, hearth_tls_refuse_password, &(int){0});
    if (!next) break;
    if (SSL_CTX_add0_chain_cert(context, next) != 1) {
      X509_free(next);
      goto done;
    }
  }
  // At the end of the text no further block begins; any other error is a malformed block.
  if (ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE) {
    ERR_clear_error();
    result = HEARTH_TLS_GOOD;
  }
done:
  X509_free(own);
  EVP_PKEY_free(key);
  BIO_free(chain_text);
  BIO_free(key_text);
  return result;
}
