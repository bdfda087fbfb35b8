import Base
import Bodies
import Explain
import NetEngine

/// Explains the JSON Web Tokens in a text: what their header and claims say.
enum WebTokens {
    /// Columns of a line that are searched.
    static let mostColumns = 20_000

    /// The tokens of a line of a tab; where headers are shown, that of the request's login as well, which is masked on the screen.
    static func explanations(in line: String, of exchange: Exchange, at tab: ResponseTab) -> [Explanation] {
        let now = ExchangeReasons.end(of: exchange)
        let login = exchange.hops.last?.request.headers["Authorization"] ?? ""
        let isBesideHeaders = tab == .headers || tab == .raw
        return (JSONWebToken.all(in: line) + (isBesideHeaders ? JSONWebToken.all(in: login) : []))
            .map { explanation($0, now: now) }
    }

    private static func explanation(_ token: JSONWebToken, now: Int64) -> Explanation {
        let members = token.members.map { part, name, value in "\(part) \(name): \(value)" }
        return Explanation(
            unknown: "JWT: \(token.summary)", kind: nil,
            text: "A JSON Web Token: who holds it can read it, and only its signature says who wrote it.",
            details: token.explanations(now: now).map { "\($0.0): \($0.1)" } + members, source: "RFC 7519")
    }
}
