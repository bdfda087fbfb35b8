import Base
import HTTPFormat
import JSONPath
import Pattern

/// Evaluates a script statement by statement. Nothing is sent, read or run.
///
/// What it costs is counted against the budget that all checks of a request share; how often its loops and its functions for elements
/// go round is limited, and so is the memory of its values. Functions are called where they are written.
struct HandlerRun {
    /// How long a text may become.
    static let longestText = 16 << 20
    /// How many bytes of text, and how many elements of arrays, all values together may have.
    private static let mostText = 256 << 20
    private static let mostElements = 4_000_000
    /// How often all loops and functions for elements together may go round.
    private static let mostRounds = 100_000
    private static let mostChecks = 10_000
    private static let longestLog = 10_000
    private static let mostLogs = 1000

    /// How a statement ended.
    enum Flow {
        case next
        /// `return`, which ends the function.
        case left
        /// `break` and `continue`, which end the round of a loop.
        case stopped
        case skipped
    }

    let script: HandlerScript
    let response: HandlerResponse?
    let budget: QueryBudget
    /// Variables of the program, by name; a value that the script sets replaces them.
    var inputs: [String: String]
    /// Those that no script gave the request.
    private let base: [String: String]
    /// The value of `$uuid` and the like.
    var dynamic: (String) -> String? = { _ in nil }
    var slots: [HandlerValue]
    /// The documents that values point into.
    let documents = HandlerDocuments()
    private let memory = HandlerMemory()
    /// What the function that ended last returned.
    var returned = HandlerValue.undefined
    private var rounds = 0
    /// Regular expressions, ready to use.
    var patterns: [HandlerPattern: Pattern] = [:]
    var body: HandlerValue?
    var lists = 0
    var outcome = HandlerOutcome()
    /// The test under way: its condition that was looked at last.
    private var looked: (condition: String, actual: String?, confirmsStatus: Bool, count: Int) = ("", nil, false, 0)
    /// How many tests are under way.
    private var tests = 0
    /// The line of the assertion that failed last, which is a result by itself outside of tests.
    private var failedLine: Int?
    /// The statement that began last.
    private var current: HandlerStatement?

    /// - Parameter response: nil before the request.
    static func outcome(
        of prepared: PreparedHandler, _ response: HandlerResponse?, _ budget: QueryBudget,
        dynamic: @escaping (String) -> String? = { _ in nil }
    ) -> HandlerOutcome {
        var run = HandlerRun(prepared, response, budget)
        run.dynamic = dynamic
        run.run()
        return run.outcome
    }

    /// The results of a script that was not evaluated, for want of a response.
    static func notEvaluated(_ prepared: PreparedHandler, _ reason: String) -> HandlerOutcome {
        var run = HandlerRun(prepared, nil, QueryBudget())
        run.leaveOut(prepared.script.statements, reason)
        return run.outcome
    }

    private init(_ prepared: PreparedHandler, _ response: HandlerResponse?, _ budget: QueryBudget) {
        script = prepared.script
        inputs = prepared.inputs
        base = prepared.base ?? prepared.inputs
        self.response = response
        self.budget = budget
        slots = [HandlerValue](repeating: .undefined, count: prepared.script.slotCount)
    }

    private mutating func run() {
        // What comes after a statement that ends the script is reported as not evaluated.
        for (place, statement) in script.statements.enumerated() {
            do throws(HandlerFailure) {
                _ = try execute(statement)
            } catch {
                let rest = Array(script.statements[(place + 1)...])
                switch error {
                case .exit: return
                case .thrown(let reason): end(statement, .failed, reason)
                case .givenUp(let reason): end(statement, .failed, "the script was given up: \(reason)")
                case .unavailable(let reason): end(statement, .notEvaluated, reason)
                }
                leaveOut(rest, "the script ended at line \(lineInFile(statement))")
                return
            }
        }
    }

    func lineInFile(_ statement: HandlerStatement) -> Int { script.line + statement.line }

    /// Reports what ended the script, unless an assertion did so already.
    private mutating func end(_ statement: HandlerStatement, _ verdict: HandlerOutcome.Check.Verdict, _ reason: String)
    {
        if let last = outcome.checks.last, last.verdict == .failed, last.line == failedLine { return }
        let culprit = current ?? statement
        outcome.problem = "\(reason) (line \(lineInFile(culprit)))"
        outcome.checks.append(
            HandlerOutcome.Check(
                text: culprit.text, line: lineInFile(culprit), verdict: verdict, condition: "", reason: reason))
    }

