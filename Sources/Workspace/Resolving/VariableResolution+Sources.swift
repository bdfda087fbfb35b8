import Base
import HTTPFormat
import NetEngine

// The sources of a value, in the order of HTTP-FORMAT §9: what the user gave for this send, scripts above the request, responses to
// other requests, the file and its imports, the environment, what all environments share, `.env` files.

extension VariableResolution {
    /// The value of an expression between braces, counted among the bytes that the request inserts.
    package mutating func evaluate(_ expression: String, _ place: Place) -> String? {
        countWork(1)
        guard !isOverLimit else {
            fail()
            return nil
        }
        let reference = VariableMarks.Variable(expression: expression)
        let (name, encodes) = (reference.name, reference.isEncoded)
        if usesMarks, let mark = context.marks?.mark(of: reference) {
            return take(mark.utf8.count, of: name, place) ? mark : nil
        }
        guard let value = value(of: name, place), take(value.utf8.count, of: name, place) else { return nil }
        guard encodes else { return value }
        // Percent-encoding makes up to three bytes of one.
        guard 2 * value.utf8.count <= limit.totalBytes - expandedBytes else {
            _ = take(limit.totalBytes, of: name, place)
            return nil
        }
        let encoded = PercentEncoding.component(value)
        return take(encoded.utf8.count - value.utf8.count, of: name, place) ? encoded : nil
    }

    private mutating func value(of name: String, _ place: Place) -> String? {
        if name.hasPrefix("$") { return evaluateDynamic(name, place) }
        guard case .text(let text) = lookUp(name, place) else { return nil }
        return text
    }

    private mutating func evaluateDynamic(_ expression: String, _ place: Place) -> String? {
        if expression.hasPrefix("$shared ") {
            let name = String(expression.dropFirst(8).drop { $0 == " " })
            if let variable = context.environments.variables[EnvironmentSet.shared]?[name] {
                let value = resolve(
                    variable, name, .environment(EnvironmentSet.shared), place,
                    source: .shared(file: variable.file, isPrivate: variable.isPrivate))
                if case .text(let text) = value { return text }
                return nil
            }
            report(name, place, "no shared variable of that name")
            return nil
        }
        if let name = TokenName(expression) { return token(name, expression: expression, place) }
        let field = PromptField(expression: expression)
        if let field, let value = context.overrides[expression] {
            let kept = context.kept[expression]
            used(expression, value, kept?.source ?? .override, isSecret: kept?.isSecret ?? field.isSecret)
            return value
        }
        var names: [String: String] = [:]
        if expression.contains(bytes: "%"), let name = expression.split(separator: "%").last.map(String.init) {
            names[name] = valueIfAny(name, line: place.line)
        }
        let environments = context.environments
        let environment = context.environmentName
        let value = DynamicValue(
            sources: dynamic, variable: { names[$0] },
            dotEnv: { environments.dotEnvVariable($0, in: environment)?.value }, loopIndex: context.turn?.index,
            isTrusted: context.isTrusted, answers: context.answers)
        switch value.evaluate(expression) {
        case .value(let text):
            let made = value.place(of: expression)
            if case .dotEnv(let name) = made, !mayUse(.value(name), place) { return nil }
            let source = field == nil ? self.source(of: made) : .prompt
            used(expression, text, source, isSecret: field?.isSecret ?? (source != .dynamic))
            return text
        case .unresolved(let reason): report(expression, place, reason)
        case .prompt(let field): ask(field, place)
        case .untrusted(let name): need(.processVariable(name), line: place.origin)
        }
        return nil
    }

    private func source(of place: DynamicValue.Place) -> VariableUse.Source {
        switch place {
        case .made: .dynamic
        case .processEnvironment: .processEnvironment
        case .dotEnv(let name):
            context.environments.dotEnvVariable(name, in: context.environmentName).map { .dotEnv(file: $0.file) }
                ?? .dynamic
        }
    }

