#include "cidn.h"

#include <curl/curl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

char *cidn_ascii(const char *utf8_host) {
  char *ascii = NULL;
  char *copy = NULL;
  CURLU *url;
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  locale_t before;
  if(!utf8)
    return NULL;
  before = uselocale(utf8);
  url = curl_url();
  if(url) {
    if(!curl_url_set(url, CURLUPART_URL, "http://x/", 0) && !curl_url_set(url, CURLUPART_HOST, utf8_host, 0) &&
       !curl_url_get(url, CURLUPART_HOST, &ascii, CURLU_PUNYCODE)) {
      copy = strdup(ascii);
      curl_free(ascii);
    }
    curl_url_cleanup(url);
  }
  uselocale(before);
  freelocale(utf8);
  return copy;
}
