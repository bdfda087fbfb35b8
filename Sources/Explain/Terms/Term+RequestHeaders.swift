/// Header fields that a request carries. Sections are those of IANA's registry of field names, or of the named standard.
extension Term {
    static let requestHeaders: [Term] = negotiation + conditions + credentials + routing + browserHeaders

    private static let negotiation: [Term] = [
        Term(
            .header, "Accept", "RFC 9110 §12.5.1",
            "The media types that the client takes, with weights: q=0.5 is wanted half as much as q=1. A server that ignores it is common; 406 is rare."
        ),
        Term(
            .header, "Accept-Charset", "RFC 9110 §12.5.2",
            "Which charsets the client takes. Deprecated: everybody sends UTF-8, and servers ignore it."),
        Term(
            .header, "Accept-Encoding", "RFC 9110 §12.5.3",
            "The compressions that the client can decode. The server names its choice in Content-Encoding, and must name this header in Vary."
        ),
        Term(
            .header, "Accept-Language", "RFC 9110 §12.5.4",
            "The languages that the user reads, with weights. What comes back is in Content-Language."),
        Term(
            .header, "Prefer", "RFC 7240 §2",
            "Wishes that a server may ignore: return=minimal, respond-async, wait=10. Preference-Applied lists those that it granted."
        ),
        Term(
            .header, "TE", "RFC 9110 §10.1.4",
            "Which transfer codings the client takes, and with trailers that it reads headers after the body. gRPC demands TE: trailers."
        ),
        Term(
            .header, "Expect", "RFC 9110 §10.1.1",
            "100-continue: the client waits with the body until the server says 100, so that a refused upload costs nothing. Some servers do not know it: a pause of a second, or 417, after which it is sent again without Expect."
        ),
        Term(
            .header, "Want-Content-Digest", "RFC 9530 §4",
            "Asks for Content-Digest in the response, with the hash functions that the client knows."),
        Term(
            .header, "Priority", "RFC 9218 §5",
            "How urgent the response is (u=0 to 7, 3 by default) and whether it is useful in pieces (i). A hint for HTTP/2 and HTTP/3."
        ),
        Term(
            .header, "Save-Data", "W3C Save Data",
            "on: the user wants to save data, so send smaller images and the like."),
    ]

    private static let conditions: [Term] = [
        Term(
            .header, "If-Match", "RFC 9110 §13.1.1",
            "Do it only if the resource still has this ETag, else 412. Protects an update from overwriting the changes of others."
        ),
        Term(
            .header, "If-None-Match", "RFC 9110 §13.1.2",
            "Send the body only if the ETag is another one, else 304. With * on PUT: create, but do not replace."),
        Term(
            .header, "If-Modified-Since", "RFC 9110 §13.1.3",
            "Send the body only if it changed after this date, else 304. Ignored where If-None-Match is there too."),
        Term(
            .header, "If-Unmodified-Since", "RFC 9110 §13.1.4",
            "Do it only if nothing changed after this date, else 412. If-Match is more exact: dates count whole seconds."
        ),
        Term(
            .header, "If-Range", "RFC 9110 §13.1.5",
            "With Range: send the part if the resource is unchanged, otherwise all of it. So a download continues safely."
        ),
        Term(
            .header, "Range", "RFC 9110 §14.2",
            "Only a part of the body: bytes=0-499 is the first 500 bytes, bytes=-500 the last 500. The response is 206, or 200 from a server that ignores it."
        ),
    ]

    private static let credentials: [Term] = [
        Term(
            .header, "Authorization", "RFC 9110 §11.6.2",
            "The login for the server: a scheme (Basic, Bearer, Digest …) and its credentials. It is dropped when a redirect leads to another server."
        ),
        Term(.header, "Proxy-Authorization", "RFC 9110 §11.7.2", "The login for the proxy, which does not pass it on."),
        Term(
            .header, "Cookie", "RFC 6265 §4.2",
            "The cookies that fit this host, path and scheme, as name=value pairs. Their attributes are not sent back; the server does not see when they expire."
        ),
        Term(
            .header, "DPoP", "RFC 9449 §4",
            "A signed proof that the sender holds the key to which its access token is bound, so that a stolen token is of no use."
        ),
        Term(
            .header, "Signature", "RFC 9421 §4.2",
            "Signatures over parts of the message. Signature-Input says which parts and which key."),
        Term(
            .header, "Signature-Input", "RFC 9421 §4.1",
            "What each signature covers: headers, @method, @target-uri, with the time and the key's id."),
        Term(
            .header, "X-Api-Key", also: ["Api-Key"], "",
            "A widespread, unstandardised place for an API key. It is a secret: hidden here, and not sent to another server by a redirect."
        ),
        Term(
            .header, "X-CSRF-Token", also: ["X-XSRF-Token"], "",
            "Proves that a form or script of the site itself sends the request. The value comes from a cookie or page of the site; a missing or old one is a usual reason for 403."
        ),
        Term(
            .header, "Idempotency-Key", "draft-ietf-httpapi-idempotency-key-header",
            "An id that the client chooses for this operation. Sent again with the same key, a POST is done only once."),
    ]

