#ifndef CCURL_H
#define CCURL_H
#include <curl/curl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>

/*
 * Swift cannot call variadic functions, and curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic. One typed
 * function an option: the compiler then refuses an int where libcurl reads a long, which C itself would let pass.
 */
#define CCURL_SET(name, option, type) \
  static inline CURLcode ccurl_set_##name(CURL *handle, type value) { return curl_easy_setopt(handle, option, value); }
#define CCURL_GET(name, info, type) \
  static inline CURLcode ccurl_get_##name(CURL *handle, type *value) { return curl_easy_getinfo(handle, info, value); }

/* What is sent. */
CCURL_SET(url, CURLOPT_URL, const char *)                       /* the address, without user and fragment */
CCURL_SET(parsed_url, CURLOPT_CURLU, CURLU *)                   /* the same, read before: libcurl reads the text for each request */
CCURL_SET(path_as_is, CURLOPT_PATH_AS_IS, long)                 /* dot segments leave as they were typed */
CCURL_SET(request_target, CURLOPT_REQUEST_TARGET, const char *) /* instead of the path: `OPTIONS *` has none */
CCURL_SET(http_get, CURLOPT_HTTPGET, long)                      /* a request without a body */
CCURL_SET(no_body, CURLOPT_NOBODY, long)                        /* HEAD: the answer has no body */
CCURL_SET(post, CURLOPT_POST, long)                             /* small bodies leave in one packet with the head */
CCURL_SET(post_size, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t)   /* before copy_post_fields, which copies that many bytes */
CCURL_SET(copy_post_fields, CURLOPT_COPYPOSTFIELDS, const void *) /* libcurl keeps the copy: a Swift array has no fixed address */
CCURL_SET(upload, CURLOPT_UPLOAD, long)                         /* large and file bodies are read piece by piece */
CCURL_SET(upload_size, CURLOPT_INFILESIZE_LARGE, curl_off_t)    /* the length in advance, or -1 for chunked */
CCURL_SET(custom_method, CURLOPT_CUSTOMREQUEST, const char *)   /* any method token */
CCURL_SET(headers, CURLOPT_HTTPHEADER, struct curl_slist *)     /* every field but Host is ours */
CCURL_SET(http_version, CURLOPT_HTTP_VERSION, long)             /* what the person chose */

/* As libcurl reads the address of a handle with path_as_is. */
static inline int ccurl_url_read(CURLU *url, const char *text) {
  return curl_url_set(url, CURLUPART_URL, text, CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS) == CURLUE_OK;
}

/* What libcurl must not do by itself. */
CCURL_SET(protocols, CURLOPT_PROTOCOLS_STR, const char *)       /* file:// and ftp:// are never touched */
CCURL_SET(follow, CURLOPT_FOLLOWLOCATION, long)                 /* the engine follows redirects */
CCURL_SET(rtsp_request, CURLOPT_RTSP_REQUEST, long)             /* RECEIVE: a request lost with its reused connection is left to the engine */
CCURL_SET(http09_allowed, CURLOPT_HTTP09_ALLOWED, long)         /* an answer without a status line is refused */
CCURL_SET(content_decoding, CURLOPT_HTTP_CONTENT_DECODING, long) /* the engine decodes, so that bombs and cuts are seen */
CCURL_SET(no_signal, CURLOPT_NOSIGNAL, long)                    /* no SIGALRM in a threaded program */
CCURL_SET(quick_exit, CURLOPT_QUICK_EXIT, long)                 /* removing a handle never joins its resolver thread */
CCURL_SET(proxy, CURLOPT_PROXY, const char *)                   /* "" keeps http_proxy and friends out */
CCURL_SET(no_proxy, CURLOPT_NOPROXY, const char *)              /* "" keeps no_proxy out */
CCURL_SET(proxy_tunnel, CURLOPT_HTTPPROXYTUNNEL, long)          /* CONNECT, where the proxy must not see the request */
CCURL_SET(proxy_headers, CURLOPT_PROXYHEADER, struct curl_slist *) /* for the proxy alone: its login never reaches the target */
CCURL_SET(header_targets, CURLOPT_HEADEROPT, long)              /* the two lists of fields are kept apart */
CCURL_SET(suppress_connect_headers, CURLOPT_SUPPRESS_CONNECT_HEADERS, long) /* the proxy's answer is not the server's */
CCURL_SET(proxy_ca_file, CURLOPT_PROXY_CAINFO, const char *)    /* an https proxy is checked as a server is */
CCURL_SET(proxy_ca_directory, CURLOPT_PROXY_CAPATH, const char *)
CCURL_SET(proxy_ssl_version, CURLOPT_PROXY_SSLVERSION, long)
CCURL_SET(tcp_nodelay, CURLOPT_TCP_NODELAY, long)               /* latency before packet count */
CCURL_SET(tcp_keepalive, CURLOPT_TCP_KEEPALIVE, long)           /* a dead idle connection is noticed */
CCURL_SET(connect_timeout_ms, CURLOPT_CONNECTTIMEOUT_MS, long)  /* far away: the engine's phase limits decide */
CCURL_SET(fresh_connect, CURLOPT_FRESH_CONNECT, long)           /* a retry never meets a second stale connection */
CCURL_SET(forbid_reuse, CURLOPT_FORBID_REUSE, long)             /* closes a connection that was turned down, so that it is not chosen again */
CCURL_SET(unix_socket, CURLOPT_UNIX_SOCKET_PATH, const char *)  /* instead of TCP */
CCURL_SET(abstract_unix_socket, CURLOPT_ABSTRACT_UNIX_SOCKET, const char *) /* the same without a file */
CCURL_SET(connect_to, CURLOPT_CONNECT_TO, struct curl_slist *)  /* another host, without touching the shared name cache */
CCURL_SET(resolve, CURLOPT_RESOLVE, struct curl_slist *)        /* several addresses for a made-up name */
CCURL_SET(interface, CURLOPT_INTERFACE, const char *)           /* the local end */
CCURL_SET(local_port, CURLOPT_LOCALPORT, long)
CCURL_SET(local_port_range, CURLOPT_LOCALPORTRANGE, long)
CCURL_SET(max_idle_seconds, CURLOPT_MAXAGE_CONN, long)          /* a connection idle for longer is not used again */
CCURL_SET(max_life_seconds, CURLOPT_MAXLIFETIME_CONN, long)     /* nor one that is older */
CCURL_SET(buffer_size, CURLOPT_BUFFERSIZE, long)                /* bytes a read */
CCURL_SET(ip_resolve, CURLOPT_IPRESOLVE, long)                  /* both families, with happy eyeballs */

