/// Replaces `{{references}}` for one send (HTTP-FORMAT §9): collects what was used and what has no value.
///
/// A definition is evaluated once, when it is first needed, so a name has one value for the whole send; `{{$guid}}` written
/// directly is new at each place. Where a value comes from is decided in `VariableResolution+Sources`.
struct VariableResolution {
    struct Key: Hashable {
        enum Origin: Hashable {
            case override
            case answer
            case loop
            case request
            case line(file: Int, Int)
            case environment(String)
            case dotEnv
        }
        var name: String
        var origin: Origin
    }

    enum Value {
        case text(String)
        /// It or something in it has no value; that is reported already.
        case failed
    }

    /// Where a reference stands: a line of one of the files in view.
    struct Place {
        /// Index in `RequestScope.files`; 0 is the request's own file.
        var file = 0
        /// From 1.
        var line: Int
        /// The line of the request's own file through which it came here.
        var origin: Int
        /// Added to the reason of what has no value, for text that does not stand in the request's file.
        var remark = ""

        init(line: Int, remark: String = "") {
            self.line = line
            origin = line
            self.remark = remark
        }
    }

    let context: RequestResolver.Context
    let scope: RequestScope
    let dynamic: DynamicSources
    let request: SavedRequest
    private var values: [Key: Value] = [:]
    private var stack: [Key] = []
    private var secrets: Set<Key> = []
    /// Goes up whenever a secret is used.
    private(set) var secretUses = 0
    /// Goes up whenever something has no value, reported anew or not.
    private(set) var failures = 0

    private(set) var uses: [VariableUse] = []
    private(set) var unresolved: [UnresolvedVariable] = []
    /// What a person must be asked before everything has a value, each once.
    private(set) var asks: [PromptField] = []
    /// What the collection wants to do and may not, because it is not trusted.
    private(set) var needs: [TrustNeed] = []

    init(
        _ request: SavedRequest, in file: CollectionFile, context: RequestResolver.Context, dynamic: DynamicSources
    ) {
        self.request = request
        self.context = context
        self.dynamic = dynamic
        // A curl command is resolved in a document that is made for it.
        if let known = context.scope, known.files[0].document == file.document {
            scope = known
        } else {
            scope = RequestScope(
                file, imported: Array(context.scope?.files.dropFirst() ?? []), problems: context.scope?.problems ?? [])
        }
    }

    /// Whether something private was used until now.
    var hasUsedSecret: Bool { secretUses > 0 }

    /// Whether everything that was asked for until now has a value.
    var isComplete: Bool { failures == 0 }

    // MARK: texts

    /// The text with its references replaced; what has no value is left out and reported.
    ///
    /// - Parameter remark: added to the reason of what has no value, for text that does not stand in the request's file.
    mutating func expand(_ text: LineText, line: Int, remark: String = "") -> [UInt8] {
        var output: [UInt8] = []
        expand(text, Place(line: line, remark: remark), into: &output)
        return output
    }

    mutating func expand(_ text: String, line: Int) -> String { expand(text, Place(line: line)) }

    mutating func expand(_ text: LineText, line: Int, remark: String = "", into output: inout [UInt8]) {
        expand(text, Place(line: line, remark: remark), into: &output)
    }

