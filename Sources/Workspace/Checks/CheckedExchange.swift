import Base
import HTTPFormat
import JSONPath
import NetEngine
import Pattern
import XPath

/// Gives checks access to one exchange; the body is parsed only once for all of them.
final class CheckedExchange {
    /// A value, its bytes, and its position in the body.
    struct Finding {
        var value: CheckValue
        var bytes: [UInt8]?
        var place: BodyPlace?
    }

    enum Outcome {
        case found(Finding)
        /// The value is not available; holds a clause.
        case notEvaluated(String)
        /// What the check asks for is invalid; holds a clause.
        case broken(String)

        package static func found(_ value: CheckValue) -> Outcome { .found(Finding(value: value)) }
        package static func missing(_ why: String) -> Outcome { .found(Finding(value: .missing(why))) }
    }

    let exchange: Exchange
    /// The response with all of its body in memory, for checks that look at it.
    lazy var held: Response? = exchange.response.map { response in
        guard response.content.array == nil else { return response }
        return Response(response, content: BodyBytes(response.body), isComplete: response.isComplete)
    }
    /// Shared by all checks of the request.
    let budget: QueryBudget
    private lazy var json: Result<JSONTree, JSONSyntaxError> = {
        do throws(JSONSyntaxError) { return .success(try JSONTree.parse(held?.body ?? [])) } catch {
            return .failure(error)
        }
    }()
    private lazy var paths: NormalizedPaths? = (try? json.get()).map { NormalizedPaths($0) }
    private lazy var xml: Result<XPathEvaluation, EngineError> = {
        guard let response = held else { return .failure(EngineError.noBody) }
        do throws(EngineError) {
            return .success(XPathEvaluation(try XMLTreeDecoder().decode(response), budget: budget))
        } catch {
            return .failure(error)
        }
    }()
    private lazy var lines = TextLines(held?.body ?? [])
    /// What scripts read; it shares the parsed body.
    lazy var handlerResponse: HandlerResponse? = exchange.response.map { response in
        HandlerResponse(response, at: exchange.endedAt, parse: { [unowned self] in json }, mayTake: mayTake)
    }

    /// What results say to others is taken from it; nil if the exchange holds nothing that is secret by its name.
    lazy var withoutSecrets: CheckedExchange? = withoutNamedSecrets()
    /// Finds what is secret by its name in other texts; nil if the body is too large.
    lazy var secretWords: Redactor? =
        (exchange.response?.content.count ?? 0) > Self.mostTold
        ? nil : Redactors.shared.redactor(forNamesIn: exchange, findsWords: true)

    /// Whether there is enough memory to parse the body; as a tree it takes about four times its size. One in a file must be
    /// read into memory first.
    lazy var hasMemory = mayTake(timesBody: 4)
    /// The same to compare all of its text, which is a copy of it, beside the tree.
    private lazy var hasMemoryForText = mayTake(timesBody: 6)

    private func mayTake(timesBody factor: Int) -> Bool {
        guard let body = exchange.response?.content, body.count > 8 << 20 else { return true }
        return mayTake(body.count * (body.array == nil ? factor + 1 : factor))
    }
    /// The same for a body that is in memory.
    func mayParse(_ bytes: Int) -> Bool { bytes <= 8 << 20 || mayTake(4 * bytes) }
    private let mayTake: (Int) -> Bool

    init(
        _ exchange: Exchange, _ budget: QueryBudget = QueryBudget(),
        mayTake: @escaping (Int) -> Bool = FreeMemory.allows
    ) {
        self.exchange = exchange
        self.budget = budget
        self.mayTake = mayTake
    }

    /// Why a value missing from the body might still have followed; nil if the body is complete.
    var incompleteness: String? {
        guard let response = exchange.response, !response.isComplete else { return nil }
        return "the body is incomplete: \(response.content.count) bytes came"
    }

    /// Whether the received bytes are in memory; those of a streamed body are not.
    var isKept: Bool { exchange.response?.isBodyKept ?? true }

    func finding(_ subject: Check.Subject) -> Outcome {
        switch subject {
        case .duration(let phase): return duration(phase)
        case .error(let wantsPhase): return .found(error(wantsPhase))
        case .cache(let fact): return .found(cache(fact))
        case .script(let expression): return script(expression)
        case .status, .header, .body, .xpath: break
        }
        guard let response = exchange.response else { return .missing("no response came") }
        // Subjects that cost nothing are checked even after the other checks have used up the budget.
        if let cost = cost(subject, response) {
            do throws(QueryBudget.End) { try budget.spend(cost) } catch {
                return .broken("the check was given up: \(error.clause)")
            }
        }
        switch subject {
        case .body where !isKept, .xpath where !isKept: return .notEvaluated("the body was not kept")
        case .body(nil) where !hasMemoryForText, .body where !hasMemory, .xpath where !hasMemory:
            return tooLittleMemory(response)
        case .header(let name): return .found(header(name, response))
        case .body(let path):
            let response = held ?? response
            return path.map { body($0, response) } ?? wholeBody(response)
        case .xpath(let expression): return xpath(expression)
        default: return .found(CheckValue(response.status))
        }
    }