    private mutating func leaveOut(_ statements: [HandlerStatement], _ reason: String) {
        for statement in statements {
            switch statement.kind {
            case .test, .assert:
                outcome.checks.append(
                    HandlerOutcome.Check(
                        text: statement.text, line: lineInFile(statement), verdict: .notEvaluated, condition: "",
                        reason: reason))
            default: break
            }
        }
    }

    // MARK: statements

    mutating func execute(_ statements: [HandlerStatement]) throws(HandlerFailure) -> Flow {
        for statement in statements {
            let flow = try execute(statement)
            if flow != .next { return flow }
        }
        return .next
    }

    private mutating func execute(_ statement: HandlerStatement) throws(HandlerFailure) -> Flow {
        try spend(1)
        current = statement
        switch statement.kind {
        case .test(let name, let body):
            let title = try value(name)
            let text = try self.text(of: title)
            try test(text.isEmpty ? statement.text : text, body, statement)
        case .assert(let condition, let message): try assert(condition, message, statement)
        case .log(let values):
            var texts: [String] = []
            for expression in values {
                let result = try value(expression)
                texts.append(try shown(result))
            }
            guard outcome.logs.count < Self.mostLogs else { break }
            let text = texts.joined(separator: " ")
            outcome.logs.append(HandlerLog(text: text.cut(to: Self.longestLog), line: lineInFile(statement)))
        case .set(let scope, let name, let expression):
            var result = HandlerValue.undefined
            if let expression { result = try value(expression) }
            let text: String? = if case .undefined = result { nil } else { try stored(result) }
            inputs[name] = text
            switch scope {
            case .global: outcome.globals.append(HandlerGlobal(name: name, value: text, line: lineInFile(statement)))
            case .request: outcome.locals[name] = text
            }
        case .assign(let slot, let expression): slots[slot] = try value(expression)
        case .clearRequest: clearRequest()
        case .branch(let condition, let then, let otherwise):
            let holds = try value(condition).isTruthy
            return try execute(holds ? then : otherwise)
        case .each(let slot, let list, let body): return try each(slot, list, body)
        case .loop(let condition, let update, let body): return try loop(condition, update, body)
        case .stop: return .stopped
        case .next: return .skipped
        case .evaluate(let expression): _ = try value(expression)
        case .leave(let expression):
            returned = .undefined
            if let expression { returned = try value(expression) }
            return .left
        case .raise(let expression):
            let result = try value(expression)
            throw .thrown("it throws: \(try shown(result))")
        case .exit: throw .exit
        }
        return .next
    }

    /// Names that only the request knew have the values that they have without it.
    private mutating func clearRequest() {
        outcome.clearsRequest = true
        for name in outcome.locals.keys { inputs[name] = nil }
        outcome.locals = [:]
        for name in script.inputs { inputs[name] = outcome.globals.last { $0.name == name }?.value ?? base[name] }
    }

    // MARK: loops

    /// Counts a round of a loop or a call of a function.
    mutating func goRound() throws(HandlerFailure) {
        rounds += 1
        guard rounds <= Self.mostRounds else {
            throw .givenUp("its loops go round more than \(Self.mostRounds) times")
        }
    }

    private mutating func each(
        _ slot: Int, _ list: HandlerExpression, _ body: [HandlerStatement]
    ) throws(HandlerFailure) -> Flow {
        let all = try elements(value(list))
        for element in all {
            try goRound()
            slots[slot] = element
            let flow = try execute(body)
            if flow == .left { return .left }
            if flow == .stopped { break }
        }
        return .next
    }

    private mutating func loop(
        _ condition: HandlerExpression, _ update: [HandlerStatement], _ body: [HandlerStatement]
    ) throws(HandlerFailure) -> Flow {
        while try value(condition).isTruthy {
            try goRound()
            let flow = try execute(body)
            if flow == .left { return .left }
            if flow == .stopped { break }
            _ = try execute(update)
        }
        return .next
    }

    private mutating func test(
        _ name: String, _ body: [HandlerStatement], _ statement: HandlerStatement
    ) throws(HandlerFailure) {
        guard outcome.checks.count < Self.mostChecks else {
            throw .givenUp("it has more than \(Self.mostChecks) results")
        }
        let outer = (looked, tests)
        looked = ("", nil, false, 0)
        tests += 1
        defer { (looked, tests) = outer }
        var check = HandlerOutcome.Check(
            text: name, line: lineInFile(statement), verdict: .passed, condition: "")
        do throws(HandlerFailure) {
            _ = try execute(body)
            check.confirmsStatus = looked.confirmsStatus
            if looked.count == 1 { (check.condition, check.actual) = (looked.condition, looked.actual) }
        } catch {
            switch error {
            case .thrown(let reason):
                (check.verdict, check.reason) = (.failed, reason)
                (check.condition, check.actual) = (looked.condition, looked.actual)
            case .unavailable(let reason): (check.verdict, check.reason) = (.notEvaluated, reason)
            case .givenUp(let reason): (check.verdict, check.reason) = (.failed, "the test was given up: \(reason)")
            case .exit:
                outcome.checks.append(check)
                throw .exit
            }
        }
        failedLine = nil
        outcome.checks.append(check)
    }

