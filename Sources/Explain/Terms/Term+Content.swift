/// Media types in common use, content codings, methods and cookie attributes.
extension Term {
    static let mediaTypes: [Term] = [
        Term(
            .mediaType, "application/json", "RFC 8259 §11", "JSON, always in UTF-8; a charset parameter means nothing."),
        Term(
            .mediaType, "application/problem+json", "RFC 9457 §3",
            "An error as JSON with fixed members: type, title, status, detail, instance. Read detail first."),
        Term(
            .mediaType, "application/x-ndjson", also: ["application/jsonl", "application/ndjson"], "",
            "One JSON value per line (JSON Lines), so that a stream can be read as it arrives."),
        Term(
            .mediaType, "application/json-seq", "RFC 7464 §2",
            "JSON texts with a record separator (0x1E) before each and a line feed after it."),
        Term(
            .mediaType, "application/merge-patch+json", "RFC 7396 §2",
            "A PATCH as the members to change; null removes one. Arrays are replaced as a whole."),
        Term(
            .mediaType, "application/json-patch+json", "RFC 6902 §3",
            "A PATCH as a list of operations: add, remove, replace, move, copy, test, with JSON pointers."),
        Term(
            .mediaType, "application/vnd.api+json", "JSON:API 1.1",
            "JSON by the rules of JSON:API: data, included, errors, links."),
        Term(
            .mediaType, "application/hal+json", "draft-kelly-json-hal",
            "JSON with _links and _embedded for links and nested resources."),
        Term(
            .mediaType, "application/ld+json", "W3C JSON-LD 1.1",
            "JSON whose members are names of linked data, by @context."),
        Term(
            .mediaType, "application/geo+json", "RFC 7946 §12",
            "Points, lines and areas on the Earth, as JSON; longitude comes first."),
        Term(
            .mediaType, "application/graphql-response+json", "GraphQL over HTTP",
            "A GraphQL response whose status means something: 4xx and 5xx are failures, beside errors in the body."),
        Term(
            .mediaType, "application/xml", also: ["text/xml"], "RFC 7303 §3",
            "XML. The charset is that of the header, else of a byte order mark, else of the XML declaration."),
        Term(
            .mediaType, "application/soap+xml", "RFC 3902 §2",
            "A SOAP 1.2 message; the action parameter is what SOAPAction was."),
        Term(.mediaType, "application/atom+xml", "RFC 4287 §7", "An Atom feed."),
        Term(
            .mediaType, "text/html", "HTML Standard",
            "A page. From an API it is mostly an error page of a proxy, or a login."),
        Term(
            .mediaType, "text/plain", "RFC 2046 §4.1.3",
            "Text without a format. Without charset UTF-8 is the best guess today."),
        Term(.mediaType, "text/css", "RFC 2318 §2", "Style sheets."),
        Term(
            .mediaType, "text/javascript", also: ["application/javascript"], "RFC 9239 §6.1.1",
            "JavaScript; application/javascript is the old name."),
        Term(
            .mediaType, "text/csv", "RFC 4180 §2",
            "Rows of values separated by commas, with quotes around a value that contains one. header=present: names come first."
        ),
        Term(.mediaType, "text/markdown", "RFC 7763 §2", "Markdown; variant names the dialect."),
        Term(
            .mediaType, "text/event-stream", also: ["SSE", "server-sent events"], "HTML Standard, server-sent events",
            "Events in lines (data:, event:, id:, retry:) on a response that stays open. A client connects again with Last-Event-ID."
        ),
        Term(
            .mediaType, "application/x-www-form-urlencoded", "URL Standard §5",
            "A form as name=value pairs joined by &; a space is +. What curl -d sends by default."),
        Term(
            .mediaType, "multipart/form-data", "RFC 7578 §4",
            "A form in parts, with files. Each part has its own headers; the boundary of the header must be the one in the body."
        ),
        Term(
            .mediaType, "multipart/mixed", "RFC 2046 §5.1.3",
            "Several parts, each with its own headers, divided by the boundary."),
        Term(.mediaType, "multipart/byteranges", "RFC 9110 §14.6", "Several parts of one resource, of a 206."),
        Term(
            .mediaType, "application/octet-stream", "RFC 2046 §4.5.1",
            "Bytes of an unknown kind. Browsers save them."),
        Term(.mediaType, "application/pdf", "RFC 8118 §8", "A PDF document."),
        Term(
            .mediaType, "application/zip", "",
            "A ZIP archive; office documents and jar files are ZIP inside, under other names."),
        Term(
            .mediaType, "application/gzip", "RFC 6713 §3",
            "A gzip file. As a type it stays compressed; as a Content-Encoding it is undone on arrival."),
        Term(.mediaType, "application/yaml", also: ["text/yaml", "application/x-yaml"], "RFC 9512 §2.1", "YAML."),
        Term(.mediaType, "application/cbor", "RFC 8949 §9.3", "CBOR: the values of JSON and more, in binary."),
        Term(
            .mediaType, "application/msgpack", also: ["application/vnd.msgpack"], "",
            "MessagePack: the values of JSON in binary."),
        Term(
            .mediaType, "application/protobuf", also: ["application/x-protobuf"], "",
            "Protocol Buffers: fields by number and wire type. Without the schema their names are unknown."),
        Term(
            .mediaType, "application/grpc", "gRPC over HTTP2",
            "gRPC: messages with a prefix of 5 bytes each, over HTTP/2; the result is in the trailer Grpc-Status."),
        Term(
            .mediaType, "application/jwt", "RFC 7519 §10.3",
            "A JSON Web Token: header, claims and signature in base64url, separated by dots."),
        Term(.mediaType, "application/wasm", "WebAssembly", "WebAssembly in binary."),
        Term(.mediaType, "application/dns-message", "RFC 8484 §6", "A DNS message, for DNS over HTTPS."),
        Term(.mediaType, "image/png", "W3C PNG", "An image, compressed without loss."),
        Term(.mediaType, "image/jpeg", "RFC 2046 §4.2", "A photograph, compressed with loss."),
        Term(.mediaType, "image/webp", "RFC 9649 §1", "An image; smaller than JPEG and PNG."),
        Term(.mediaType, "image/svg+xml", "W3C SVG 2", "A drawing as XML. It can hold scripts."),
    ]