    private func tooLittleMemory(_ response: Response) -> Outcome {
        .notEvaluated("there is too little memory to parse a body of \(response.content.count) bytes")
    }

    /// What copying or decoding for one check costs, by length; queries count their own cost.
    private func cost(_ subject: Check.Subject, _ response: Response) -> Int? {
        switch subject {
        case .body(nil), .script: response.content.count / 4 + 1
        case .header: response.headers.count
        case .status: nil
        default: 1
        }
    }

    // MARK: Beside the body

    private func header(_ name: String, _ response: Response) -> CheckValue {
        let values = response.headers.values(name)
        guard !values.isEmpty else { return .missing("the response has no header \(name)") }
        // Cookies can contain commas, and httpYac treats only them as an array.
        guard name.lowercased() == "set-cookie" else { return .text(values.joined(separator: ", ")) }
        return .json(
            String(decoding: JSONOutput.array(values.map { .string($0) }).bytes, as: UTF8.self), isArray: true)
    }

    private func duration(_ phase: CheckPhase) -> Outcome {
        // What the engine does itself (the cache, waits before a retry) is not the server's time.
        if phase.rawValue == Phase.total.rawValue {
            return .found(.number(DurationText.milliseconds(exchange.networkTime)))
        }
        guard let known = Phase(rawValue: phase.rawValue), let duration = exchange.timings[known] else {
            let isReused = exchange.hops.last?.connection?.isReused == true
            let why = isReused ? ": the connection was there already" : ""
            return .notEvaluated("the phase \(phase.rawValue) did not happen\(why)")
        }
        return .found(.number(DurationText.milliseconds(duration)))
    }

    private func error(_ wantsPhase: Bool) -> CheckValue {
        guard let error = exchange.error else { return .missing("there was no error") }
        guard wantsPhase else { return .text(error.category.rawValue) }
        guard let phase = error.phase else { return .missing("the error has no phase") }
        return .text(error.category == .timeout ? phase.timeoutName : phase.rawValue)
    }

    private func cache(_ fact: Check.CacheFact) -> CheckValue {
        guard let decision = exchange.cacheDecision else { return .missing("the cache was not used for this send") }
        switch fact {
        case .outcome: return .text(decision.outcome.rawValue)
        case .reason: return .text(decision.phrase)
        case .age:
            guard let age = decision.age else { return .missing("nothing was stored") }
            return .number(String(age.seconds))
        case .stored:
            switch decision.storing {
            case .stored, .combined, .renewed: return .bool(true)
            case .nothing, .refused: return .bool(false)
            }
        }
    }

    // MARK: The body

    private func wholeBody(_ response: Response) -> Outcome {
        if ContentType(response.headers["Content-Type"] ?? "").isJSON, case .success(let tree) = json {
            var finding = jsonFinding(0, tree)
            finding.bytes = response.body
            finding.place = nil
            return .found(finding)
        }
        return .found(Finding(value: .text(text(response)), bytes: response.body))
    }

    private func text(_ response: Response) -> String {
        (try? TextDecoder(replacesInvalid: true).decode(response)) ?? String(decoding: response.body, as: UTF8.self)
    }

    private func body(_ path: String, _ response: Response) -> Outcome {
        let tree: JSONTree
        switch json {
        case .success(let known): tree = known
        case .failure(let error):
            guard !response.body.isEmpty else { return .missing("the body is empty") }
            let place = lines.place(of: error.offset)
            return .missing("the body is not JSON: \(error.reason) (line \(place.line), column \(place.column))")
        }
        switch LenientJSONPath.all(path, in: tree, budget) {
        case .failure(let failure): return .broken(failure.reason)
        case .success(.values(let nodes)):
            guard let first = nodes.first else { return .missing("nothing in the body is at \(path)") }
            guard nodes.count > 1 else { return .found(jsonFinding(first, tree)) }
            return list(nodes.prefix(10_000).map { String(decoding: tree.slice($0), as: UTF8.self) }, first, tree)
        case .success(.lengths(let lengths)):
            guard let first = lengths.first else { return .missing("nothing in the body is at \(path)") }
            guard lengths.count > 1 else {
                return .found(Finding(value: CheckValue(first.length), place: place(of: first.node, tree)))
            }
            return list(lengths.prefix(10_000).map { String($0.length) }, first.node, tree)
        }
    }

