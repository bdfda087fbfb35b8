/// All status codes of IANA's registry. The numbers of sections are those of the registry.
extension Term {
    static let statuses: [Term] = informational + successes + redirections + clientErrors + serverErrors

    private static let informational: [Term] = [
        Term(
            .status, "100", title: "Continue", "RFC 9110 §15.2.1",
            "The server has read the header and wants the body. It is sent to a request with Expect: 100-continue; the final response follows on the same connection."
        ),
        Term(
            .status, "101", title: "Switching Protocols", "RFC 9110 §15.2.2",
            "The connection changes to the protocol named in Upgrade, a WebSocket for example. After the empty line no more HTTP comes."
        ),
        Term(
            .status, "102", title: "Processing", "RFC 2518 §10.1",
            "The server is still working on the request. From an old version of WebDAV; hardly anybody sends it today."
        ),
        Term(
            .status, "103", title: "Early Hints", "RFC 8297 §2",
            "Headers that the final response will probably have, mostly Link for files to load early. They count only once the final response repeats them."
        ),
        Term(
            .status, "104", title: "Upload Resumption Supported", "draft-ietf-httpbis-resumable-upload",
            "The server can continue this upload if it breaks off; Location names where. Registered for the time being, until the draft is a standard."
        ),
    ]

    private static let successes: [Term] = [
        Term(
            .status, "200", title: "OK", "RFC 9110 §15.3.1",
            "The request succeeded. What the body holds depends on the method: the resource for GET, the result for POST. Some APIs send 200 with an error in the body, so look there too."
        ),
        Term(
            .status, "201", title: "Created", "RFC 9110 §15.3.2",
            "The request made a new resource. Location is its URL; without Location it is the URL that was requested."),
        Term(
            .status, "202", title: "Accepted", "RFC 9110 §15.3.3",
            "The request was taken and is not done yet; it may still fail. The body, Location or Retry-After should say where to ask for the outcome."
        ),
        Term(
            .status, "203", title: "Non-Authoritative Information", "RFC 9110 §15.3.4",
            "A 200 whose body a proxy on the way has changed. Compare with the response of the server itself if something looks wrong."
        ),
        Term(
            .status, "204", title: "No Content", "RFC 9110 §15.3.5",
            "Done, and there is nothing to show: the response has no body. Usual for PUT and DELETE."),
        Term(
            .status, "205", title: "Reset Content", "RFC 9110 §15.3.6",
            "Done; a form that sent it should be emptied. The response has no body."),
        Term(
            .status, "206", title: "Partial Content", "RFC 9110 §15.3.7",
            "Only the requested part of the resource, as Content-Range says. Several parts come as multipart/byteranges."
        ),
        Term(
            .status, "207", title: "Multi-Status", "RFC 4918 §11.1",
            "WebDAV: the XML in the body has a status for each resource. Some of them may have failed, although this is a 2xx."
        ),
        Term(
            .status, "208", title: "Already Reported", "RFC 5842 §7.1",
            "WebDAV: inside a 207, a member that was listed before under another path. It is not repeated."),
        Term(
            .status, "226", title: "IM Used", "RFC 3229 §10.4.1",
            "The body is a difference from a version that the client has, as the request's A-IM header asked for. Very rare."
        ),
    ]

    private static let redirections: [Term] = [
        Term(
            .status, "300", title: "Multiple Choices", "RFC 9110 §15.4.1",
            "The resource has several forms, and the user or client should choose one of the body's list. Location names the server's choice, if it has one."
        ),
        Term(
            .status, "301", title: "Moved Permanently", "RFC 9110 §15.4.2",
            "The resource is at Location from now on, and caches remember that even without max-age. Clients change POST to GET when they follow; 308 forbids that."
        ),
        Term(
            .status, "302", title: "Found", "RFC 9110 §15.4.3",
            "The resource is at Location for now; keep using this URL. Clients change POST to GET when they follow; 307 forbids that."
        ),
        Term(
            .status, "303", title: "See Other", "RFC 9110 §15.4.4",
            "The result is at Location and is fetched with GET, whatever the method was. The usual end of a form that was posted."
        ),
        Term(
            .status, "304", title: "Not Modified", "RFC 9110 §15.4.5",
            "What the client has stored is still valid, so there is no body. It comes only to a conditional request: If-None-Match or If-Modified-Since."
        ),
        Term(
            .status, "305", title: "Use Proxy", "RFC 9110 §15.4.6",
            "Once ordered the client to use a proxy. Deprecated because a server must not be able to say that; no client obeys."
        ),
        Term(
            .status, "306", title: "(Unused)", "RFC 9110 §15.4.7",
            "Meant something in a draft of the nineties. The number is reserved and must not be sent."),
        Term(
            .status, "307", title: "Temporary Redirect", "RFC 9110 §15.4.8",
            "As 302, but method and body must stay as they were: a POST is posted again to Location."),
        Term(
            .status, "308", title: "Permanent Redirect", "RFC 9110 §15.4.9",
            "As 301, but method and body must stay as they were. Caches remember it."),
    ]