/* TLS. */
CCURL_SET(ssl_version, CURLOPT_SSLVERSION, long)                /* 1.2 at least, by setting and not by luck */
CCURL_SET(verify_peer, CURLOPT_SSL_VERIFYPEER, long)
CCURL_SET(verify_host, CURLOPT_SSL_VERIFYHOST, long)
CCURL_SET(ca_file, CURLOPT_CAINFO, const char *)                /* libcurl itself ignores SSL_CERT_FILE */
CCURL_SET(ca_directory, CURLOPT_CAPATH, const char *)           /* and SSL_CERT_DIR */
CCURL_SET(client_certificate, CURLOPT_SSLCERT, const char *)    /* who we are */
CCURL_SET(client_certificate_type, CURLOPT_SSLCERTTYPE, const char *)
CCURL_SET(client_key, CURLOPT_SSLKEY, const char *)
CCURL_SET(key_password, CURLOPT_KEYPASSWD, const char *)
CCURL_SET(pinned_key, CURLOPT_PINNEDPUBLICKEY, const char *)    /* the only keys the server may have */
CCURL_SET(cert_info, CURLOPT_CERTINFO, long)                    /* the chain, for the person */

/* What we are told. */
CCURL_SET(verbose, CURLOPT_VERBOSE, long)                       /* switches the debug callback on */
CCURL_SET(debug_callback, CURLOPT_DEBUGFUNCTION, curl_debug_callback)   /* bytes and phase marks */
CCURL_SET(debug_data, CURLOPT_DEBUGDATA, void *)
CCURL_SET(header_callback, CURLOPT_HEADERFUNCTION, curl_write_callback) /* each head line as it came */
CCURL_SET(header_data, CURLOPT_HEADERDATA, void *)
CCURL_SET(write_callback, CURLOPT_WRITEFUNCTION, curl_write_callback)
CCURL_SET(write_data, CURLOPT_WRITEDATA, void *)
CCURL_SET(read_callback, CURLOPT_READFUNCTION, curl_read_callback)
CCURL_SET(read_data, CURLOPT_READDATA, void *)
CCURL_SET(seek_callback, CURLOPT_SEEKFUNCTION, curl_seek_callback) /* a body must be able to start again */
CCURL_SET(seek_data, CURLOPT_SEEKDATA, void *)
CCURL_SET(prereq_callback, CURLOPT_PREREQFUNCTION, curl_prereq_callback) /* the last look at a connection before it is used */
CCURL_SET(prereq_data, CURLOPT_PREREQDATA, void *)
CCURL_SET(open_socket_callback, CURLOPT_OPENSOCKETFUNCTION, curl_opensocket_callback) /* which socket is this transfer's: nothing else tells in time */
CCURL_SET(open_socket_data, CURLOPT_OPENSOCKETDATA, void *)
CCURL_SET(close_socket_callback, CURLOPT_CLOSESOCKETFUNCTION, curl_closesocket_callback) /* forget what we knew of a socket */
CCURL_SET(close_socket_data, CURLOPT_CLOSESOCKETDATA, void *)
CCURL_SET(error_buffer, CURLOPT_ERRORBUFFER, char *)            /* libcurl's own words, more exact than its code */
CCURL_SET(private, CURLOPT_PRIVATE, void *)                     /* from a finished handle to its transfer */