    /// The value of a name; reports it if there is none.
    mutating func lookUp(_ name: String, _ place: Place) -> Value {
        if let value = context.overrides[name] {
            let kept = context.kept[name]
            let isSecret = kept?.isSecret ?? isSecretOverride(name)
            return resolve(
                Key(name: name, origin: .override), place, source: kept?.source ?? .override, isSecret: isSecret
            ) { _ in value }
        }
        if context.awaited.contains(name) {
            report(name, place, "it gets its value before the request is sent")
            return .failed
        }
        if !prompts.isEmpty, let prompt = prompts[name] {
            if let value = context.answers[name] {
                let key = Key(name: name, origin: .answer)
                let isSecret = !isResolved(key) && (prompt.isSecret || isPrivateOtherwise(name, place))
                return resolve(key, place, source: .prompt, isSecret: isSecret) { _ in value }
            }
            if !context.ignoresPrompts {
                ask(PromptField(prompt, initial: nil, request: request.id), place)
                return .failed
            }
        }
        if let turn = context.turn, let item = turn.item, item.variable == name {
            return resolve(Key(name: name, origin: .loop), place, source: .loop, isSecret: item.isSecret) { _ in
                item.value
            }
        }
        if let value = preset(name, place) { return value }
        if let value = referenced(name, place) { return value }
        if order == .environmentFirst, let value = environmentValue(name, place) { return value }
        if let (file, definition) = definition(name, place) {
            return resolve(definition, file: file, place)
        }
        if let value = environmentValue(name, place) { return value }
        if let variable = context.environments.dotEnvVariable(name, in: context.environmentName) {
            return resolve(variable, name, .dotEnv, place, source: .dotEnv(file: variable.file))
        }
        if let value = secondChance(name, place) { return value }
        if let turn = context.turn, let value = member(name, of: turn, place) { return value }
        if isReported(name, place) {
            fail()
        } else if let (reason, unsent) = captured(name, place) {
            report(name, place, reason, unsent: unsent)
        } else {
            report(name, place, reasonForUnknown(name))
        }
        return .failed
    }

    private mutating func environmentValue(_ name: String, _ place: Place) -> Value? {
        guard let (variable, isShared) = context.environments.variable(name, in: context.environmentName) else {
            return nil
        }
        let environment = isShared ? EnvironmentSet.shared : context.environmentName ?? EnvironmentSet.shared
        return resolve(
            variable, name, .environment(environment), place,
            source: isShared
                ? .shared(file: variable.file, isPrivate: variable.isPrivate)
                : .environment(name: environment, file: variable.file, isPrivate: variable.isPrivate))
    }

    /// Whether a value that the user gave (`--var`, a column of `--data`) is a secret: by its name, because the request asks for
    /// it hidden, or because it stands in for a private value.
    private func isSecretOverride(_ name: String) -> Bool {
        prompts[name]?.isSecret == true || context.isSecretOverride(name)
    }

    /// True if a prompted name would have a private value without the prompt. What was resolved for one name is reused
    /// for the others.
    private mutating func isPrivateOtherwise(_ name: String, _ place: Place) -> Bool {
        guard !context.ignoresPrompts else { return false }
        if isPrivateValueWithheld(name) { return true }
        var trial = plain.popLast() ?? withoutPrompts
        defer { plain.append(trial) }
        let before = trial.secretUses
        return trial.valueIfAny(name, line: place.line) != nil && trial.secretUses != before
    }

    private var withoutPrompts: VariableResolution {
        var context = context
        context.ignoresPrompts = true
        context.answers = [:]
        return VariableResolution(request, in: scope.files[0], context: context, dynamic: dynamic, limit: limit)
    }

    /// A part of a loop's item, parsed once.
    private mutating func member(_ name: String, of turn: LoopTurn, _ place: Place) -> Value? {
        let key = Key(name: name, origin: .loop)
        let member = isResolved(key) ? nil : turn.member(name, bodies)
        guard isResolved(key) || member != nil else { return nil }
        return resolve(key, place, source: .loop, isSecret: turn.item?.isSecret == true) { _ in member }
    }

    // MARK: private values

