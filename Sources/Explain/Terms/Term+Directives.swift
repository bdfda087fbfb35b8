/// The directives of Cache-Control.
extension Term {
    static let directives: [Term] = [
        Term(
            .directive, "max-age", "RFC 9111 §5.2.2.1",
            "In a response: for how many seconds it is fresh and may be used without asking. In a request (§5.2.1.1): the client wants nothing older. 0 means: ask every time."
        ),
        Term(
            .directive, "s-maxage", "RFC 9111 §5.2.2.10",
            "As max-age, for shared caches only (proxies, CDNs), where it wins over max-age. A private cache ignores it."
        ),
        Term(
            .directive, "no-cache", "RFC 9111 §5.2.2.4",
            "May be stored but not used without asking the server first. Not the same as no-store. In a request (§5.2.1.4): take nothing from a cache without asking."
        ),
        Term(
            .directive, "no-store", "RFC 9111 §5.2.2.5",
            "Nothing of request or response may be stored. The one that keeps private data out of caches. In a request (§5.2.1.5) it says the same of its response."
        ),
        Term(
            .directive, "no-transform", "RFC 9111 §5.2.2.6",
            "Proxies must not change the body, not even recompress an image."),
        Term(
            .directive, "public", "RFC 9111 §5.2.2.9",
            "Any cache may store it, even where a rule forbids that, as for responses to requests with Authorization. Not needed beside max-age otherwise."
        ),
        Term(
            .directive, "private", "RFC 9111 §5.2.2.7",
            "Only the cache of one user may store it, no proxy or CDN. With names in quotes it is about those headers only."
        ),
        Term(
            .directive, "must-revalidate", "RFC 9111 §5.2.2.2",
            "Once stale, it must not be used without asking, not even when the server cannot be reached."),
        Term(.directive, "proxy-revalidate", "RFC 9111 §5.2.2.8", "As must-revalidate, for shared caches only."),
        Term(
            .directive, "must-understand", "RFC 9111 §5.2.2.3",
            "Store it only if you know what its status means. Sent together with no-store, for caches that do not know the directive."
        ),
        Term(
            .directive, "immutable", "RFC 8246 §2",
            "The body never changes while it is fresh, so even a reload need not ask. For files with a hash in their name."
        ),
        Term(
            .directive, "stale-while-revalidate", "RFC 5861 §3",
            "For this number of seconds after its lifetime it may be used at once, while a cache asks for a new one in the background."
        ),
        Term(
            .directive, "stale-if-error", "RFC 5861 §4",
            "For this number of seconds after its lifetime it may be used if the server fails: 500, 502, 503, 504, or no connection."
        ),
        Term(
            .directive, "max-stale", "RFC 9111 §5.2.1.2",
            "In a request: the client takes a response that is stale by at most this number of seconds; without a number however stale."
        ),
        Term(
            .directive, "min-fresh", "RFC 9111 §5.2.1.3",
            "In a request: the response must stay fresh for at least this number of seconds more."),
        Term(
            .directive, "only-if-cached", "RFC 9111 §5.2.1.7",
            "In a request: only a stored response is wanted. A cache that has none responds 504 and asks nobody."),
    ]
}
