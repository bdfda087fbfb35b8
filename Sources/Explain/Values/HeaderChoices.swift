/// What may be written as the value of a request header: values that others are chosen from, each with what it means.
package struct HeaderChoice: Sendable, Hashable {
    /// As it is written.
    package let value: String
    /// One sentence or a few words.
    package let text: String

    init(_ value: String, _ text: String) {
        self.value = value
        self.text = text
    }

    fileprivate init(_ term: Term) { self.init(term.name, term.text) }
}

extension Glossary {
    /// The headers that a request may carry, in the order in which a user looks for them.
    package static let sentHeaders: [Term] = {
        let bothWays: Set = [
            "Content-Type", "Content-Encoding", "Content-Language", "Content-Disposition", "Content-Digest",
            "Content-Length", "Content-Range", "Transfer-Encoding", "Trailer", "Cache-Control", "Pragma", "Connection",
            "Keep-Alive", "Upgrade", "Via", "Date", "Link", "Lock-Token", "MIME-Version",
        ]
        let first = ["Accept", "Authorization", "Content-Type", "Cache-Control", "User-Agent", "Cookie"]
        let all = Term.requestHeaders + Term.responseHeaders.filter { bothWays.contains($0.name) }
        return first.compactMap { name in all.first { $0.name == name } } + all.filter { !first.contains($0.name) }
    }()

    /// The methods that are known, the usual ones first.
    package static let methods: [Term] =
        ["GET", "POST", "PUT", "PATCH", "DELETE"].compactMap { term(.method, $0) }
        + Term.methods.filter { !["GET", "POST", "PUT", "PATCH", "DELETE"].contains($0.name) }

    /// Whether the value of a header is a list, whose members are chosen one by one.
    package static func isList(_ header: String) -> Bool {
        [
            "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "prefer",
            "te", "content-encoding", "transfer-encoding", "upgrade", "if-match", "if-none-match",
        ].contains(header.lowercased())
    }

    /// The values to choose from; empty for a header that takes any text.
    package static func choices(of header: String) -> [HeaderChoice] { choicesByHeader[header.lowercased()] ?? [] }

    private static let choicesByHeader: [String: [HeaderChoice]] = [
        "accept": mediaTypes + [HeaderChoice("*/*", "Any media type.")],
        "content-type": mediaTypes,
        "accept-encoding": codings.filter { $0.value != "chunked" },
        "content-encoding": codings.filter { $0.value != "chunked" && $0.value != "identity" },
        "transfer-encoding": codings.filter { ["chunked", "gzip"].contains($0.value) },
        "te": [HeaderChoice("trailers", "The client reads headers after the body; gRPC demands it.")],
        "accept-charset": [HeaderChoice("utf-8", "The charset of nearly everything today.")],
        "accept-language": languages + [HeaderChoice("*", "Any language.")], "content-language": languages,
        "cache-control": cacheDirectives,
        "pragma": [HeaderChoice("no-cache", "The old spelling of Cache-Control: no-cache.")],
        "authorization": schemes, "proxy-authorization": Array(schemes.prefix(3)),
        "connection": [
            HeaderChoice("keep-alive", "The connection stays open after the response; HTTP/1.1 does so anyway."),
            HeaderChoice("close", "The connection ends after the response."),
            HeaderChoice("Upgrade", "The header Upgrade names another protocol to change to."),
        ],
        "upgrade": [
            HeaderChoice("websocket", "Change to WebSocket."),
            HeaderChoice("h2c", "Change to HTTP/2 without TLS; given up by RFC 9113."),
        ],
        "expect": [HeaderChoice("100-continue", "Wait with the body until the server says 100.")],
        "prefer": [
            HeaderChoice("return=minimal", "No body in the response, if that can be."),
            HeaderChoice("return=representation", "The changed resource in the response."),
            HeaderChoice("respond-async", "202 at once, and the result later."),
            HeaderChoice("wait=10", "Wait for at most 10 seconds."),
            HeaderChoice("handling=strict", "Refuse what is wrong, do not repair it."),
            HeaderChoice("handling=lenient", "Repair what is wrong, do not refuse it."),
        ],
        "if-match": [HeaderChoice("*", "Only if the resource exists.")],
        "if-none-match": [HeaderChoice("*", "Only if the resource does not exist.")],
        "range": [
            HeaderChoice("bytes=0-1023", "The first 1,024 bytes."),
            HeaderChoice("bytes=-1024", "The last 1,024 bytes."),
            HeaderChoice("bytes=1024-", "All from byte 1,024 on."),
        ],
        "depth": [
            HeaderChoice("0", "The resource alone."), HeaderChoice("1", "The resource and what is directly in it."),
            HeaderChoice("infinity", "The resource and all that is in it."),
        ],
        "overwrite": [
            HeaderChoice("T", "Replace what is at the destination."),
            HeaderChoice("F", "Replace nothing: 412 if something is there."),
        ],
        "priority": [
            HeaderChoice("u=1", "Urgent."), HeaderChoice("u=3, i", "As usual, and useful in pieces."),
            HeaderChoice("u=7", "In the background."),
        ],
        "save-data": [HeaderChoice("on", "The user wants to save data.")],
        "dnt": [HeaderChoice("1", "Do not track.")],
        "upgrade-insecure-requests": [HeaderChoice("1", "The client prefers https.")],
        "x-requested-with": [HeaderChoice("XMLHttpRequest", "Sent by a script of a page; some servers ask for it.")],
        "x-http-method-override": methods.map { HeaderChoice($0.name, $0.text) },
        "sec-fetch-site": [
            HeaderChoice("same-origin", "From a page of the same origin."),
            HeaderChoice("same-site", "From a page of the same site."),
            HeaderChoice("cross-site", "From a page of another site."),
            HeaderChoice("none", "The user began it, by the address bar for example."),
        ],
        "sec-fetch-mode": [
            HeaderChoice("cors", "By the rules of CORS."), HeaderChoice("navigate", "The user goes to a page."),
            HeaderChoice("no-cors", "Without CORS: the page cannot read the response."),
            HeaderChoice("same-origin", "To the same origin alone."),
        ],
        "sec-fetch-dest": [
            HeaderChoice("document", "A page."), HeaderChoice("empty", "For a script, by fetch()."),
            HeaderChoice("image", "A picture."), HeaderChoice("script", "A script."),
        ],
        "content-disposition": [
            HeaderChoice("form-data; name=\"\"", "A part of a form."),
            HeaderChoice("attachment; filename=\"\"", "A file to be kept."),
        ],
    ]

