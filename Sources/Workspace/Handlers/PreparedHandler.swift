import HTTPFormat
import Pattern

/// A script that is ready to be evaluated when the response arrives.
package struct PreparedHandler: Sendable, Hashable {
    package var script: HandlerScript
    /// The values of the variables that it reads and that have one.
    var inputs: [String: String]
    /// The same without what earlier scripts gave the request; nil if they gave it nothing.
    var base: [String: String]?
    /// Whether one of them is private: what the script sets is, then.
    var readsSecret = false
    /// Of a script above the request: what it set for later requests.
    var presets: [HandlerGlobal]

    init(_ script: HandlerScript, inputs: [String: String] = [:], presets: [HandlerGlobal] = []) {
        self.script = script
        self.inputs = inputs
        self.presets = presets
    }

    /// What it sets for later requests once the response came.
    func globals(_ response: HandlerResponse, _ budget: QueryBudget) -> [HandlerGlobal] {
        guard script.setsGlobals else { return [] }
        return script.phase == .before ? presets : HandlerRun.outcome(of: self, response, budget).globals
    }
}

/// A variable that a script set for later requests.
struct HandlerGlobal: Sendable, Hashable {
    var name: String
    /// nil removes the variable.
    var value: String?
    /// Line in the file, counted from 1.
    var line: Int
    /// Whether the script was evaluated before the response came, and read a private value.
    var isSecret = false
}

/// What a script did.
struct HandlerOutcome {
    struct Check {
        enum Verdict { case passed, failed, notEvaluated }

        /// The name of the test, or the condition.
        var text: String
        var line: Int
        var verdict: Verdict
        /// The condition that decided.
        var condition: String
        /// The value that the condition looked at.
        var actual: String?
        var reason: String?
        /// Whether it passed because the status is what it is.
        var confirmsStatus = false
    }

    var checks: [Check] = []
    var logs: [HandlerLog] = []
    /// What it set for later requests, in order.
    var globals: [HandlerGlobal] = []
    /// What it set for the request alone.
    var locals: [String: String] = [:]
    /// Whether what earlier scripts set for the request alone was removed.
    var clearsRequest = false
    /// Why it ended early, as a clause.
    var problem: String?
}

/// A line that a script wrote with `client.log` or `console.log`.
package struct HandlerLog: Sendable, Hashable {
    package var text: String
    /// What others are told instead, because the exchange holds a secret by the name of a member.
    var told: String?
    /// Line in the file, counted from 1.
    package var line: Int

    package init(text: String, line: Int) {
        self.text = text
        self.line = line
    }
}