    /// Whether a request may use what is private of the user; if not, that is noted as a need. What private files, logins and
    /// certificates give goes through this.
    mutating func mayUse(_ secret: TrustNeed.Secret, _ place: Place) -> Bool {
        guard let address = context.withheldFrom else { return true }
        need(.secret(secret, for: address), line: place.origin)
        return false
    }

    /// Whether a name has a private value that is not used without trust.
    func isPrivateValueWithheld(_ name: String) -> Bool {
        context.withheldFrom != nil && context.isSecretOverride(name)
    }

    // MARK: definitions and environments

    /// The definition that a name refers to. A definition does not refer to itself: an earlier one then counts.
    private func definition(_ name: String, _ place: Place) -> (file: Int, definition: VariableDefinition)? {
        guard let nearest = scope.definition(name, file: place.file, line: place.line) else { return nil }
        func key(_ found: (file: Int, definition: VariableDefinition)) -> Key {
            Key(name: name, origin: .line(file: found.file, found.definition.line))
        }
        guard isOpen(key(nearest)) else { return nearest }
        var seen: Set<Key> = []
        var found = nearest
        while isOpen(key(found)), seen.insert(key(found)).inserted {
            countWork(1)
            guard let next = scope.definition(name, file: found.file, line: found.definition.line) else {
                return isInnermost(key(found)) ? nil : nearest
            }
            found = next
        }
        // Only the cycle is left.
        return isOpen(key(found)) ? nearest : found
    }

    private mutating func resolve(_ definition: VariableDefinition, file: Int, _ place: Place) -> Value {
        let key = Key(name: definition.name, origin: .line(file: file, definition.line))
        var inner = place
        inner.file = file
        // Names in a value are looked up from the request (N9), which follows everything in an imported file.
        inner.line = file == 0 ? request.line : .max
        let source: VariableUse.Source
        if file == 0 {
            inner.origin = definition.line
            source = .file(line: definition.line)
        } else {
            let path = scope.files[file].relativePath
            if place.file != file || place.remark.isEmpty { inner.remark = " (in \(path):\(definition.line))" }
            source = .imported(file: path, line: definition.line)
        }
        return resolve(key, place, source: source) { resolution in
            resolution.expandValue(ReferenceText.unescaped(definition.rawValue), of: definition.name, inner)
        }
    }

    private mutating func resolve(
        _ variable: EnvironmentSet.Variable, _ name: String, _ origin: Key.Origin, _ place: Place,
        source: VariableUse.Source
    ) -> Value {
        guard let raw = variable.value else {
            report(name, place, variable.reason ?? "it has no value")
            return .failed
        }
        guard !variable.isPrivate || mayUse(.value(name), place) else { return .failed }
        return resolve(
            Key(name: name, origin: origin), place, source: source, isSecret: variable.isPrivate
        ) { resolution in
            // Values in .env files are literal, as in the tools that defined the format.
            if case .dotEnv = origin { raw } else { resolution.expandValue(raw, of: name, place) }
        }
    }

    // MARK: other requests

    /// The value of `login.response.body.token`, or of a captured variable; nil if the name is neither.
    private mutating func referenced(_ name: String, _ place: Place) -> Value? {
        switch ChainReference.read(name) {
        case .reference(let reference)?:
            switch found(reference.name) {
            case .none:
                // A variable's own name may contain dots.
                guard !hasOtherValue(name, place) else { return nil }
                if isReported(name, place) { fail() } else { report(name, place, unknownRequest(reference.name)) }
                return .failed
            case .several(let file, let lines):
                report(name, place, RequestScope.ambiguity(reference.name, file: file, lines: lines))
                return .failed
            case .one(let request, let response, _):
                return value(of: reference, request, response, name, place)
            }
        case .invalid(let request, let reason)?:
            guard case .one = found(request), !hasOtherValue(name, place) else { return nil }
            report(name, place, reason)
            return .failed
        case nil:
            guard let capture = context.capture(name, in: scope) else { return nil }
            return resolve(
                Key(name: name, origin: .request), place, source: .request(id: capture.request),
                isSecret: capture.isSecret
            ) { _ in capture.value }
        }
    }

