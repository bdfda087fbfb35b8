/// A name that stands in a request and has no value: it blocks the send.
struct UnresolvedVariable: Sendable, Hashable {
    var name: String
    var line: Int
    /// For example `no variable of that name`, `cycle: a -> b -> a`, `not supported yet`.
    var reason: String
}

/// A variable that a request uses, with its value and where that came from.
struct VariableUse: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        case override
        case file(line: Int)
        case environment(name: String, file: String, isPrivate: Bool)
        case shared(file: String, isPrivate: Bool)
        case dynamic
    }
    var name: String
    var value: String
    var source: Source
}

/// Replaces `{{references}}` for one send (HTTP-FORMAT §9): collects what was used and what has no value.
///
/// A definition is evaluated once, when it is first needed, so a name has one value for the whole send; `{{$guid}}` written
/// directly is new at each place.
struct VariableResolution {
    private struct Key: Hashable {
        enum Origin: Hashable {
            case override
            case line(Int)
            case environment(String)
        }
        var name: String
        var origin: Origin
    }

    private enum Value {
        case text(String)
        /// It or something in it has no value; that is reported already.
        case failed
    }

    private let context: RequestResolver.Context
    private let dynamic: DynamicSources
    private let document: HTTPDocument
    private let request: SavedRequest
    private let definitions: [String: [VariableDefinition]]
    private var values: [Key: Value] = [:]
    private var stack: [Key] = []
    /// Goes up whenever something has no value, reported anew or not.
    private var failures = 0

    private(set) var uses: [VariableUse] = []
    private(set) var unresolved: [UnresolvedVariable] = []

    init(
        _ request: SavedRequest, in document: HTTPDocument, context: RequestResolver.Context, dynamic: DynamicSources
    ) {
        self.request = request
        self.document = document
        self.context = context
        self.dynamic = dynamic
        definitions = Dictionary(grouping: document.definitions, by: \.name)
    }

    /// The text with its references replaced; what has no value is left out and reported in `unresolved`.
    ///
    /// - Parameter remark: added to the reason of what has no value, for text that does not stand in the request's file.
    mutating func expand(_ text: LineText, line: Int, remark: String = "") -> [UInt8] {
        var output: [UInt8] = []
        expand(text, line: line, remark: remark, into: &output)
        return output
    }

    mutating func expand(_ text: String, line: Int) -> String {
        guard text.utf8.contains(0x7B) else { return text }
        return String(
            decoding: Array(text.utf8).withUnsafeBufferPointer { expand(LineText($0, 0..<$0.count), line: line) },
            as: UTF8.self)
    }

    mutating func expand(_ text: LineText, line: Int, remark: String = "", into output: inout [UInt8]) {
        var position = text.start
        var copied = text.start
        func copy(upTo end: Int, into output: inout [UInt8]) {
            if end > copied { output.append(contentsOf: UnsafeBufferPointer(rebasing: text.bytes[copied..<end])) }
        }
        while position < text.end {
            let byte = text.bytes[position]
            if byte == 0x7B, position + 1 < text.end, text.bytes[position + 1] == 0x7B,
                let close = Self.close(text, from: position + 2)
            {
                copy(upTo: position, into: &output)
                let expression = text.from(position + 2).upTo(close).trimmed
                if let value = evaluate(expression.string, line: line, remark: remark) {
                    output.append(contentsOf: value.utf8)
                }
                position = close + 2
                copied = position
            } else if byte == 0x5C, text.from(position).starts(with: "\\{\\{"),
                let close = text.from(position + 4).firstIndex(of: "\\}\\}")
            {
                copy(upTo: position, into: &output)
                output.append(contentsOf: [0x7B, 0x7B])
                output.append(contentsOf: UnsafeBufferPointer(rebasing: text.bytes[position + 4..<close]))
                output.append(contentsOf: [0x7D, 0x7D])
                position = close + 4
                copied = position
            } else {
                position += 1
            }
        }
        copy(upTo: text.end, into: &output)
    }

    /// The value of a plain name, if it has one; nothing is reported.
    mutating func valueIfAny(_ name: String, line: Int) -> String? {
        var trial = self
        guard case .text(let text) = trial.lookUp(name, line: line, remark: "") else { return nil }
        self = trial
        return text
    }