    private static let mediaTypes: [HeaderChoice] = {
        let first = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]
        return first.compactMap { term(.mediaType, $0) }.map { HeaderChoice($0) }
            + Term.mediaTypes.filter { !first.contains($0.name) }.map { HeaderChoice($0) }
    }()

    private static let codings = Term.codings.map { HeaderChoice($0) }

    /// Those that mean something in a request.
    private static let cacheDirectives: [HeaderChoice] = [
        "no-cache", "no-store", "max-age", "max-stale", "min-fresh", "only-if-cached", "no-transform", "stale-if-error",
    ].compactMap { name in
        term(.directive, name).map { term in
            let takesSeconds = ["max-age", "min-fresh", "stale-if-error"].contains(name)
            return HeaderChoice(takesSeconds ? "\(name)=0" : name, term.text)
        }
    }

    private static let schemes: [HeaderChoice] = [
        HeaderChoice("Bearer ", "A token: whoever has it may do what it allows."),
        HeaderChoice("Basic ", "User and password, as 'user:password' or 'user password'; they are encoded when sent."),
        HeaderChoice("Digest ", "User and password, which are not sent: 'user password'."),
        HeaderChoice("AWS ", "A signature by Signature Version 4: key, secret key, then region: and service:."),
    ]

    private static let languages: [HeaderChoice] = [
        HeaderChoice("en", "English."), HeaderChoice("en-US", "English, United States."),
        HeaderChoice("en-GB", "English, United Kingdom."), HeaderChoice("de", "German."),
        HeaderChoice("fr", "French."), HeaderChoice("es", "Spanish."), HeaderChoice("it", "Italian."),
        HeaderChoice("pt-BR", "Portuguese, Brazil."), HeaderChoice("nl", "Dutch."), HeaderChoice("pl", "Polish."),
        HeaderChoice("tr", "Turkish."), HeaderChoice("ru", "Russian."), HeaderChoice("uk", "Ukrainian."),
        HeaderChoice("ar", "Arabic."), HeaderChoice("hi", "Hindi."), HeaderChoice("zh-CN", "Chinese, China."),
        HeaderChoice("zh-TW", "Chinese, Taiwan."), HeaderChoice("ja", "Japanese."), HeaderChoice("ko", "Korean."),
    ]
}