    private static let clientErrors: [Term] = [
        Term(
            .status, "400", title: "Bad Request", "RFC 9110 §15.5.1",
            "The server cannot make sense of the request: syntax, a missing parameter, invalid JSON. The body often says what; the same request will fail again."
        ),
        Term(
            .status, "401", title: "Unauthorized", "RFC 9110 §15.5.2",
            "The request has no valid login. WWW-Authenticate says which kind is wanted. With a login it means that this one is wrong or has expired; 403 is for one that is not allowed."
        ),
        Term(
            .status, "402", title: "Payment Required", "RFC 9110 §15.5.3",
            "Reserved, without a fixed meaning. APIs use it for accounts that must pay or have used up their quota."),
        Term(
            .status, "403", title: "Forbidden", "RFC 9110 §15.5.4",
            "The server understood and refuses; another login may help, the same one will not. Look at roles, scopes of the token, CSRF checks and address filters."
        ),
        Term(
            .status, "404", title: "Not Found", "RFC 9110 §15.5.5",
            "Nothing is at this URL, or the server does not admit that there is. Check path, base URL and version prefix; some APIs send it in place of 403."
        ),
        Term(
            .status, "405", title: "Method Not Allowed", "RFC 9110 §15.5.6",
            "The resource exists but not for this method. Allow lists those that work."),
        Term(
            .status, "406", title: "Not Acceptable", "RFC 9110 §15.5.7",
            "The server has no form of the resource that fits Accept, Accept-Language and the like. Widen Accept."),
        Term(
            .status, "407", title: "Proxy Authentication Required", "RFC 9110 §15.5.8",
            "The proxy wants a login, not the server. Proxy-Authenticate says which kind."),
        Term(
            .status, "408", title: "Request Timeout", "RFC 9110 §15.5.9",
            "The server did not get the whole request in time. Often a reused connection that it was about to close: sending again is safe."
        ),
        Term(
            .status, "409", title: "Conflict", "RFC 9110 §15.5.10",
            "The request does not fit the present state of the resource: a name that is taken, a version that changed meanwhile. Fetch the resource, resolve, send again."
        ),
        Term(
            .status, "410", title: "Gone", "RFC 9110 §15.5.11",
            "The resource was here and is removed for good. Links to it should go; caches may remember it."),
        Term(
            .status, "411", title: "Length Required", "RFC 9110 §15.5.12",
            "The server wants Content-Length and does not take a chunked body."),
        Term(
            .status, "412", title: "Precondition Failed", "RFC 9110 §15.5.13",
            "A condition of the request was not met: If-Match named another version than the present one. Nothing was changed; fetch the resource and decide again."
        ),
        Term(
            .status, "413", title: "Content Too Large", "RFC 9110 §15.5.14",
            "The body is larger than the server or a proxy before it takes. Look at upload limits such as client_max_body_size of nginx."
        ),
        Term(
            .status, "414", title: "URI Too Long", "RFC 9110 §15.5.15",
            "The URL is longer than the server reads, mostly because of its query. Send the data in the body of a POST."
        ),
        Term(
            .status, "415", title: "Unsupported Media Type", "RFC 9110 §15.5.16",
            "The server does not read this Content-Type or Content-Encoding. Usual reason: JSON sent without Content-Type: application/json."
        ),
        Term(
            .status, "416", title: "Range Not Satisfiable", "RFC 9110 §15.5.17",
            "The range lies beyond the end. Content-Range has the true length; a download that was complete already asks for such a range."
        ),
        Term(
            .status, "417", title: "Expectation Failed", "RFC 9110 §15.5.18",
            "The server or a proxy does not support what Expect asks for. Send without Expect: 100-continue."),
        Term(
            .status, "418", title: "I'm a teapot", "RFC 9110 §15.5.19",
            "The joke of RFC 2324, because of which the number is reserved. Servers that send it mostly mean that they do not want you."
        ),
        Term(
            .status, "421", title: "Misdirected Request", "RFC 9110 §15.5.20",
            "This server is not responsible for that host. Comes from shared HTTP/2 connections and wrong SNI; the request may be repeated on a separate connection."
        ),
        Term(
            .status, "422", title: "Unprocessable Content", also: ["Unprocessable Entity"], "RFC 9110 §15.5.21",
            "The syntax is right but not the content: a field that fails validation. The body usually lists the fields."
        ),
        Term(
            .status, "423", title: "Locked", "RFC 4918 §11.3",
            "WebDAV: another client holds a lock on the resource. APIs use it for accounts or records that are locked."),
        Term(
            .status, "424", title: "Failed Dependency", "RFC 4918 §11.4",
            "WebDAV: not done, because another action that it needs has failed. Look for that one."),
        Term(
            .status, "425", title: "Too Early", "RFC 8470 §5.2",
            "The request came in the early data of TLS 1.3, which an attacker could repeat. The client may send it again after the handshake."
        ),
        Term(
            .status, "426", title: "Upgrade Required", "RFC 9110 §15.5.22",
            "The server insists on another protocol, which Upgrade names."),
        Term(
            .status, "428", title: "Precondition Required", "RFC 6585 §3",
            "The server changes this resource only under a condition, so that nobody overwrites what others changed. Fetch it and send its ETag in If-Match."
        ),
        Term(
            .status, "429", title: "Too Many Requests", "RFC 6585 §4",
            "A rate limit is reached. Retry-After says how long to wait; RateLimit headers often say how much is left."),
        Term(
            .status, "431", title: "Request Header Fields Too Large", "RFC 6585 §5",
            "One header, or all together, are larger than the server takes. Mostly cookies that have grown, or a long token."
        ),
        Term(
            .status, "451", title: "Unavailable For Legal Reasons", "RFC 7725 §3",
            "Withheld because of a legal demand. Link with rel=blocked-by may name who demanded it."),
    ]

