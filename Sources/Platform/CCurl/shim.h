#include <curl/curl.h>

// Swift cannot call variadic functions: one function for each type of option value.

static inline CURLcode hearth_curl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode hearth_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode hearth_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*hearth_curl_sink)(char *bytes, size_t size, size_t count, void *owner);

// Sets the callbacks for the header lines and the body, both with the same context.
static inline CURLcode hearth_curl_set_sinks(
    CURL *easy, hearth_curl_sink head, hearth_curl_sink body, void *owner) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, owner);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, owner);
  return code;
}

// Microseconds until the connection was ready for the request; 0 before that.
static inline curl_off_t hearth_curl_connected_after(CURL *easy) {
  curl_off_t time = 0;
  curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &time);
  return time;
}

// Whether the transfer of the multi handle has ended, with its result.
static inline int hearth_curl_ended(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return 1;
    }
  }
  return 0;
}
