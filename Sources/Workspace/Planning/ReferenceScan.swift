import Base
import HTTPFormat

/// Finds what a request refers to without evaluating anything: the requests whose responses it needs, and its prompts.
///
/// Reads the lines that are sent, the files that they include, and the definitions that they use. Pure.
struct ReferenceScan {
    /// A request whose response another one uses.
    struct Edge: Hashable {
        var place: RequestScope.Place
        /// The line of the reference in the request's own file, or of the reference that leads to it.
        var line: Int
        /// The text between the braces.
        var text: String
        /// Whether the value depends on that response.
        var isNeeded: Bool
    }

    struct Result {
        var edges: [Edge] = []
        /// `{{$input …}}` and similar.
        package var prompts: [PromptField] = []
        /// Logins whose tokens it uses.
        package var tokens: [TokenName] = []
    }

    let scope: RequestScope
    let context: RequestResolver.Context
    /// Requests that wait for this one already, so that it cannot wait for them to set a variable.
    var isWaiting: (RequestScope.Place) -> Bool = { _ in false }

    private struct Visit: Hashable {
        var name: String
        var file: Int
        var line: Int
    }

    /// - Parameter included: the texts of files that the body includes, each with the line that includes it.
    func scan(_ request: SavedRequest, included: [(line: Int, text: [UInt8])] = []) -> Result {
        var result = Result()
        var visited: Set<Visit> = []
        // Each once, though many uses lead to it.
        var opened: Set<Visit> = []
        var knownEdges: Set<Edge> = []
        var prompts: Set<String> = []
        var tokens: Set<TokenName> = []
        var asked = Set(request.prompts.map(\.variable))
        if case .items(let variable, _)? = request.loop?.over { asked.insert(variable) }
        let presets = request.presets
        asked.formUnion(presets)
        func visit(_ expression: String, file: Int, line: Int, origin: Int) {
            var waiting = [(expression, file, line)]
            while let (name, file, line) = waiting.popLast() {
                countWork(1)
                guard visited.insert(Visit(name: name, file: file, line: line)).inserted else { continue }
                if name.hasPrefix("$") {
                    if var field = PromptField(expression: name), prompts.insert(name).inserted {
                        field.line = origin
                        field.request = request.id
                        result.prompts.append(field)
                    }
                    if let token = TokenName(name), tokens.insert(token).inserted { result.tokens.append(token) }
                    continue
                }
                guard context.overrides[name] == nil, !asked.contains(name) else {
                    continue
                }
                let value = self.value(name, file: file, line: line)
                for edge in edges(name, of: request, origin: origin, hasValue: value != nil)
                where knownEdges.insert(edge).inserted {
                    result.edges.append(edge)
                }
                guard let value,
                    opened.insert(
                        value.isOfEnvironment
                            ? Visit(name: name, file: -1, line: 0)
                            : Visit(name: name, file: value.file, line: value.line)
                    ).inserted
                else { continue }
                // Names in a value are looked up where the request is; only its own name means an earlier line.
                let place = value.file == 0 ? request.line : .max
                for inner in ReferenceText.expressions(in: value.text) {
                    waiting.append((inner, value.file, inner == name || value.isOfEnvironment ? value.line : place))
                }
            }
        }
        for (expression, line) in expressions(of: request) { visit(expression, file: 0, line: line, origin: line) }
        // What a script above the request reads; its own names have another source there.
        for script in request.handlers where script.phase == .before {
            for name in script.inputs where !presets.contains(name) {
                visit(name, file: 0, line: script.line, origin: script.line)
            }
        }
        for (line, text) in included {
            for expression in ReferenceText.expressions(in: text) {
                visit(expression, file: 0, line: line, origin: line)
            }
        }
        return result
    }

    /// The expressions in the lines of a request that are sent, and the names that its metadata uses.
    private func expressions(of request: SavedRequest) -> [(String, Int)] {
        let document = scope.files[0].document
        var found: [(String, Int)] = []
        // Other metadata is not replaced.
        var metadata = Set(request.dependencies.map(\.line) + request.assertions.map(\.line))
        if let proxy = document.proxyLine(of: request) { metadata.insert(proxy) }
        document.bytes.withUnsafeBufferPointer { buffer in
            for line in request.lines.lowerBound - 1..<request.lines.upperBound - 1 {
                switch document.kinds[line] {
                case .metadata where !metadata.contains(line + 1): continue
                case .requestLine, .targetContinuation, .header, .headerContinuation, .body, .output, .assertion,
                    .metadata, .curl:
                    let text = LineText(buffer, document.lines.content(line))
                    guard text.firstIndex(of: UInt8(ascii: "{")) != nil else { continue }
                    found += ReferenceText.expressions(in: text).map { ($0, line + 1) }
                default: continue
                }
            }
        }
        if let condition = request.disabledCondition { found.append((condition.variable, condition.line)) }
        if case .items(_, let of)? = request.loop?.over { found.append((of, request.loop?.line ?? request.line)) }
        return found
    }

    /// The text that defines a name, and its place.
    private func value(
        _ name: String, file: Int, line: Int
    ) -> (text: String, file: Int, line: Int, isOfEnvironment: Bool)? {
        let variable = context.environments.variable(name, in: context.environmentName)?.variable
        let order = context.environments.order(of: scope.files[0].document, in: context.environmentName)
        if order == .environmentFirst, let variable { return (variable.value ?? "", file, line, true) }
        if let (file, definition) = scope.definition(name, file: file, line: line) {
            return (definition.rawValue, file, definition.line, false)
        }
        if let variable { return (variable.value ?? "", file, line, true) }
        if context.environments.dotEnvVariable(name, in: context.environmentName) != nil {
            return ("", file, line, true)
        }
        return nil
    }

    private func edges(_ name: String, of request: SavedRequest, origin: Int, hasValue: Bool) -> [Edge] {
        if case .reference(let reference)? = ChainReference.read(name) {
            guard case .one(let place) = scope.find(reference.name) else { return [] }
            return [Edge(place: place, line: origin, text: name, isNeeded: true)]
        }
        let captures = scope.requests(capturing: name)
        if !captures.isEmpty {
            // All requests that set it come first if they are sent anyway; one is needed.
            let isKnown = hasValue || context.capture(name, in: scope) != nil
            let setter =
                isKnown
                ? nil
                : scope.setter(of: name, line: origin) { place in
                    place.file == 0 && place.request == request.index || isWaiting(place)
                }
            return captures.map { Edge(place: $0, line: origin, text: name, isNeeded: $0 == setter) }
        }
        guard !hasValue else { return [] }
        guard let end = name.firstIndex(where: { $0 == "." || $0 == "[" }) else {
            guard case .one(let place) = scope.find(name), place.isOfLoop else { return [] }
            return [Edge(place: place, line: origin, text: name, isNeeded: true)]
        }
        let head = String(name[..<end])
        for candidate in [head, head.hasSuffix("Response") ? String(head.dropLast(8)) : ""] where !candidate.isEmpty {
            if case .one(let place) = scope.find(candidate) {
                return [Edge(place: place, line: origin, text: name, isNeeded: true)]
            }
        }
        return []
    }
}
