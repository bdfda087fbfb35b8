import Base

/// Redirects of every kind (RFC 9110 §15.4).
struct DemoRedirects: Sendable {
    /// Scheme, host and port of the demo's second server, which is another origin.
    let otherOrigin: String

    func answer(_ request: DemoRequest) -> DemoResponse {
        let rest = Array(request.path.dropFirst())
        switch (rest.first, rest.dropFirst().first) {
        case ("chain", let steps?):
            guard let left = Int(steps), (0...1000).contains(left) else { return .notFound("chain of \(steps)") }
            if left == 0 { return .json(["arrived": true]) }
            // Both forms of a Location are legal: a relative path and one from the root.
            return to(left.isMultiple(of: 2) ? "/redirect/chain/\(left - 1)" : "\(left - 1)", status: 302)
        case ("loop", nil): return to("/redirect/loop/back", status: 302)
        case ("loop", "back"): return to("/redirect/loop", status: 302)
        case ("other-origin", nil): return to("\(otherOrigin)/echo?from=other-origin", status: 302)
        case ("see-other", nil): return to("/echo?from=see-other", status: 303)
        case ("keep-method", nil): return to("/echo?from=keep-method", status: 307)
        case ("moved", nil): return to("/echo?from=moved", status: 301)
        case ("permanent", nil): return to("/echo?from=permanent", status: 308)
        case ("bad-scheme", nil): return to("ftp://127.0.0.1/file", status: 302)
        case ("no-location", nil): return .text("A redirect that does not say where to.\n", status: 302)
        default: return .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    private func to(_ location: String, status: Int) -> DemoResponse {
        .text("Go to \(location)\n", status: status, headers: [("Location", location)])
    }
}