    /// Several values become an array, as in httpYac.
    private func list(_ values: [String], _ first: Int, _ tree: JSONTree) -> Outcome {
        let list = "[" + values.joined(separator: ",") + "]"
        return .found(Finding(value: .json(list, isArray: true), place: place(of: first, tree)))
    }

    private func jsonFinding(_ node: Int, _ tree: JSONTree) -> Finding {
        let written = String(decoding: tree.slice(node), as: UTF8.self)
        let value: CheckValue
        var bytes: [UInt8]?
        switch tree.kind(node) {
        case .null: value = .null
        case .bool: value = .bool(written == "true")
        case .number: value = .number(written)
        case .string:
            let content = tree.string(node)
            value = .text(String(decoding: content, as: UTF8.self))
            bytes = content
        case .array: value = .json(written, isArray: true)
        case .object: value = .json(written, isArray: false)
        }
        return Finding(value: value, bytes: bytes, place: place(of: node, tree))
    }

    private func place(of node: Int, _ tree: JSONTree) -> BodyPlace? {
        let offset = Int(tree.nodes[node].start)
        let place = lines.place(of: offset)
        return BodyPlace(
            offset: offset, line: place.line, column: place.column, path: paths?.path(of: node) ?? "$")
    }

    private func xpath(_ expression: String) -> Outcome {
        let query: XPathQuery
        do throws(XPathParser.SyntaxError) { query = try XPathParser.parse(expression) } catch {
            return .broken("\(expression) is not an XPath: \(error.reason)")
        }
        let evaluation: XPathEvaluation
        switch xml {
        case .success(let known): evaluation = known
        case .failure(let error): return .missing(Self.clause(error.sentence))
        }
        let value: XPathValue
        do throws(XPathEvaluation.Failure) { value = try evaluation.value(query) } catch {
            return .broken(error.reason)
        }
        switch value {
        case .string(let text): return .found(.text(text))
        case .number(let number):
            return .found(number.isFinite ? .number(XPathNumber.text(number)) : .text(XPathNumber.text(number)))
        case .boolean(let flag): return .found(.bool(flag))
        case .nodes(let nodes):
            guard let first = nodes.first else { return .missing("nothing in the body is at \(expression)") }
            let offset = evaluation.document.node(first).sourceRange.lowerBound
            let place = lines.place(of: offset)
            // Offsets refer to the text as UTF-8; if it was converted, they would not match the received bytes.
            let isSame = evaluation.document.tree.source.count == exchange.response?.content.count
            return .found(
                Finding(
                    value: .text(evaluation.document.comparable(first)),
                    place: isSame
                        ? BodyPlace(offset: offset, line: place.line, column: place.column, path: expression)
                        : nil))
        }
    }

    /// Turns a sentence into a clause.
    private static func clause(_ sentence: String) -> String {
        let words = sentence.withoutFullStop
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    private func script(_ expression: String) -> Outcome {
        guard let path = ScriptPath(expression) else {
            return .notEvaluated("JavaScript is not run here, only paths such as response.parsedBody.id")
        }
        guard let response = exchange.response else { return .missing("no response came") }
        let hasRoom = path.root == .text ? hasMemoryForText : path.root == .json ? hasMemory : true
        guard hasRoom else { return tooLittleMemory(response) }
        switch path.root {
        case .status: return .found(CheckValue(response.status))
        case .headers: return .found(header(path.steps[0], response))
        case .text:
            let response = held ?? response
            return .found(Finding(value: .text(text(response)), bytes: response.body))
        case .request: return .notEvaluated("the response of another request is not available")
        case .json:
            guard !path.steps.isEmpty else { return body("$", held ?? response) }
            guard case .success(let tree) = json else { return .missing("the body is not JSON") }
            var node = 0
            for step in path.steps {
                let child = Int(step).flatMap { tree.element($0, of: node) } ?? tree.member(Array(step.utf8), of: node)
                guard let child else {
                    if step == "length", let length = LenientJSONPath.length(of: node, in: tree) {
                        return .found(CheckValue(length))
                    }
                    return .missing("nothing in the body is at \(expression)")
                }
                node = child
            }
            return .found(jsonFinding(node, tree))
        }
    }
}

extension EngineError {
    fileprivate static var noBody: EngineError {
        EngineError(category: .decoding, sentence: "there is no body.", hint: "")
    }
}
