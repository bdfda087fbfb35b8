import Base
import NetEngine

/// Where each header of a request comes from.
package enum HeaderOrigins {
    /// Of a request that was sent.
    package static func lines(_ hop: Hop) -> [ReportLine] {
        var lines = hop.request.headers.map { ReportLine.fact($0.name, reason($0)) }
        if case .redirect(let status) = hop.cause {
            lines.append(.text("The redirect (\(status)) led to this request; it repeats what the first one said."))
        }
        for name in hop.heldBack {
            lines.append(.fact(name, "left out: it holds a secret, and the redirect leads to another server"))
        }
        return lines
    }

    /// What is known of a request before it is sent.
    package struct Plan: Sendable {
        package var method: String
        /// The host and port of the URL as written, variables included.
        package var host: String
        package var headers: HeaderFields
        package var hasBody: Bool
        /// How many cookies the jar holds; nil if the request uses no jar.
        package var jarCount: Int?
        package var cacheMode: CacheMode

        package init(
            method: String, host: String, headers: HeaderFields, hasBody: Bool, jarCount: Int?, cacheMode: CacheMode
        ) {
            self.method = method
            self.host = host
            self.headers = headers
            self.hasBody = hasBody
            self.jarCount = jarCount
            self.cacheMode = cacheMode
        }
    }

    /// Of a request that is going to be sent, as far as it is known without its variables.
    ///
    /// - Parameter userAgent: of this program.
    package static func lines(_ plan: Plan, userAgent: String) -> [ReportLine] {
        let fields: [HeaderField]
        do throws(EngineError) { fields = try self.fields(plan, userAgent) } catch {
            // A header that cannot be sent, or one whose variables make it invalid until they are replaced.
            return [.warning(error.sentence)] + plan.headers.map { .fact($0.name, reason($0)) }
        }
        return fields.map { line($0, plan) } + later(plan)
    }

    /// The headers of such a request that nobody wrote; none if it cannot be sent as it is.
    package static func added(_ plan: Plan, userAgent: String) -> [ReportLine] {
        guard let fields = try? fields(plan, userAgent) else { return [] }
        return fields.filter { $0.origin != .typed }.map { line($0, plan) } + later(plan)
    }

    /// By the engine's own rules, on a stand-in for the URL: it may hold variables.
    private static func fields(_ plan: Plan, _ userAgent: String) throws(EngineError) -> [HeaderField] {
        let draft = RequestDraft(
            method: plan.method, url: "http://host.invalid/", headers: plan.headers,
            body: plan.hasBody && plan.method != "HEAD" ? .bytes([0]) : .none)
        return Array(try RequestBuilder(userAgent: userAgent).build(draft).headers)
    }

    private static func line(_ field: HeaderField, _ plan: Plan) -> ReportLine {
        guard field.origin == .engine else { return .fact(field.name, reason(field)) }
        switch field.name {
        case "Host": return .fact("Host", "\(plan.host): \(reason(field))")
        case "Content-Length": return .fact("Content-Length", reason(field))
        default: return .fact(field.name, "\(field.value): \(reason(field))")
        }
    }

    /// What cookie jar and cache add at the last moment.
    private static func later(_ plan: Plan) -> [ReportLine] {
        var lines: [ReportLine] = []
        if let count = plan.jarCount, count > 0 {
            let typed = plan.headers.contains("Cookie") ? ", after those that you wrote" : ""
            let cookies =
                count == 1
                ? "the 1 cookie in the jar, if it fits" : "those of the \(count) cookies in the jar that fit"
            lines.append(.fact("Cookie", "\(cookies) the URL\(typed)"))
        }
        switch plan.cacheMode {
        case .noStore, .reload, .onlyIfCached: break
        case .default, .noCache, .forceCache:
            if ["GET", "HEAD"].contains(plan.method) {
                lines.append(
                    .fact(
                        "If-None-Match, If-Modified-Since",
                        "only if the cache holds a response that must be confirmed first"))
            }
        }
        return lines
    }

    /// Why a header is there. The value of none is repeated.
    static func reason(_ field: HeaderField) -> String {
        switch field.origin {
        case .typed:
            field.value.contains(bytes: "{{")
                ? "written in the request; its variables are replaced when it is sent" : "written in the request"
        case .environment: "a default of the environment"
        case .auth: "made by the login; it never follows a redirect to another server"
        case .cookie: "from the cookie jar: the cookies that fit host, path and scheme"
        case .cache: "a condition of the cache, which has a stored response to confirm"
        case .engine: engineReason(field)
        }
    }

    private static func engineReason(_ field: HeaderField) -> String {
        switch field.name.lowercased() {
        case "host": "added, because HTTP/1.1 demands it; from the URL"
        case "user-agent": "added, because the request has none"
        case "accept": "added, because the request has none: anything is accepted"
        case "accept-encoding" where field.value == "identity":
            "added, because the request wants a range: a part of compressed bytes could not be decoded"
        case "accept-encoding":
            "added, because the request has none: what can be decoded here. Write your own to get the body undecoded"
        case "content-length": "added: the length of the body"
        case "content-type" where field.value == "application/json": "added: GraphQL is sent as JSON"
        case "transfer-encoding": "added: the length of the body is not known in advance"
        default: "added by the program"
        }
    }
}