    private mutating func assert(
        _ condition: HandlerExpression, _ message: HandlerExpression?, _ statement: HandlerStatement
    ) throws(HandlerFailure) {
        let holds: Bool
        let side: HandlerValue?
        var expectation = "true"
        if case .comparison(let sign, let left, let right) = condition {
            let first = try value(left)
            let second = try value(right)
            holds = try compares(sign, first, second)
            // Of two values the one that is not written in the script.
            side = Self.isConstant(left) ? second : first
            expectation = Self.isConstant(left) ? statement.text : "\(sign.rawValue) \(right.source)"
        } else {
            let actual = try value(condition)
            holds = actual.isTruthy
            side = Self.isConstant(condition) ? nil : actual
        }
        var reason: String?
        if let message {
            let result = try value(message)
            reason = try text(of: result)
        }
        looked.condition = statement.text
        looked.actual = nil
        if let side { looked.actual = try shown(side) }
        looked.count += 1
        let confirms = holds && confirmsStatus(condition)
        if confirms { looked.confirmsStatus = true }
        if tests == 0 {
            guard outcome.checks.count < Self.mostChecks else {
                throw .givenUp("it has more than \(Self.mostChecks) results")
            }
            outcome.checks.append(
                HandlerOutcome.Check(
                    text: statement.text, line: lineInFile(statement), verdict: holds ? .passed : .failed,
                    condition: expectation, actual: looked.actual, reason: holds ? nil : reason,
                    confirmsStatus: confirms))
        }
        guard !holds else { return }
        failedLine = tests == 0 ? lineInFile(statement) : nil
        let clause = "\(statement.text) is not so"
        throw .thrown(reason.map { $0.isEmpty ? clause : "\(clause): \($0)" } ?? clause)
    }

    private static func isConstant(_ expression: HandlerExpression) -> Bool {
        switch expression {
        case .undefined, .null, .bool, .number, .text, .list, .object: true
        case .not(let inner), .negative(let inner), .toNumber(let inner): isConstant(inner)
        default: false
        }
    }

    /// Whether a condition that holds asks for the status that came, as `response.status === 404` does.
    private func confirmsStatus(_ condition: HandlerExpression) -> Bool {
        switch condition {
        case .comparison(let sign, let left, let right):
            guard ![.notEqual, .notIdentical, .isIn].contains(sign) else { return false }
            return left == .response(.status) || right == .response(.status)
        case .chain(.list, let links):
            guard links.count == 1, case .method(.includes, let values)? = links.first?.step else { return false }
            return values == [.response(.status)]
        case .all(let terms): return terms.contains { confirmsStatus($0) }
        // Any of them may be the one that holds, but each must ask for a status.
        case .any(let terms): return terms.allSatisfy { confirmsStatus($0) }
        default: return false
        }
    }

    // MARK: budget

    func spend(_ steps: Int) throws(HandlerFailure) {
        countWork(steps)
        guard budget.spends(steps) else { throw .givenUp((budget.end ?? .exhausted).clause) }
    }

    /// Counts a text that is made.
    func made(_ text: String) throws(HandlerFailure) -> String {
        let count = text.utf8.count
        try spend(count / 4 + 1)
        guard count <= Self.longestText else { throw .givenUp("a text becomes longer than 16 MiB") }
        memory.text += count
        guard memory.text <= Self.mostText else { throw .givenUp("its texts become longer than 256 MiB") }
        return text
    }

    /// Counts the elements of an array that is made.
    func made(_ elements: [HandlerValue]) throws(HandlerFailure) -> [HandlerValue] {
        try spend(elements.count)
        memory.elements += elements.count
        guard memory.elements <= Self.mostElements else {
            throw .givenUp("its arrays have more than \(Self.mostElements) elements")
        }
        return elements
    }
}

/// How much memory the values of a script have taken.
private final class HandlerMemory {
    var text = 0
    var elements = 0
}

/// JSON texts that a script looked into: the body, and what `JSON.parse` made.
final class HandlerDocuments {
    private var trees: [JSONTree] = []

    subscript(_ document: Int) -> JSONTree { trees[document] }

    /// - Returns: its number.
    func add(_ tree: JSONTree) -> Int {
        trees.append(tree)
        return trees.count - 1
    }
}
