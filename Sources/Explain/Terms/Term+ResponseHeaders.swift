/// Header fields that a response carries, or both. Sections are those of IANA's registry of field names, or of the named standard.
extension Term {
    static let responseHeaders: [Term] = bodyHeaders + cacheHeaders + control + security + operations

    private static let bodyHeaders: [Term] = [
        Term(
            .header, "Content-Type", "RFC 9110 §8.3",
            "What the body is: a media type, with the charset of text and the boundary of multipart. What was declared need not be true; compare it with the body."
        ),
        Term(
            .header, "Content-Length", "RFC 9110 §8.6",
            "Bytes of the body as it is on the wire, so after compression. If fewer arrive, the body was cut off; together with Transfer-Encoding it is an error, and may be an attack."
        ),
        Term(
            .header, "Content-Encoding", "RFC 9110 §8.4",
            "How the body is compressed, in the order in which that was done. It is part of the resource: an ETag and a Content-Length are about the compressed bytes."
        ), Term(.header, "Content-Language", "RFC 9110 §8.5", "The languages of those for whom the body is meant."),
        Term(
            .header, "Content-Location", "RFC 9110 §8.7",
            "The URL of exactly this form of the resource, as of one language. No redirect: nothing follows it."),
        Term(
            .header, "Content-Range", "RFC 9110 §14.4",
            "Which part of the whole the body is: bytes 0-499/1234. A star for the length means that it is not known yet."
        ),
        Term(
            .header, "Accept-Ranges", "RFC 9110 §14.3",
            "bytes: parts can be requested, so a download can be continued. none: they cannot."),
        Term(
            .header, "Content-Disposition", "RFC 6266 §4",
            "attachment: save it, as filename; inline: show it. filename* holds a name beyond ASCII. A name is a suggestion and may be hostile: here it never leaves its folder."
        ),
        Term(
            .header, "Content-Digest", "RFC 9530 §2",
            "A hash of the body as sent, to notice damage on the way. It is not a signature: whoever changes the body can change it too."
        ),
        Term(
            .header, "Repr-Digest", also: ["Digest"], "RFC 9530 §3",
            "A hash of the whole resource in its coding, even if only a part was sent. It replaces Digest of RFC 3230."),
        Term(
            .header, "Content-MD5", "RFC 2616 §14.15",
            "An MD5 of the body. Removed from HTTP in 2014; Content-Digest replaces it."),
        Term(
            .header, "Transfer-Encoding", "RFC 9112 §6.1",
            "chunked: the body comes in pieces with their length before each, because its whole length is not known in advance. It is about this connection only, and HTTP/2 does not have it."
        ),
        Term(
            .header, "Trailer", "RFC 9110 §6.6.2",
            "The headers that come after the body, such as a checksum or the status of gRPC."),
        Term(
            .header, "MIME-Version", "RFC 9112 §B.1",
            "1.0 says that the message is a MIME entity. Without effect in HTTP."),
    ]

