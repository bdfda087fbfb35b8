import Base
import NetEngine
import TerminalUI

/// The Cache tab: what the cache did for each request of an exchange, and why, with every number.
enum CacheLines {
    static func lines(_ exchange: Exchange, width: Int) -> StaticLines {
        var lines: [Line] = []
        if let first = exchange.revalidates {
            lines += Line([
                Span(
                    SafeText("Renews the stale response of exchange \(String(describing: first)), in the background."),
                    .info)
            ])
            .wrapped(width: width)
        }
        for (index, hop) in exchange.hops.enumerated() {
            guard let decision = hop.cacheDecision else { continue }
            if exchange.hops.count > 1 {
                if !lines.isEmpty { lines.append([]) }
                let title = "Request \(index + 1): \(hop.request.method.rawValue) \(hop.request.url.description)"
                lines += Line([Span(SafeText(title), .title, .bold)]).wrapped(width: width)
            }
            lines += self.lines(decision, validation: hop.validation, width: width)
        }
        return StaticLines(lines)
    }

    private static func lines(_ decision: CacheDecision, validation: Response?, width: Int) -> [Line] {
        var lines = Line([
            Span(SafeText(decision.outcome.rawValue), role(decision.outcome), .bold), Span("  "),
            Span(SafeText(decision.phrase)),
        ]).wrapped(width: width)
        lines.append([])
        func fact(_ name: String, _ text: String) {
            let label = SafeText(name + String(repeating: " ", count: max(1, 12 - name.utf8.count)))
            lines.append(contentsOf: Line([Span(label, .dim), Span(SafeText(text))]).wrapped(width: width, indent: 12))
        }
        if let directive = decision.directive { fact("decided by", directive) }
        fact("mode", decision.mode.rawValue)
        if let age = decision.age { fact("age", age.arithmetic) }
        if let lifetime = decision.lifetime { fact("lifetime", lifetime.arithmetic) }
        fact("stored", stored(decision))
        if let validation { fact("server said", "\(validation.status)") }
        if let error = decision.hiddenError { fact("in place of", "\(error.category.rawValue): \(error.sentence)") }
        if let background = decision.background { fact("background", "exchange \(background) asks the server") }
        for key in decision.invalidated { fact("invalidated", key.text) }
        fact("key", decision.key.text)
        if !decision.considered.isEmpty {
            lines.append([])
            lines += Line("Stored responses that were considered, newest first", Style(.title)).wrapped(width: width)
            for variant in decision.considered {
                lines += Line([
                    Span(variant.matches ? "+ " : "- ", variant.matches ? .success : .dim),
                    Span(SafeText("\(variant.status)  \(variant.why)")),
                ]).wrapped(width: width, indent: 2)
            }
        }
        if !decision.sharedCache.isEmpty {
            lines.append([])
            lines += Line("What a shared cache would do differently", Style(.title)).wrapped(width: width)
            for difference in decision.sharedCache {
                lines += Line([Span("- ", .dim), Span(SafeText(difference))]).wrapped(width: width, indent: 2)
            }
        }
        return lines
    }

    private static func stored(_ decision: CacheDecision) -> String {
        switch decision.storing {
        case .stored: "yes"
        case .renewed: "renewed"
        case .combined: "joined to what was stored"
        case .nothing: decision.isFromCache ? "as before" : "nothing came"
        case .refused(let why): "no: \(why)"
        }
    }

    private static func role(_ outcome: CacheDecision.Outcome) -> Role {
        switch outcome {
        case .hit, .revalidated: .success
        case .stale: .warning
        case .miss, .bypass: .text
        }
    }
}
