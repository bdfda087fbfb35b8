import Base
import NetEngine
import TerminalUI
import Workspace

/// The texts about an exchange: headers, errors, and everything that went over the wire.
enum ExchangeLines {
    // MARK: Headers

    /// The fields of the last response as received, then those of its request as sent, each with its origin.
    ///
    /// - Parameter showsCookies: whether the values of cookies are shown.
    static func headers(_ exchange: Exchange, showsCookies: Bool = true, width: Int) -> StaticLines {
        var lines: [Line] = []
        if let response = exchange.response {
            lines.append(heading("Response", count: response.headers.count, width: width))
            for field in response.headers.fields { lines += row(field, showsCookies, width: width) }
            if !response.trailers.isEmpty {
                lines.append(heading("Trailers", count: response.trailers.count, width: width))
                for field in response.trailers.fields { lines += row(field, showsCookies, width: width) }
            }
        } else {
            lines.append(Line("No response came.", Style(.dim)))
        }
        if let hop = exchange.hops.last {
            lines.append([])
            lines.append(heading("Request, as sent", count: hop.request.headers.count, width: width))
            for field in hop.request.headers.fields {
                lines += row(field, showsCookies, width: width, showsOrigin: true)
            }
            lines += heldBack(hop).flatMap { $0.wrapped(width: width) }
            if exchange.hops.count > 1 {
                lines += Line("This is the last of \(exchange.hops.count) requests; Raw shows all.", Style(.dim))
                    .wrapped(width: width)
            }
        }
        return StaticLines(lines)
    }

    /// What the redirect to this hop left out.
    private static func heldBack(_ hop: Hop) -> [Line] {
        guard !hop.heldBack.isEmpty else { return [] }
        let names = hop.heldBack.joined(separator: ", ")
        return [Line(SafeText("Not sent here, because it is another server: \(names)"), Style(.redirect))]
    }

    private static func heading(_ title: String, count: Int, width: Int) -> Line {
        [Span("\(title)  ", .title, .bold), Span("\(count)", .dim)]
    }

    private static func row(
        _ field: HeaderField, _ showsCookies: Bool = true, width: Int, showsOrigin: Bool = false
    ) -> [Line] {
        let hidden = showsCookies ? nil : CookieText.hidden(field)
        var spans = [Span(SafeText(bytes: field.nameBytes), .headerName), Span(": ", .dim)]
        spans += hidden ?? [Span(SafeText(bytes: field.valueBytes), .headerValue)]
        if showsOrigin {
            spans.append(Span("  (\(field.origin == .cookie ? "cookie jar" : field.origin.rawValue))", .dim))
        }
        return Line(spans).wrapped(width: width)
    }

    // MARK: Errors

    /// Category, phase, sentence, hint, code, and what came before it.
    static func error(
        _ error: EngineError, of exchange: Exchange, failures: GraphQLFailures?, width: Int
    ) -> StaticLines {
        var lines: [Line] = []
        lines += Line([Span(errorTitle(error), .failure, .bold)]).wrapped(width: width)
        lines += Line(SafeText(error.sentence)).wrapped(width: width, indent: 0)
        let hint = ErrorHint.text(error, for: .screen)
        if !hint.isEmpty {
            lines.append([])
            lines += Line([Span("Try: ", .title, .bold), Span(SafeText(hint))]).wrapped(width: width, indent: 5)
        }
        if let failures { lines += failures.lines(width: width) }
        lines.append([])
        func fact(_ name: String, _ text: SafeText) {
            let label = SafeText(name + String(repeating: " ", count: max(1, 10 - name.utf8.count)))
            lines.append(contentsOf: Line([Span(label, .dim), Span(text)]).wrapped(width: width, indent: 10))
        }
        fact("category", SafeText(error.category.rawValue))
        if let phase = error.phase { fact("phase", SafeText(phase.timeoutName)) }
        if let code = error.underlying { fact("code", SafeText(code.description)) }
        fact("received", SafeText(received(exchange)))
        fact("after", SafeText(DurationText.short(exchange.timings.total)))
        return StaticLines(lines)
    }

    /// `timeout in first-byte`, `connect`.
    static func errorTitle(_ error: EngineError) -> SafeText {
        guard let phase = error.phase, phase.timeoutName != error.category.rawValue else {
            return SafeText(error.category.rawValue)
        }
        return SafeText("\(error.category.rawValue) in \(phase.timeoutName)")
    }

    private static func received(_ exchange: Exchange) -> String {
        guard let response = exchange.response else { return "nothing" }
        var parts = ["status \(response.status)", Formatting.count(response.headers.count, "header")]
        if !response.content.isEmpty || response.isComplete {
            parts.append("\(Formatting.byteCount(response.content.count)) of body")
        }
        return parts.joined(separator: ", ") + (response.isComplete ? "" : ", then it broke off")
    }

    // MARK: Raw

    /// Every byte of every hop, sent and received. Carriage returns and line ends of heads are visible.
    static func raw(_ exchange: Exchange, _ document: ExchangeDocument, columns: Int) -> any LineSource {
        var parts: [any LineSource] = []
        for (index, hop) in exchange.hops.enumerated() {
            let number = exchange.hops.count > 1 ? " \(index + 1)" : ""
            let bodies = document.hops.indices.contains(index) ? document.hops[index] : nil
            parts.append(
                mark("Request\(number)", Formatting.byteCount(hop.sentHead.count + hop.sentBodyByteCount) + " sent"))
            if !hop.heldBack.isEmpty { parts.append(StaticLines(heldBack(hop))) }
            parts.append(BodyLines(wire: hop.sentHead))
            for piece in bodies?.request ?? [] {
                switch piece {
                case .lines(let lines): parts.append(lines)
                case .file(let path): parts.append(StaticLines([Line("(the content of \(path))", Style(.dim))]))
                }
            }
            guard let response = hop.response else {
                parts.append(mark("Response\(number)", "nothing came"))
                continue
            }
            for head in response.interimHeads {
                parts.append(mark("Interim response", Formatting.byteCount(head.count)))
                parts.append(BodyLines(wire: head))
            }
            parts.append(mark("Response\(number)", rawNote(response)))
            parts.append(BodyLines(wire: response.rawHead))
            if let wire = bodies?.wire {
                parts.append(mark("Body as it came", wire.note))
                parts += wire.lines(columns: columns)
                parts.append(mark("Body", response.bodySizeText))
            }
            if let body = bodies?.response { parts.append(body) }
            if !response.trailers.isEmpty {
                parts.append(mark("Trailers", Formatting.count(response.trailers.count, "field")))
                parts.append(StaticLines(response.trailers.fields.flatMap { row($0, width: .max) }))
            }
            if !response.isComplete { parts.append(mark("Here it broke off", "")) }
        }
        return JoinedLines(parts)
    }

    private static func rawNote(_ response: Response) -> String {
        let wire =
            Formatting.byteCount(response.rawHead.count + (response.wireBodyByteCount ?? response.content.count))
            + " received"
        guard !response.decodedCodings.isEmpty else { return wire }
        return wire + ", body decoded from \(response.decodedCodings.joined(separator: ", "))"
    }

    private static func mark(_ title: String, _ note: String) -> StaticLines {
        StaticLines([[Span(SafeText("-- \(title) "), .title, .bold), Span(SafeText(note), .dim)]])
    }
}