CCURL_GET(private, CURLINFO_PRIVATE, void *)
CCURL_GET(primary_ip, CURLINFO_PRIMARY_IP, const char *)
CCURL_GET(primary_port, CURLINFO_PRIMARY_PORT, long)
CCURL_GET(local_port, CURLINFO_LOCAL_PORT, long)
CCURL_GET(num_connects, CURLINFO_NUM_CONNECTS, long)            /* 0: an old connection was used */
CCURL_GET(os_errno, CURLINFO_OS_ERRNO, long)                    /* refused and unreachable are told apart by it */
CCURL_GET(verify_result, CURLINFO_SSL_VERIFYRESULT, long)       /* expired and unknown authority are told apart by it */
CCURL_GET(proxy_verify_result, CURLINFO_PROXY_SSL_VERIFYRESULT, long) /* the same of an https proxy */
CCURL_GET(proxy_error, CURLINFO_PROXY_ERROR, long)              /* why a SOCKS proxy refused */
CCURL_GET(start_transfer_us, CURLINFO_STARTTRANSFER_TIME_T, curl_off_t) /* set at the first byte, even amid a line */
CCURL_GET(cert_info, CURLINFO_CERTINFO, struct curl_certinfo *) /* the chain; owned by the handle */

/* OpenSSL's connection (`SSL *`) in the middle of a transfer, or NULL; it is valid until the callback returns that asks. */
static inline void *ccurl_openssl_connection(CURL *handle) {
  struct curl_tlssessioninfo *info = NULL;
  if(curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || !info || info->backend != CURLSSLBACKEND_OPENSSL)
    return NULL;
  return info->internals;
}

static inline CURLMcode ccurl_multi_set_max_idle(CURLM *multi, long value) { /* kept connections, not connections in use */
  return curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, value);
}

static inline CURLMcode ccurl_multi_set_max_per_host(CURLM *multi, long value) { /* open at once; 0 is no limit */
  return curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, value);
}

static inline CURLMcode ccurl_multi_set_max_total(CURLM *multi, long value) {
  return curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, value);
}

static inline CURLMcode ccurl_multi_set_multiplex(CURLM *multi, long value) { /* HTTP/2 streams share a connection */
  return curl_multi_setopt(multi, CURLMOPT_PIPELINING, value);
}

/* libcurl tells which sockets to watch and when to call again: nobody looks at transfers on which nothing happened. */
static inline void ccurl_multi_set_callbacks(CURLM *multi, curl_socket_callback socket, curl_multi_timer_callback timer, void *data) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, data);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, data);
}

/*
 * All transfers, whether something happened on their sockets or not. libcurl calls the function outdated because it is slow
 * with many transfers; nothing else lets a transfer go on that waits for no socket.
 */
static inline CURLMcode ccurl_multi_run_all(CURLM *multi, int *running) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return curl_multi_socket_all(multi, running);
#pragma GCC diagnostic pop
}

/* For debuggers and `top -H`; 15 characters at most. */
static inline void ccurl_name_this_thread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

/* The message is a C union, which Swift reads only by unsafe casts. */
static inline CURL *ccurl_message_finished(CURLMsg *message, CURLcode *result) {
  if(message->msg != CURLMSG_DONE)
    return NULL;
  *result = message->data.result;
  return message->easy_handle;
}

static inline struct curl_slist *ccurl_certificate(const struct curl_certinfo *info, int index) {
  return info->certinfo[index]; /* a C array of unknown length */
}

/*
 * Bytes that ever came on a TCP socket, or -1. libcurl reports the same code for an end before the first byte and for an end
 * amid the first line. The C library's struct tcp_info lacks the counter and the kernel's own header cannot be included beside
 * it, so it is read by its place, which is part of the kernel's interface: it only ever grows at its end.
 */
static inline long long ccurl_tcp_bytes_received(int socket) {
  enum { protocol_tcp = 6, option_tcp_info = 11, closed = 7, close_wait = 8, bytes_received_at = 128 };
  unsigned char info[256];
  socklen_t length = sizeof(info);
  unsigned long long received;
  if(getsockopt(socket, protocol_tcp, option_tcp_info, info, &length) || length < bytes_received_at + sizeof(received))
    return -1;
  memcpy(&received, info + bytes_received_at, sizeof(received));
  /*
   * The peer's FIN takes a number of its own. One that did not read all follows it with a reset; then the state tells of the
   * reset only, and a reset after a single byte, without a FIN, is the rarer case.
   */
  if(received && (info[0] == close_wait || info[0] == closed))
    received--;
  return (long long)received;
}

/* Bytes that came on a socket and that nobody has read yet. */
static inline int ccurl_unread_bytes(int socket) {
  int count = 0;
  return ioctl(socket, FIONREAD, &count) ? 0 : count;
}

#endif