    private static let cacheHeaders: [Term] = [
        Term(
            .header, "Cache-Control", "RFC 9111 §5.2",
            "Directives for all caches on the way, in requests and responses. What the directives of this one mean together is below."
        ),
        Term(
            .header, "Age", "RFC 9111 §5.1",
            "Seconds that the response has spent in caches on the way. If it is there, a cache answered, or passed it on."
        ),
        Term(
            .header, "Expires", "RFC 9111 §5.3",
            "When the response becomes stale. max-age wins over it; anything that is not a date, such as 0, means already."
        ),
        Term(
            .header, "ETag", "RFC 9110 §8.8.3",
            "The name of this version of the resource, made by the server as it likes. If-None-Match asks with it whether it changed, If-Match protects an update. W/ marks a weak one."
        ),
        Term(
            .header, "Last-Modified", "RFC 9110 §8.8.2",
            "When the resource changed last, in whole seconds. If-Modified-Since asks with it; without max-age and Expires, caches guess a lifetime from it."
        ),
        Term(
            .header, "Vary", "RFC 9110 §12.5.5",
            "The request headers by which the server chose this form. A cache may use it only for requests that agree in them; * means for none."
        ),
        Term(
            .header, "Date", "RFC 9110 §6.6.1",
            "When the server made the response, by its own clock. A cache measures age and Expires against it."),
        Term(
            .header, "Pragma", "RFC 9111 §5.4",
            "no-cache of HTTP/1.0, in requests. Deprecated; in a response it never meant anything."),
        Term(.header, "Warning", "RFC 9111 §5.5", "Once carried notes of caches, such as 110 for stale. Obsolete."),
        Term(
            .header, "Cache-Status", "RFC 9211 §2",
            "What each cache on the way did, nearest to the server first: hit, fwd=miss, stored, ttl."),
        Term(
            .header, "CDN-Cache-Control", "RFC 9213 §3",
            "Cache-Control for CDNs alone. A CDN obeys it in place of Cache-Control; others ignore it."),
        Term(
            .header, "Surrogate-Control", "W3C Edge Architecture",
            "Cache directives for the CDN in front of the server, which removes the header. The predecessor of CDN-Cache-Control."
        ),
        Term(
            .header, "X-Cache", "",
            "HIT or MISS of a CDN or proxy; what exactly it means is in the manual of that one. Cache-Status is the standard form."
        ),
    ]

    private static let control: [Term] = [
        Term(
            .header, "Location", "RFC 9110 §10.2.2",
            "Where to go: the target of a 3xx, or the resource that a 201 made. A relative one is meant against the URL of the request."
        ),
        Term(
            .header, "Retry-After", "RFC 9110 §10.2.3",
            "How long to wait before the next request, in seconds or until a date. With 503, 429 and 3xx."),
        Term(.header, "Allow", "RFC 9110 §10.2.1", "The methods that this resource supports. A 405 must have it."),
        Term(
            .header, "WWW-Authenticate", "RFC 9110 §11.6.1",
            "How to log in: the schemes that the server takes, each with a realm and parameters. For Bearer, error= says what is wrong with the token."
        ), Term(.header, "Proxy-Authenticate", "RFC 9110 §11.7.1", "How to log in to the proxy."),
        Term(
            .header, "Authentication-Info", "RFC 9110 §11.6.3",
            "What follows a successful login, such as the next nonce of Digest."),
        Term(
            .header, "Set-Cookie", "RFC 6265 §4.1",
            "A cookie to keep and send back: name=value, then attributes for where, how long and to whom. One header for each cookie; they cannot be joined by commas."
        ),
        Term(
            .header, "Link", "RFC 8288 §3",
            "Links to other resources with their relation: rel=\"next\" is the next page of a list, preload what to load early, describedby documentation."
        ), Term(.header, "Server", "RFC 9110 §10.2.4", "The software of the server, or of the proxy in front of it."),
        Term(
            .header, "Via", "RFC 9110 §7.6.3",
            "The proxies and gateways that the message passed, with the version of HTTP that each received."),
        Term(
            .header, "Connection", "RFC 9110 §7.6.1",
            "close ends the connection after this message; any other word is a header for this connection only. HTTP/2 forbids it."
        ),
        Term(
            .header, "Keep-Alive", "RFC 2068 §19.7.1.1",
            "How long an idle connection is kept (timeout) and for how many requests more (max). HTTP/1.1 keeps connections without it."
        ),
        Term(
            .header, "Upgrade", "RFC 9110 §7.8",
            "Another protocol that the sender would like on this connection, such as websocket. Needs Connection: upgrade."
        ),
        Term(
            .header, "Alt-Svc", "RFC 7838 §3",
            "Where else the same site is served: h3=\":443\" offers HTTP/3. ma is for how many seconds to remember it; clear forgets it."
        ), Term(.header, "Alt-Used", "RFC 7838 §5", "In a request: the alternative of Alt-Svc that it was sent to."),
        Term(.header, "Preference-Applied", "RFC 7240 §3", "Which wishes of Prefer the server granted."),
        Term(
            .header, "Accept-Patch", "RFC 5789 §3.1",
            "The media types that PATCH takes here, such as application/merge-patch+json."),
        Term(.header, "Accept-CH", "RFC 8942 §3.1", "Client hints that the server would like to get from now on."),
        Term(
            .header, "Refresh", "HTML Standard, pragma directives",
            "A browser loads the page again, or another URL, after a number of seconds. Not followed here: it is not a redirect."
        ),
        Term(
            .header, "Sec-WebSocket-Accept", "RFC 6455 §11.3.3",
            "Made from Sec-WebSocket-Key; shows that the server read it."),
        Term(.header, "DAV", "RFC 4918 §10.1", "The classes of WebDAV that the resource supports."),
        Term(.header, "Lock-Token", "RFC 4918 §10.5", "WebDAV: names the lock that was made, or that UNLOCK removes."),
        Term(
            .header, "Grpc-Status", "gRPC over HTTP2",
            "The result of a gRPC call, mostly as a trailer: 0 is success, whatever the HTTP status. Grpc-Message has the words."
        ),
    ]

