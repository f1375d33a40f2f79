#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

/* `curl_easy_setopt` and `curl_easy_getinfo`, which cannot be called from Swift for their `...`, by
   the type of the value. */

CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);

/* What `CURLOPT_WRITEFUNCTION` and `CURLOPT_HEADERFUNCTION` take. */
typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);
CURLcode ccurl_set_receive(CURL *easy, CURLoption option, ccurl_receive value);

/* 0 if there is none. */
long ccurl_number(CURL *easy, CURLINFO info);
curl_off_t ccurl_offset(CURL *easy, CURLINFO info);
/* NULL if there is none. */
void *ccurl_pointer(CURL *easy, CURLINFO info);
/* Of the reply, the first that is called so; NULL if there is none. To be copied at once. */
const char *ccurl_header(CURL *easy, const char *name);

#endif