    static let codings: [Term] = [
        Term(
            .coding, "gzip", also: ["x-gzip"], "RFC 9110 §8.4.1.3",
            "The compression that everybody knows. Decoded here on arrival; the Raw tab has both sizes."),
        Term(
            .coding, "deflate", "RFC 9110 §8.4.1.2",
            "zlib's format. Some servers send it without zlib's header; both are decoded here."),
        Term(.coding, "compress", "RFC 9110 §8.4.1.1", "The old compress of UNIX. Nobody sends it any more."),
        Term(
            .coding, "br", also: ["brotli"], "RFC 7932 §1",
            "Brotli: smaller than gzip for text, slow to make at its best level. Browsers take it over https only."),
        Term(.coding, "zstd", "RFC 8878 §1", "Zstandard: about as small as brotli and much faster."),
        Term(.coding, "identity", "RFC 9110 §12.5.3", "No compression. With q=0 in Accept-Encoding: only compressed."),
        Term(
            .coding, "dcb", also: ["dcz"], "RFC 9842 §4",
            "Brotli (dcb) or Zstandard (dcz) with a dictionary that the client got before."),
        Term(
            .coding, "chunked", "RFC 9112 §7.1",
            "Pieces with their length in hexadecimal before each; a length of 0 ends the body. A transfer coding: of this connection, not of the resource."
        ),
    ]

    static let methods: [Term] = [
        Term(
            .method, "GET", "RFC 9110 §9.3.1",
            "Fetches the resource. Safe and cacheable; a body has no defined meaning and may be refused."),
        Term(.method, "HEAD", "RFC 9110 §9.3.2", "As GET, without the body: headers and length."),
        Term(
            .method, "POST", "RFC 9110 §9.3.3",
            "Gives the body to the resource to process. Not idempotent: sent twice, it is done twice, so nothing repeats it by itself."
        ),
        Term(
            .method, "PUT", "RFC 9110 §9.3.4",
            "Makes the resource what the body is, or creates it there. Idempotent: it may be repeated."),
        Term(.method, "DELETE", "RFC 9110 §9.3.5", "Removes the resource. Idempotent; the second one often gives 404."),
        Term(.method, "CONNECT", "RFC 9110 §9.3.6", "Asks a proxy for a tunnel to a host and port."),
        Term(
            .method, "OPTIONS", "RFC 9110 §9.3.7",
            "Asks what the resource supports. Browsers ask so before a CORS request (preflight)."),
        Term(.method, "TRACE", "RFC 9110 §9.3.8", "Sends the request back as it arrived. Mostly switched off."),
        Term(
            .method, "PATCH", "RFC 5789 §2",
            "Changes a part of the resource, as the body's media type says. Not idempotent by itself."),
    ]

    static let cookieAttributes: [Term] = [
        Term(
            .cookie, "Expires", "RFC 6265 §5.2.1",
            "When the cookie ends, as a date. Without Expires and Max-Age it ends with the session."),
        Term(
            .cookie, "Max-Age", "RFC 6265 §5.2.2",
            "Seconds that the cookie lives; wins over Expires. 0 or less deletes it. 400 days are the most."),
        Term(
            .cookie, "Domain", "RFC 6265 §5.2.3",
            "Sent to this domain and all below it. Without Domain to exactly the host that set it."),
        Term(
            .cookie, "Path", "RFC 6265 §5.2.4",
            "Sent for this path and those below it. No protection: other paths of the site can read it anyway."),
        Term(.cookie, "Secure", "RFC 6265 §5.2.5", "Sent over https only."),
        Term(.cookie, "HttpOnly", "RFC 6265 §5.2.6", "Scripts of a page cannot read it. Right for every session."),
        Term(
            .cookie, "SameSite", "draft-ietf-httpbis-rfc6265bis",
            "Strict: only with requests of the site itself. Lax: also when a link is followed; what browsers take without it. None: always, and needs Secure."
        ),
        Term(
            .cookie, "__Host-", also: ["__Secure-"], "draft-ietf-httpbis-rfc6265bis",
            "Beginnings of names that bind: __Secure- needs Secure; __Host- needs Secure, Path=/ and no Domain, else the cookie is refused."
        ),
        Term(
            .cookie, "Partitioned", "CHIPS", "A browser keeps the cookie apart for each site in which it is embedded."),
    ]
}