    private static let serverErrors: [Term] = [
        Term(
            .status, "500", title: "Internal Server Error", "RFC 9110 §15.6.1",
            "The server met a condition that it did not expect: an exception, usually. Look at its logs for the request id; repeating rarely helps."
        ),
        Term(
            .status, "501", title: "Not Implemented", "RFC 9110 §15.6.2",
            "The server does not know this method at all. For a known method on the wrong resource it is 405."),
        Term(
            .status, "502", title: "Bad Gateway", "RFC 9110 §15.6.3",
            "A proxy or load balancer got no valid response from the server behind it: it is down, restarts, or closed the connection. Look there, not at the proxy."
        ),
        Term(
            .status, "503", title: "Service Unavailable", "RFC 9110 §15.6.4",
            "Overloaded or under maintenance, for now. Retry-After may say how long; no healthy server behind a balancer looks the same."
        ),
        Term(
            .status, "504", title: "Gateway Timeout", "RFC 9110 §15.6.5",
            "A proxy waited for the server behind it and gave up. The work may still go on there, so repeat only what can be repeated safely."
        ),
        Term(
            .status, "505", title: "HTTP Version Not Supported", "RFC 9110 §15.6.6",
            "The server refuses this major version of HTTP."),
        Term(
            .status, "506", title: "Variant Also Negotiates", "RFC 2295 §8.1",
            "The server is configured in a circle: the variant that it chose wants to choose again. An error of its configuration."
        ),
        Term(
            .status, "507", title: "Insufficient Storage", "RFC 4918 §11.5",
            "WebDAV: the server has no room for what the request would store. A full disk or a used up quota."),
        Term(
            .status, "508", title: "Loop Detected", "RFC 5842 §7.2",
            "WebDAV: a collection contains itself, and the request would never end."),
        Term(
            .status, "510", title: "Not Extended", "RFC 2774 §7",
            "The request lacks an extension that the server demands. Obsolete; nobody uses it."),
        Term(
            .status, "511", title: "Network Authentication Required", "RFC 6585 §6",
            "The network between wants a login, as in hotels: the response is not from the server. Open a page in a browser and log in there."
        ),
    ]
}