    enum FoundRequest {
        case none
        case several(file: String, lines: [Int])
        /// - Parameter isOfLoop: `name0`, `nameList`.
        case one(UnsentRequest, ResponseMemory.Entry?, isOfLoop: Bool)
    }

    private mutating func found(_ name: String) -> FoundRequest {
        if let known = foundRequests[name] { return known }
        let found = find(name)
        foundRequests[name] = found
        return found
    }

    private func find(_ name: String) -> FoundRequest {
        switch scope.find(name) {
        case .none: return .none
        case .several(let file, let lines): return .several(file: file, lines: lines)
        case .one(let place):
            let file = scope.files[place.file].path
            return .one(
                UnsentRequest(file: file, id: scope.request(place).id), context.response(to: place, in: scope),
                isOfLoop: place.isOfLoop)
        }
    }

    private mutating func value(
        of reference: ChainReference, _ request: UnsentRequest, _ response: ResponseMemory.Entry?, _ name: String,
        _ place: Place
    ) -> Value {
        let owner = "\(request.file)\0\(reference.name)"
        guard let response else {
            if let problem = reference.pathProblem {
                report(name, place, problem)
                return .failed
            }
            let isItself = request.file == scope.files[0].path && request.id == self.request.id
            let what = isItself ? "it is the request itself, which" : "the request \(request.id)"
            report(name, place, "\(what) has no response yet", unsent: request)
            return .failed
        }
        let chain = ChainValue(entry: response, bodies: bodies, owner: owner)
        return resolve(
            Key(name: name, origin: .request), place, source: .request(id: request.id),
            isSecret: chain.isSecret(reference)
        ) { resolution in
            switch chain.value(of: reference) {
            case .success(let text):
                if response.holdsSecret(text) { resolution.insertedSecret() }
                return text
            case .failure(let absence):
                resolution.report(name, place, absence.reason)
                return nil
            }
        }
    }

    /// httpYac's syntax, `login.a.b[0]` and `loginResponse.headers.server`, if nothing else has that name.
    private mutating func secondChance(_ name: String, _ place: Place) -> Value? {
        let end = name.firstIndex { $0 == "." || $0 == "[" } ?? name.endIndex
        guard end != name.startIndex else { return nil }
        let head = String(name[..<end])
        if case .one(let request, let response, let isOfLoop) = found(head) {
            if end == name.endIndex {
                guard isOfLoop else { return nil }
                let reference = ChainReference(name: head, side: .response, part: .wholeBody)
                return value(of: reference, request, response, name, place)
            }
            let path = String(name[end] == "." ? name[name.index(after: end)...] : name[end...])
            let reference = ChainReference(name: head, side: .response, part: .body(path: path, format: nil))
            return value(of: reference, request, response, name, place)
        }
        guard head.hasSuffix("Response"), case .one(let request, let response, _) = found(String(head.dropLast(8)))
        else {
            return nil
        }
        var rest = String(name[end...].dropFirst())
        for (other, ours) in [("parsedBody", "body"), ("statusCode", "status")] where rest.hasPrefix(other) {
            rest = ours + rest.dropFirst(other.count)
        }
        guard case .reference(var reference)? = ChainReference.read("_.response.\(rest)") else { return nil }
        reference.name = request.id
        return value(of: reference, request, response, name, place)
    }

    /// True if a plain name is defined or prompted for. Evaluates nothing.
    func isDefined(_ name: String, line: Int) -> Bool {
        context.overrides[name] != nil || prompts[name] != nil || presetNames.contains(name)
            || hasOtherValue(name, Place(line: line))
    }

    /// The value of a plain name that is defined; nil if it is known only when the request is sent.
    mutating func definedValue(_ name: String, line: Int) -> String? {
        isDefined(name, line: line) ? valueIfAny(name, line: line) : nil
    }

    private func hasOtherValue(_ name: String, _ place: Place) -> Bool {
        scope.definition(name, file: place.file, line: place.line) != nil
            || context.environments.variable(name, in: context.environmentName) != nil
            || context.environments.dotEnvVariable(name, in: context.environmentName) != nil
    }
}