    private static let security: [Term] = [
        Term(
            .header, "Strict-Transport-Security", also: ["HSTS"], "RFC 6797 §6.1",
            "Browsers use only https for this host for max-age seconds and let nobody click a certificate warning away. Ignored when sent over http."
        ),
        Term(
            .header, "Content-Security-Policy", also: ["CSP"], "W3C Content Security Policy Level 3",
            "From where a page may load scripts, styles, frames and the rest; limits what injected script can do."),
        Term(
            .header, "Content-Security-Policy-Report-Only", "W3C Content Security Policy Level 3",
            "A policy that is only tried: a browser reports what it would block, and blocks nothing."),
        Term(
            .header, "X-Content-Type-Options", "Fetch Standard, nosniff",
            "nosniff: a browser must not guess another media type than the one declared. A script with the wrong type is then refused."
        ),
        Term(
            .header, "X-Frame-Options", "HTML Standard, X-Frame-Options",
            "Who may show the page in a frame: DENY nobody, SAMEORIGIN the site itself. frame-ancestors of Content-Security-Policy replaces it."
        ),
        Term(
            .header, "X-XSS-Protection", "",
            "Controlled a filter that browsers have removed, because it could be abused. 0 or no header is right."),
        Term(
            .header, "Referrer-Policy", "W3C Referrer Policy", "How much of the page's URL a browser sends in Referer."),
        Term(
            .header, "Permissions-Policy", "W3C Permissions Policy",
            "Which features of a browser (camera, location …) the page and its frames may use."),
        Term(
            .header, "Access-Control-Allow-Origin", "Fetch Standard, CORS protocol",
            "Which site's scripts may read the response in a browser: one origin or *. It does not protect the server, and does not concern clients like this one."
        ),
        Term(
            .header, "Access-Control-Allow-Credentials", "Fetch Standard, CORS protocol",
            "true: also with cookies or a login. Then Access-Control-Allow-Origin must not be *."),
        Term(
            .header, "Access-Control-Allow-Methods", "Fetch Standard, CORS protocol",
            "Response to a preflight: the methods that scripts of other sites may use."),
        Term(
            .header, "Access-Control-Allow-Headers", "Fetch Standard, CORS protocol",
            "Response to a preflight: the headers that scripts of other sites may send. * does not include Authorization."
        ),
        Term(
            .header, "Access-Control-Expose-Headers", "Fetch Standard, CORS protocol",
            "The response headers that scripts of other sites may read, beyond a few harmless ones."),
        Term(
            .header, "Access-Control-Max-Age", "Fetch Standard, CORS protocol",
            "For how many seconds a browser may remember a preflight. Browsers cut it to 2 h (Chromium) or 24 h (Firefox)."
        ),
        Term(
            .header, "Cross-Origin-Resource-Policy", also: ["CORP"], "Fetch Standard, CORP",
            "Which sites may embed the response without CORS: same-origin, same-site, cross-origin."),
        Term(
            .header, "Cross-Origin-Opener-Policy", also: ["COOP"], "HTML Standard, COOP",
            "same-origin separates the page from windows of other sites, in both directions."),
        Term(
            .header, "Cross-Origin-Embedder-Policy", also: ["COEP"], "HTML Standard, COEP",
            "require-corp: the page loads only what allows it explicitly. Needed for shared memory in browsers."),
        Term(
            .header, "Clear-Site-Data", "W3C Clear Site Data",
            "A browser deletes the site's data: \"cookies\", \"storage\", \"cache\". For a logout."),
        Term(
            .header, "Expect-CT", "RFC 9163 §2.1",
            "Demanded certificate transparency. Obsolete: browsers demand it of everybody."),
        Term(
            .header, "DPoP-Nonce", "RFC 9449 §8",
            "A value that the next DPoP proof must contain, so that an old proof cannot be used again."),
    ]

