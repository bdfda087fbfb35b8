import Base
import HTTPFormat
import NetEngine

/// E2: a request that names no server, so that it cannot be sent (HTTP-FORMAT §6). Pure.
package enum TargetNotices {
    package static func notice(
        _ request: SavedRequest, in file: CollectionFile, context: RequestResolver.Context
    ) -> Notice? {
        var resolution = VariableResolution(
            request, in: file, context: context, dynamic: .live, reasons: ReasonBudget())
        return notice(request, &resolution) {
            context.environmentName == nil
                && context.environments.names.contains {
                    context.environments.variables[$0]?["host"]?.value != nil
                }
        }
    }

    /// - Parameter isHostKnown: whether any environment has a value for `host`, if none is chosen.
    static func notice(
        _ request: SavedRequest, _ resolution: inout VariableResolution, isHostKnown: () -> Bool
    ) -> Notice? {
        guard request.unsupported == nil else { return nil }
        let problem: String
        switch start(of: request.target, request, &resolution) {
        case .path:
            guard !hasOrigin(request, &resolution, isHostKnown) else { return nil }
            let target = request.target == "*" ? "*" : "a path"
            problem =
                "The target is \(target), and no server is given: write http://SERVER before it, "
                + "or a header Host: SERVER below it"
        case .schemeOnly: problem = "The target has no host: write one after ://"
        case .empty, .other: return nil
        }
        return Notice(id: "E2", severity: .error, line: request.line, text: problem)
    }

    /// E2: a target whose URL cannot be built, as far as all of it is known: of a path also its server, from a Host header or `host`.
    /// - Parameters:
    ///   - resolution: a copy: nothing of it is kept.
    ///   - isOpen: whether a variable may have another value when the request is sent.
    static func unsendable(
        _ request: SavedRequest, in document: HTTPDocument, _ resolution: VariableResolution,
        isOpen: (String) -> Bool
    ) -> Notice? {
        guard request.unsupported == nil, request.curl == nil else { return nil }
        // The values of its items are known when it runs.
        if case .items? = request.loop?.over { return nil }
        var resolution = resolution
        var headers: HeaderFields = []
        switch start(of: request.target, request, &resolution) {
        case .path:
            if let host = host(of: request) {
                headers = HeaderFields([HeaderField("Host", resolution.expand(host.value, line: host.line))])
            } else if resolution.definedValue("host", line: request.line)?.isEmpty ?? true {
                return nil
            }
        case .other: break
        case .schemeOnly, .empty: return nil
        }
        guard resolution.isComplete else { return nil }
        let problem: String
        do throws(RequestResolver.Refusal) {
            let target = try TargetAssembly(request: request, document: document).url(headers: headers, &resolution)
            guard resolution.isComplete else { return nil }
            do throws(EngineError) {
                _ = try HTTPURL.parse(target.text)
                return nil
            } catch { problem = error.sentence }
        } catch { problem = error.clause }
        guard !resolution.uses.contains(where: { isOpen($0.name) }) else { return nil }
        let text =
            resolution.uses.contains(where: \.isSecret)
            ? "The URL is not valid with the values of its variables" : problem
        return Notice(id: "E2", severity: .error, line: request.line, text: text.withoutFullStop)
    }

    private enum Start {
        case path
        case schemeOnly
        case empty
        /// A host, or something that is known only when it is sent.
        case other
    }

    /// What a text begins with once the variables at its start are replaced.
    private static func start(
        of text: String, _ request: SavedRequest, _ resolution: inout VariableResolution
    ) -> Start {
        var rest = Substring(text)
        while rest.hasPrefix("{{"), let close = rest.firstRange(of: "}}") {
            let name = rest[..<close.lowerBound].dropFirst(2).drop { $0 == " " }
            let plain = String(name.prefix { $0 != " " })
            guard let value = resolution.definedValue(plain, line: request.line) else { return .other }
            guard value.isEmpty else { return start(ofPlain: value[...]) }
            rest = rest[close.upperBound...]
        }
        return start(ofPlain: rest)
    }

    private static func start(ofPlain text: Substring) -> Start {
        guard let first = text.first else { return .empty }
        if first == "/" || text == "*" { return .path }
        for scheme in ["http://", "https://"] where text.prefix(scheme.count).lowercased() == scheme {
            return text.dropFirst(scheme.count).first.map("/?#".contains) ?? true ? .schemeOnly : .other
        }
        return .other
    }

    static func host(of request: SavedRequest) -> SavedRequest.Header? {
        request.headers.first { $0.isEnabled && $0.name.lowercased() == "host" }
    }

    /// True if a Host header or a variable `host` names the server of a path.
    private static func hasOrigin(
        _ request: SavedRequest, _ resolution: inout VariableResolution, _ isHostKnown: () -> Bool
    ) -> Bool {
        if let host = host(of: request), start(of: host.value, request, &resolution) != .empty { return true }
        if let value = resolution.definedValue("host", line: request.line) { return !value.isEmpty }
        return resolution.isDefined("host", line: request.line) || isHostKnown()
    }
}
