/// A script of a request file, read into statements by a small grammar (HTTP-FORMAT §13): `> {% … %}`, `< {% … %}` and httpYac's
/// `{{ … }}`. No JavaScript is run. A script with anything outside of the grammar is not read at all.
package struct HandlerScript: Sendable, Hashable {
    package enum Phase: Sendable, Hashable {
        /// Before the request is sent.
        case before
        /// When its response came.
        case after
    }

    package var phase: Phase
    package var statements: [HandlerStatement]
    /// The functions that it declares; each calls only those before it.
    package var functions: [HandlerCallback]
    /// How many local variables it has.
    package var slotCount: Int
    /// The variables that it can set, in the order of the script.
    package var settings: [HandlerSetting]
    /// The names that it reads with `client.global.get` and the like.
    package var inputs: [String]
    /// Line in the file, counted from 1; the lines of its parts count from here.
    package var line: Int

    /// True if it can have a result that is shown: a test, an assertion or a log line.
    package var reports: Bool

    /// True if it sets a variable for later requests.
    package var setsGlobals: Bool { settings.contains { $0.scope == .global } }
}

/// A variable that a script sets.
package struct HandlerSetting: Sendable, Hashable {
    package enum Scope: Sendable, Hashable {
        /// For all later requests: `client.global.set`, `exports.x =` of a script below the request.
        case global
        /// For the request alone: `request.variables.set`, `exports.x =` of a script above it.
        case request
    }

    package var scope: Scope
    package var name: String
    /// The value as a reference to the response has it after `response.`, such as `body.$.token`; nil if it is more than that, or is
    /// not always set.
    package var reference: String?
    /// From the first line of the script.
    package var line: Int
}

/// One statement of a script.
package struct HandlerStatement: Sendable, Hashable {
    package indirect enum Kind: Sendable, Hashable {
        /// `client.test("name", function () { … })`.
        case test(name: HandlerExpression, [HandlerStatement])
        /// `client.assert(condition, message)`.
        case assert(HandlerExpression, message: HandlerExpression?)
        case log([HandlerExpression])
        /// `client.global.set("name", value)` and the like; without a value the variable is removed.
        case set(HandlerSetting.Scope, name: String, HandlerExpression?)
        /// `request.variables.clearAll()`.
        case clearRequest
        /// The value of a local variable.
        case assign(Int, HandlerExpression)
        case branch(HandlerExpression, [HandlerStatement], otherwise: [HandlerStatement])
        /// `for (const x of list)`: the local variable and the body for each element.
        case each(Int, HandlerExpression, [HandlerStatement])
        /// `for (…; condition; update)` after its beginning, and `while`.
        case loop(HandlerExpression, update: [HandlerStatement], [HandlerStatement])
        /// `break`.
        case stop
        /// `continue`.
        case next
        /// An expression without effect; what it reads may not be there.
        case evaluate(HandlerExpression)
        /// `return`: ends the function.
        case leave(HandlerExpression?)
        /// `throw`.
        case raise(HandlerExpression)
        /// `client.exit()`: ends the script.
        case exit
    }

    package var kind: Kind
    /// Its text, shortened; of an assertion only the condition.
    package var text: String
    /// From the first line of the script.
    package var line: Int
}

/// Why a script is not read: the first construct outside of the grammar.
package struct HandlerRefusal: Error, Hashable {
    /// Completes "line 4 has …": `a loop (for)`.
    package var construct: String
    /// From the first line of the script.
    package var line: Int
}