    private static let operations: [Term] = [
        Term(
            .header, "RateLimit", "draft-ietf-httpapi-ratelimit-headers",
            "What is left of a quota now: r is how many requests, t in how many seconds it starts again. RateLimit-Policy has the rule."
        ),
        Term(
            .header, "X-RateLimit-Limit", also: ["RateLimit-Limit"], "draft-ietf-httpapi-ratelimit-headers",
            "How many requests the window allows. Servers disagree on what a window is; see their manual."),
        Term(
            .header, "X-RateLimit-Remaining", also: ["RateLimit-Remaining"], "draft-ietf-httpapi-ratelimit-headers",
            "How many requests are left in this window. At 0 the next is a 429."),
        Term(
            .header, "X-RateLimit-Reset", also: ["RateLimit-Reset"], "draft-ietf-httpapi-ratelimit-headers",
            "When the window starts again: seconds from now, or seconds since 1970. A large number is the latter."),
        Term(
            .header, "Server-Timing", "W3C Server Timing",
            "How long parts of the work took on the server, in milliseconds (dur), with a description. The Timing tab draws them inside the wait."
        ),
        Term(
            .header, "Timing-Allow-Origin", "W3C Resource Timing",
            "Which sites' scripts may see the exact timings of this response in a browser."),
        Term(
            .header, "Deprecation", "RFC 9745 §2",
            "From when on the resource is deprecated, as @ and seconds since 1970. It still works; Sunset says for how long, Link with rel=deprecation what to use."
        ),
        Term(
            .header, "Sunset", "RFC 8594 §3",
            "When the resource is expected to stop working. Move to its successor before."),
        Term(
            .header, "NEL", "W3C Network Error Logging",
            "A browser reports connections that failed, to the group of Report-To that it names."),
        Term(
            .header, "Report-To", also: ["Reporting-Endpoints"], "W3C Reporting API",
            "Where a browser sends its reports. Reporting-Endpoints is the newer header."),
        Term(
            .header, "Proxy-Status", "RFC 9209 §2",
            "What proxies on the way did and which error they met: error=connection_timeout, for example. Look here for the reason of a 502 or 504."
        ),
        Term(
            .header, "X-Powered-By", "",
            "The framework of the server. It helps attackers more than anybody else; switch it off."),
        Term(
            .header, "X-Robots-Tag", "",
            "What search engines may do with the response: noindex, nofollow. The same as the meta element robots."),
        Term(
            .header, "CF-Ray", also: ["X-Amz-Cf-Id", "X-Amzn-RequestId", "X-Served-By"], "",
            "The id or place of a CDN or cloud for this request (Cloudflare, Amazon, Fastly). Quote it to its support."),
    ]
}