    /// The first `}}` on the same line with something before it.
    private static func close(_ text: LineText, from start: Int) -> Int? {
        var index = start
        while index + 1 < text.end {
            let byte = text.bytes[index]
            if byte == 0x0A || byte == 0x0D { return nil }
            if byte == 0x7D, text.bytes[index + 1] == 0x7D, index > start { return index }
            index += 1
        }
        return nil
    }

    // MARK: one reference

    private mutating func evaluate(_ expression: String, line: Int, remark: String) -> String? {
        if expression.hasPrefix("$") {
            return evaluateDynamic(expression, line: line, remark: remark)
        }
        let encodes = expression.hasPrefix("%")
        let name = encodes ? String(expression.dropFirst().drop { $0 == " " }) : expression
        switch lookUp(name, line: line, remark: remark) {
        case .failed: return nil
        case .text(let text): return encodes ? PercentEncoding.component(text) : text
        }
    }

    private mutating func evaluateDynamic(_ expression: String, line: Int, remark: String) -> String? {
        if expression.hasPrefix("$shared ") {
            let name = String(expression.dropFirst(8).drop { $0 == " " })
            if let variable = context.environments.variables[EnvironmentSet.shared]?[name] {
                let value = resolve(
                    variable, name: name, key: Key(name: name, origin: .environment(EnvironmentSet.shared)),
                    source: .shared(file: variable.file, isPrivate: variable.isPrivate), line: line, remark: remark)
                if case .text(let text) = value { return text }
                return nil
            }
            report(name, line, "no shared variable of that name" + remark)
            return nil
        }
        var names: [String: String] = [:]
        if expression.contains("%"), let name = expression.split(separator: "%").last.map(String.init) {
            names[name] = valueIfAny(name, line: line)
        }
        switch DynamicValue(sources: dynamic, variable: { names[$0] }).evaluate(expression) {
        case .value(let text):
            uses.append(VariableUse(name: expression, value: text, source: .dynamic))
            return text
        case .unresolved(let reason):
            report(expression, line, reason + remark)
            return nil
        }
    }

    /// Override, then the file, then the environment, then what is shared.
    private mutating func lookUp(_ name: String, line: Int, remark: String) -> Value {
        if let value = context.overrides[name] {
            let key = Key(name: name, origin: .override)
            if values[key] == nil {
                values[key] = .text(value)
                uses.append(VariableUse(name: name, value: value, source: .override))
            }
            return .text(value)
        }
        if let reason = responseReference(name) {
            report(name, line, reason + remark)
            return .failed
        }
        if let definition = definition(name, line: line) {
            return resolve(definition, line: line, remark: remark)
        }
        if let (variable, isShared) = context.environments.variable(name, in: context.environmentName) {
            let environment = isShared ? EnvironmentSet.shared : context.environmentName ?? EnvironmentSet.shared
            return resolve(
                variable, name: name, key: Key(name: name, origin: .environment(environment)),
                source: isShared
                    ? .shared(file: variable.file, isPrivate: variable.isPrivate)
                    : .environment(name: environment, file: variable.file, isPrivate: variable.isPrivate),
                line: line, remark: remark)
        }
        report(name, line, reasonForUnknown(name) + remark)
        return .failed
    }

    /// The nearest definition above the line, else the first below it. A definition never means itself: `@host = {{host}}`
    /// takes an earlier one, or the environment's.
    private func definition(_ name: String, line: Int) -> VariableDefinition? {
        guard let all = definitions[name] else { return nil }
        return all.last { $0.line < line } ?? all.first { $0.line > line }
    }

    private mutating func resolve(_ definition: VariableDefinition, line: Int, remark: String) -> Value {
        let key = Key(name: definition.name, origin: .line(definition.line))
        return resolve(key, line: line, remark: remark, source: .file(line: definition.line)) { resolution in
            resolution.expand(Self.unescaped(definition.rawValue), line: definition.line)
        }
    }

