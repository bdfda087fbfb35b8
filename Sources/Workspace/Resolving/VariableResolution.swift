import Base
import HTTPFormat
import Pattern

/// Replaces `{{references}}` for one send (HTTP-FORMAT §9), and collects the variables used and the names without a
/// value.
///
/// A definition is evaluated once, when first needed, so a name has one value for the whole send; `{{$guid}}` written
/// directly is new at each place. `VariableResolution+Sources` decides where a value comes from.
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
            case script
        }
        package var name: String
        package var origin: Origin
    }

    enum Value {
        case text(String)
        /// It, or something in it, has no value; already reported.
        case failed
    }

    /// The position of a reference: a line of one of the files in scope.
    struct Place {
        /// Index in `RequestScope.files`; 0 is the request's own file.
        package var file = 0
        /// From 1.
        package var line: Int
        /// The line of the request's own file from which it was reached.
        package var origin: Int
        /// Appended to the reason of a name without a value, for text outside the request's file.
        package var remark = ""

        package init(line: Int, remark: String = "") {
            self.line = line
            origin = line
            self.remark = remark
        }
    }

    let context: RequestResolver.Context
    let scope: RequestScope
    let dynamic: DynamicSources
    let request: SavedRequest
    let limit: ExpansionLimit
    let order: VariableOrder
    /// What scripts above the request set.
    let presetNames: Set<String>
    private var values: [Key: Value] = [:]
    /// The keys of `values` in the order in which they were resolved.
    private var resolved: [Key] = []
    private var stack: [Key] = []
    private var secrets: Set<Key> = []
    /// Counts every use of a secret.
    private(set) var secretUses = 0
    /// Bytes of the values inserted so far, including those inside other values.
    private(set) var expandedBytes = 0
    /// True if the values exceeded the limit; nothing more is replaced.
    private var isExhausted = false
    /// The remaining budget for suggestions in reasons.
    let reasons: ReasonBudget
    /// The request's prompts by variable; the first one of a name counts.
    let prompts: [String: SavedRequest.Prompt]
    /// The logins of the environment by id, once they are needed.
    var logins: [String: [[String]: EnvironmentSet.Variable]]?
    /// Requests that names refer to, with their responses, once they were looked up.
    var foundRequests: [String: FoundRequest] = [:]
    /// The parsed bodies that references read.
    let bodies: ParsedBodies
    /// The same request resolved without prompts, made when first needed; at most one.
    var plain: [VariableResolution] = []
    /// What the scripts above the request set, once it was looked up.
    var presets: Presets?
    /// False where a value itself is needed: the path of a file.
    var usesMarks = true
    /// Counts names without a value, whether they are reported or not.
    private(set) var failures = 0

    private(set) var uses: [VariableUse] = []
    private(set) var unresolved: [UnresolvedVariable] = []
    /// The prompts that the user must answer before everything has a value, each once.
    private(set) var asks: [PromptField] = []
    /// What the collection needs to be trusted for.
    private(set) var needs: [TrustNeed] = []

    /// What was reported, asked and needed so far, so that each is reported once.
    private var reported: Set<Reported> = []

    private enum Reported: Hashable {
        case unresolved(name: String, line: Int)
        case ask(String)
        case need(TrustNeed)
    }

    init(
        _ request: SavedRequest, in file: CollectionFile, context: RequestResolver.Context, dynamic: DynamicSources,
        limit: ExpansionLimit = .standard, reasons: ReasonBudget = ReasonBudget()
    ) {
        self.reasons = reasons
        self.request = request
        self.context = context
        self.dynamic = dynamic
        self.limit = limit
        bodies = ParsedBodies(QueryBudget(isStopped: context.isStopped))
        prompts =
            request.prompts.isEmpty
            ? [:] : Dictionary(request.prompts.map { ($0.variable, $0) }, uniquingKeysWith: { first, _ in first })
        // A curl command is resolved in a document that is made for it.
        if let known = context.scope, known.files[0].document == file.document {
            scope = known
        } else {
            scope = RequestScope(
                file, imported: Array(context.scope?.files.dropFirst() ?? []), problems: context.scope?.problems ?? [])
        }
        presetNames = request.handlers.isEmpty ? [] : request.presets
        order = context.environments.order(of: file.document, in: context.environmentName)
    }

    /// True if everything resolved so far has a value.
    var isComplete: Bool { failures == 0 }

    // MARK: texts

    /// The text with its references replaced; names without a value are left out and reported.
    ///
    /// - Parameter remark: appended to the reason of a name without a value, for text outside the request's file.
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
        guard text.utf8.contains(Byte.openBrace) else { return text }
        var output: [UInt8] = []
        _ = Array(text.utf8).withUnsafeBufferPointer { expand(LineText($0, 0..<$0.count), place, into: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// The text with its references replaced, and the ranges of their values.
    mutating func expandMarked(_ text: LineText, line: Int) -> (text: [UInt8], values: [Range<Int>]) {
        var output: [UInt8] = []
        var values: [Range<Int>]? = []
        expand(text, Place(line: line), into: &output, values: &values)
        return (output, values ?? [])
    }

    /// The value of a variable with its references replaced; nil, and reported, if it exceeds the limit for a value.
    mutating func expandValue(_ text: String, of name: String, _ place: Place) -> String? {
        guard text.utf8.contains(Byte.openBrace) else { return text }
        var output: [UInt8] = []
        let fits = Array(text.utf8).withUnsafeBufferPointer {
            expand(LineText($0, 0..<$0.count), place, atMost: limit.valueBytes, into: &output)
        }
        guard fits else {
            report(name, place, limit.valueClause, isOverLimit: true)
            return nil
        }
        return String(decoding: output, as: UTF8.self)
    }

    @discardableResult
    private mutating func expand(
        _ text: LineText, _ place: Place, atMost most: Int = .max, into output: inout [UInt8]
    ) -> Bool {
        var values: [Range<Int>]?
        return expand(text, place, atMost: most, into: &output, values: &values)
    }

    /// False if the text would exceed its limit; it is then incomplete.
    ///
    /// - Parameter values: receives the ranges of the values in the output, unless it is nil.
    @discardableResult
    private mutating func expand(
        _ text: LineText, _ place: Place, atMost most: Int = .max, into output: inout [UInt8],
        values: inout [Range<Int>]?
    ) -> Bool {
        var position = text.start
        var copied = text.start
        countWork(text.count)
        func copy(upTo end: Int, into output: inout [UInt8]) {
            if end > copied { output.append(contentsOf: UnsafeBufferPointer(rebasing: text.bytes[copied..<end])) }
        }
        var braces = ReferenceText.Braces(text)
        let lastEscape = text.lastIndex(of: "\\}\\}") ?? text.start
        while position < text.end {
            let byte = text.bytes[position]
            if byte == Byte.openBrace, let close = braces.close(position) {
                copy(upTo: position, into: &output)
                let expression = text.from(position + 2).upTo(close).trimmed
                if let value = evaluate(expression.string, place)?.utf8 {
                    guard value.count <= most - output.count else { return false }
                    output.append(contentsOf: value)
                    if values != nil { values?.append(output.count - value.count..<output.count) }
                }
                position = close + 2
                copied = position
            } else if byte == Byte.backslash, position < lastEscape, text.from(position).starts(with: "\\{\\{"),
                let close = text.from(position + 4).firstIndex(of: "\\}\\}")
            {
                copy(upTo: position, into: &output)
                output.append(contentsOf: [Byte.openBrace, Byte.openBrace])
                output.append(contentsOf: UnsafeBufferPointer(rebasing: text.bytes[position + 4..<close]))
                output.append(contentsOf: [Byte.closeBrace, Byte.closeBrace])
                position = close + 4
                copied = position
            } else {
                position += 1
            }
        }
        copy(upTo: text.end, into: &output)
        return output.count <= most
    }

    /// Counts a value before it is inserted; false, and reported, if the request's values exceed the limit with it.
    mutating func take(_ byteCount: Int, of name: String, _ place: Place) -> Bool {
        guard !isExhausted, byteCount <= limit.totalBytes - expandedBytes else {
            isExhausted = true
            report(name, place, limit.totalClause, isOverLimit: true)
            return false
        }
        expandedBytes += byteCount
        countWork(byteCount)
        return true
    }

    /// True if nothing more is replaced; the reason was reported.
    var isOverLimit: Bool { isExhausted }

    /// Counts a name without a value that was reported before.
    mutating func fail() { failures += 1 }

    /// The value of a plain name, if it has one; reports nothing.
    mutating func valueIfAny(_ name: String, line: Int) -> String? {
        let before = mark
        if case .text(let text) = lookUp(name, Place(line: line)) { return text }
        goBack(to: before)
        return nil
    }

    /// The state before a trial.
    private struct Mark {
        var failures: Int
        var secretUses: Int
        var isExhausted: Bool
        var resolved: Int
        var uses: Int
        var unresolved: Int
        var asks: Int
        var needs: Int
    }

    private var mark: Mark {
        Mark(
            failures: failures, secretUses: secretUses, isExhausted: isExhausted, resolved: resolved.count,
            uses: uses.count, unresolved: unresolved.count, asks: asks.count, needs: needs.count)
    }

    /// Undoes a failed trial, in time proportional to what it added; only the work stays counted.
    private mutating func goBack(to mark: Mark) {
        for key in resolved[mark.resolved...] {
            values[key] = nil
            secrets.remove(key)
        }
        for variable in unresolved[mark.unresolved...] {
            reported.remove(.unresolved(name: variable.name, line: variable.line))
        }
        for field in asks[mark.asks...] { reported.remove(.ask(field.key)) }
        for need in needs[mark.needs...] { reported.remove(.need(need)) }
        resolved.removeSubrange(mark.resolved...)
        uses.removeSubrange(mark.uses...)
        unresolved.removeSubrange(mark.unresolved...)
        asks.removeSubrange(mark.asks...)
        needs.removeSubrange(mark.needs...)
        (failures, secretUses, isExhausted) = (mark.failures, mark.secretUses, mark.isExhausted)
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
            guard !isReported(key.name, place) else {
                failures += 1
                return .failed
            }
            report(key.name, place, "cycle: \(CyclePath.text(stack[start...].map(\.name) + [key.name]))")
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
        resolved.append(key)
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

    /// True if a key is being resolved.
    func isOpen(_ key: Key) -> Bool { stack.contains(key) }

    /// True if the key is the innermost one being resolved.
    func isInnermost(_ key: Key) -> Bool { stack.last == key }

    /// True if a key was resolved before, with or without a value.
    func isResolved(_ key: Key) -> Bool { values[key] != nil }

    mutating func used(_ name: String, _ value: String, _ source: VariableUse.Source, isSecret: Bool = false) {
        if isSecret { secretUses += 1 }
        uses.append(VariableUse(name: name, value: value, source: source, isSecret: isSecret))
    }

    /// Says that the value that is being computed holds a secret.
    mutating func insertedSecret() { secretUses += 1 }

    // MARK: Names without a value

    /// True if a name was reported at that line, so that no reason is needed.
    func isReported(_ name: String, _ place: Place) -> Bool {
        reported.contains(.unresolved(name: name, line: place.origin))
    }

    mutating func report(
        _ name: String, _ place: Place, _ reason: String, unsent: UnsentRequest? = nil, token: TokenWish? = nil,
        isOverLimit: Bool = false
    ) {
        failures += 1
        guard reported.insert(.unresolved(name: name, line: place.origin)).inserted else { return }
        unresolved.append(
            UnresolvedVariable(
                name: name, line: place.origin, reason: reason + place.remark, unsent: unsent, token: token,
                isOverLimit: isOverLimit,
                isOfItself: unsent == UnsentRequest(file: scope.files[0].path, id: request.id)))
    }

    mutating func ask(_ field: PromptField, _ place: Place) {
        failures += 1
        guard reported.insert(.ask(field.key)).inserted else { return }
        var field = field
        if field.line == 0 { field.line = place.origin }
        field.request = request.id
        asks.append(field)
    }

    mutating func need(_ kind: TrustNeed.Kind, line: Int) {
        failures += 1
        let need = TrustNeed(kind: kind, line: line, file: scope.files[0].relativePath)
        if reported.insert(.need(need)).inserted { needs.append(need) }
    }

    mutating func need(_ need: TrustNeed) {
        failures += 1
        if reported.insert(.need(need)).inserted { needs.append(need) }
    }
}