    private static let routing: [Term] = [
        Term(
            .header, "Host", "RFC 9110 §7.2",
            "The host and port that the client wants, because one server serves many. HTTP/2 has :authority in its place. 400, 404 or 421 if the server does not know it."
        ),
        Term(
            .header, "User-Agent", "RFC 9110 §10.1.5",
            "The program that sends, with its version. Some servers refuse an unknown or missing one."),
        Term(.header, "From", "RFC 9110 §10.1.2", "The email address of whoever runs the client; robots send it."),
        Term(
            .header, "Referer", "RFC 9110 §10.1.3",
            "The page from which the request comes; misspelt since 1996. Referrer-Policy says how much of it is sent."),
        Term(
            .header, "Origin", "RFC 6454 §7",
            "Scheme, host and port of the page whose script sends the request. Servers decide CORS and CSRF by it; null is an origin that the browser does not reveal."
        ),
        Term(
            .header, "Max-Forwards", "RFC 9110 §7.6.2",
            "How many proxies may pass on a TRACE or OPTIONS; the one that counts to 0 responds itself."),
        Term(
            .header, "Forwarded", "RFC 7239 §4",
            "What proxies changed: for (the client), by, host, proto. A client can write it too, so trust only what your own proxy adds."
        ),
        Term(
            .header, "X-Forwarded-For", "RFC 7239 §1",
            "The client's address, then each proxy's; the old form of Forwarded. Anybody can send it, so only the entries of your own proxies can be trusted."
        ),
        Term(
            .header, "X-Forwarded-Proto", "RFC 7239 §1",
            "http or https, as the client used it before the proxy. A server that misses it redirects to https in a loop."
        ),
        Term(
            .header, "X-Forwarded-Host", "RFC 7239 §1",
            "The Host that the client asked for, before the proxy changed it."),
        Term(.header, "X-Real-IP", "", "The client's address as a proxy such as nginx saw it."),
        Term(
            .header, "X-HTTP-Method-Override", "",
            "The method that is meant, in a POST through something that lets no PUT or DELETE pass."),
        Term(
            .header, "Traceparent", "W3C Trace Context §3.2",
            "The ids of the trace and of the caller's span: version-trace-span-flags. Look for the trace id in the server's tracing."
        ),
        Term(
            .header, "Tracestate", "W3C Trace Context §3.3",
            "What the tracing systems on the way add for themselves to Traceparent."),
        Term(
            .header, "X-Request-ID", also: ["X-Correlation-ID", "Request-Id"], "",
            "An id of this request for the logs of all servers that it passes. Quote it when you report a problem."),
        Term(
            .header, "Early-Data", "RFC 8470 §5.1",
            "1: a proxy received the request in the early data of TLS 1.3, which can be replayed. The server may respond 425."
        ), Term(.header, "CDN-Loop", "RFC 8586 §2", "The CDNs that the request passed, so that they notice a circle."),
        Term(
            .header, "SOAPAction", "SOAP 1.1 §6.1.1",
            "Which operation of a SOAP service is meant; in quotes, and demanded by many servers."),
        Term(
            .header, "Depth", "RFC 4918 §10.2",
            "WebDAV: only the resource (0), its members too (1), or everything below (infinity)."),
        Term(
            .header, "Destination", "RFC 4918 §10.3", "WebDAV: where COPY or MOVE puts the resource; an absolute URL."),
        Term(
            .header, "Overwrite", "RFC 4918 §10.6",
            "WebDAV: F keeps COPY and MOVE from replacing what is at the destination."),
        Term(
            .header, "Last-Event-ID", "HTML Standard, server-sent events",
            "The id of the last event that arrived, so that a server continues after it on a new connection."),
        Term(
            .header, "Sec-WebSocket-Key", "RFC 6455 §11.3.1",
            "A random value that the server must use in Sec-WebSocket-Accept; it shows that it speaks WebSocket and is not a secret."
        ), Term(.header, "Sec-WebSocket-Version", "RFC 6455 §11.3.5", "13 for every WebSocket of today."),
        Term(
            .header, "Sec-WebSocket-Protocol", "RFC 6455 §11.3.4",
            "What is spoken over the WebSocket, as names in order of preference; the server chooses one."),
    ]

    private static let browserHeaders: [Term] = [
        Term(
            .header, "Sec-Fetch-Site", "W3C Fetch Metadata §2.3",
            "Where a browser's request comes from: same-origin, same-site, cross-site, or none for one that the user typed. Servers refuse attacks by it."
        ),
        Term(
            .header, "Sec-Fetch-Mode", "W3C Fetch Metadata §2.2",
            "The mode of a browser's request: navigate, cors, no-cors, same-origin, websocket."),
        Term(
            .header, "Sec-Fetch-Dest", "W3C Fetch Metadata §2.1",
            "What a browser wants the response for: document, image, script, empty for fetch()."),
        Term(
            .header, "Sec-CH-UA", "WICG User-Agent Client Hints",
            "Brand and version of the browser, in place of a long User-Agent; with invented brands so that nobody relies on the list."
        ),
        Term(
            .header, "Upgrade-Insecure-Requests", "W3C Upgrade Insecure Requests",
            "1: the browser prefers the page over https, and may be redirected there."),
        Term(
            .header, "DNT", also: ["Sec-GPC"], "W3C Tracking Preference Expression",
            "1: do not track me. Given up because hardly anybody obeyed; Sec-GPC, which has legal force in places, follows it."
        ),
        Term(
            .header, "X-Requested-With", "",
            "XMLHttpRequest: sent by a script. Some frameworks return JSON or a 401 in place of a login page because of it."
        ),
        Term(
            .header, "Access-Control-Request-Method", "Fetch Standard, CORS protocol",
            "In a preflight (OPTIONS): the method that the browser is going to use."),
        Term(
            .header, "Access-Control-Request-Headers", "Fetch Standard, CORS protocol",
            "In a preflight (OPTIONS): the headers that the browser is going to send beyond the harmless ones."),
    ]
}