    private mutating func resolve(
        _ variable: EnvironmentSet.Variable, name: String, key: Key, source: VariableUse.Source, line: Int,
        remark: String
    ) -> Value {
        guard let raw = variable.value else {
            report(name, line, (variable.reason ?? "it has no value") + remark)
            return .failed
        }
        return resolve(key, line: line, remark: remark, source: source) { $0.expand(raw, line: line) }
    }

    private mutating func resolve(
        _ key: Key, line: Int, remark: String, source: VariableUse.Source,
        _ compute: (inout VariableResolution) -> String
    ) -> Value {
        if let value = values[key] {
            if case .failed = value { failures += 1 }
            return value
        }
        if let start = stack.firstIndex(of: key) {
            let names = (stack[start...].map(\.name) + [key.name]).joined(separator: " -> ")
            report(key.name, line, "cycle: \(names)" + remark)
            return .failed
        }
        guard stack.count < 100 else {
            report(key.name, line, "more than 100 variables refer to each other" + remark)
            return .failed
        }
        stack.append(key)
        let failuresBefore = failures
        let text = compute(&self)
        stack.removeLast()
        guard failures == failuresBefore else {
            values[key] = .failed
            return .failed
        }
        values[key] = .text(text)
        uses.append(VariableUse(name: key.name, value: text, source: source))
        return .text(text)
    }

    /// `\n`, `\r`, `\t` and `\\` mean what they say if the value holds no other backslash.
    static func unescaped(_ raw: String) -> String {
        guard raw.utf8.contains(0x5C) else { return raw }
        let bytes = Array(raw.utf8)
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0x5C else {
                output.append(bytes[index])
                index += 1
                continue
            }
            switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "\\"): output.append(0x5C)
            default: return raw
            }
            index += 2
        }
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: what has no value

    private mutating func report(_ name: String, _ line: Int, _ reason: String) {
        failures += 1
        guard !unresolved.contains(where: { $0.name == name && $0.line == line }) else { return }
        unresolved.append(UnresolvedVariable(name: name, line: line, reason: reason))
    }

    /// Why `login.response.body.token` has no value; nil if the name is no such reference.
    private func responseReference(_ name: String) -> String? {
        let parts = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[1] == "response" || parts[1] == "request" else { return nil }
        guard document.requests.contains(where: { $0.id == parts[0] }) else {
            return definitions[name] == nil && context.environments.variable(name, in: context.environmentName) == nil
                ? "there is no request \(parts[0]) in this file" : nil
        }
        return "values from other requests are not supported yet"
    }

    private func reasonForUnknown(_ name: String) -> String {
        if let line = scriptLine(assigning: name) { return "it is set by the script at line \(line), which is not run" }
        if let line = promptLine(name) { return "it is asked for at line \(line), which is not supported yet" }
        if name.contains(where: { "()+*\"'?=<> ".contains($0) }) { return "JavaScript is not evaluated (N8)" }
        let environments = context.environments.names.filter { context.environments.variables[$0]?[name] != nil }
        if !environments.isEmpty, !environments.contains(context.environmentName ?? "") {
            return "only the environment \(environments.joined(separator: ", ")) defines it"
        }
        return "no variable of that name"
    }

    private func scriptLine(assigning name: String) -> Int? {
        let patterns = ["set(\"\(name)\"", "set('\(name)'", "exports.\(name) "].map { Array($0.utf8) }
        return document.lines.indices(of: .script, in: document.kinds).first { line in
            let content = document.bytes[document.lines.content(line)]
            return patterns.contains { content.contains($0) }
        }.map { $0 + 1 }
    }

    private func promptLine(_ name: String) -> Int? {
        document.bytes.withUnsafeBufferPointer { buffer in
            (request.lines.lowerBound - 1..<request.lines.upperBound - 1).first { line in
                guard document.kinds[line] == .metadata,
                    let comment = LineSyntax.commentText(LineText(buffer, document.lines.content(line))),
                    let (key, value) = LineSyntax.metadata(comment)
                else { return false }
                return (key.equalsIgnoringCase("prompt") || key.equalsIgnoringCase("secret"))
                    && value.firstWord.string == name
            }
        }.map { $0 + 1 }
    }
}