    mutating func expand(_ text: String, _ place: Place) -> String {
        guard text.utf8.contains(0x7B) else { return text }
        var output: [UInt8] = []
        Array(text.utf8).withUnsafeBufferPointer { expand(LineText($0, 0..<$0.count), place, into: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func expand(_ text: LineText, _ place: Place, into output: inout [UInt8]) {
        var position = text.start
        var copied = text.start
        func copy(upTo end: Int, into output: inout [UInt8]) {
            if end > copied { output.append(contentsOf: UnsafeBufferPointer(rebasing: text.bytes[copied..<end])) }
        }
        let lastClose = text.lastIndex(of: "}}") ?? text.start
        let lastEscape = text.lastIndex(of: "\\}\\}") ?? text.start
        while position < text.end {
            let byte = text.bytes[position]
            if byte == 0x7B, position < lastClose, text.bytes[position + 1] == 0x7B,
                let close = ReferenceText.close(text, from: position + 2)
            {
                copy(upTo: position, into: &output)
                let expression = text.from(position + 2).upTo(close).trimmed
                if let value = evaluate(expression.string, place) { output.append(contentsOf: value.utf8) }
                position = close + 2
                copied = position
            } else if byte == 0x5C, position < lastEscape, text.from(position).starts(with: "\\{\\{"),
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
        guard case .text(let text) = trial.lookUp(name, Place(line: line)) else { return nil }
        self = trial
        return text
    }

    // MARK: one value for a name

    /// The value of a key, computed at most once.
    mutating func resolve(
        _ key: Key, _ place: Place, source: VariableUse.Source, isSecret: Bool = false,
        _ compute: (inout VariableResolution) -> String?
    ) -> Value {
        if let value = values[key] {
            if case .failed = value { failures += 1 }
            if secrets.contains(key) { secretUses += 1 }
            return value
        }
        if let start = stack.firstIndex(of: key) {
            let names = (stack[start...].map(\.name) + [key.name]).joined(separator: " -> ")
            report(key.name, place, "cycle: \(names)")
            return .failed
        }
        guard stack.count < 100 else {
            report(key.name, place, "more than 100 variables refer to each other")
            return .failed
        }
        stack.append(key)
        let failuresBefore = failures
        let secretsBefore = secretUses
        let text = compute(&self)
        stack.removeLast()
        guard let text, failures == failuresBefore else {
            values[key] = .failed
            return .failed
        }
        values[key] = .text(text)
        if isSecret { secretUses += 1 }
        let holdsSecret = secretUses != secretsBefore
        if holdsSecret { secrets.insert(key) }
        uses.append(VariableUse(name: key.name, value: text, source: source, isSecret: holdsSecret))
        return .text(text)
    }

    mutating func used(_ name: String, _ value: String, _ source: VariableUse.Source, isSecret: Bool = false) {
        if isSecret { secretUses += 1 }
        uses.append(VariableUse(name: name, value: value, source: source, isSecret: isSecret))
    }

    // MARK: what has no value

    mutating func report(
        _ name: String, _ place: Place, _ reason: String, unsent: UnsentRequest? = nil, token: TokenWish? = nil
    ) {
        failures += 1
        guard !unresolved.contains(where: { $0.name == name && $0.line == place.origin }) else { return }
        unresolved.append(
            UnresolvedVariable(
                name: name, line: place.origin, reason: reason + place.remark, unsent: unsent, token: token))
    }

    mutating func ask(_ field: PromptField, _ place: Place) {
        failures += 1
        guard !asks.contains(where: { $0.key == field.key }) else { return }
        var field = field
        if field.line == 0 { field.line = place.origin }
        if field.request.isEmpty { field.request = request.id }
        asks.append(field)
    }

    mutating func need(_ kind: TrustNeed.Kind, line: Int) {
        failures += 1
        let need = TrustNeed(kind: kind, line: line, file: scope.files[0].relativePath)
        if !needs.contains(need) { needs.append(need) }
    }

    mutating func need(_ need: TrustNeed) {
        failures += 1
        if !needs.contains(need) { needs.append(need) }
    }
}

/// The braces of references.
enum ReferenceText {
    /// The first `}}` on the same line with something before it.
    static func close(_ text: LineText, from start: Int) -> Int? {
        var index = start
        while index + 1 < text.end {
            let byte = text.bytes[index]
            if byte == 0x0A || byte == 0x0D { return nil }
            if byte == 0x7D, text.bytes[index + 1] == 0x7D, index > start { return index }
            index += 1
        }
        return nil
    }

    /// What stands between the braces of a text, in order, trimmed, without a `%` before it.
    static func expressions(in text: LineText) -> [String] {
        var found: [String] = []
        var position = text.start
        let lastClose = text.lastIndex(of: "}}") ?? text.start
        while position < lastClose {
            guard text.bytes[position] == 0x7B, text.bytes[position + 1] == 0x7B,
                let close = close(text, from: position + 2)
            else {
                position += 1
                continue
            }
            var expression = text.from(position + 2).upTo(close).trimmed
            if expression.first == UInt8(ascii: "%") { expression = expression.dropFirst(1).trimmed }
            found.append(expression.string)
            position = close + 2
        }
        return found
    }

    static func expressions(in text: String) -> [String] {
        guard text.utf8.contains(0x7B) else { return [] }
        return Array(text.utf8).withUnsafeBufferPointer { expressions(in: LineText($0, 0..<$0.count)) }
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
}
