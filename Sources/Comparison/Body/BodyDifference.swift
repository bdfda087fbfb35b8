/// How the bodies of one request in two runs relate.
package enum BodyVerdict: Sendable, Hashable {
    case equal
    case equalButForOrder
    case equalButForVolatileValues
    case different
    /// - Parameter reason: a clause.
    case notCompared(reason: String)

    /// The word that reports use.
    package var word: String {
        switch self {
        case .equal: "equal"
        case .equalButForOrder: "equal-but-for-order"
        case .equalButForVolatileValues: "equal-but-for-volatile-values"
        case .different: "different"
        case .notCompared: "not-compared"
        }
    }
}

/// What is different between the bodies of one request in two runs.
package struct BodyDifference: Sendable {
    package enum Method: String, Sendable, Hashable {
        case json = "JSON"
        case text, bytes
    }

    package struct Change: Sendable, Hashable {
        package var kind: DifferenceKind
        /// A JSONPath that is the same for all elements of an array; `line N` in a text.
        package var path: String
        /// Where one such value is, in the body that has it.
        package var place: String
        /// The value in each run, shortened; its type where that changed.
        package var values: Both<String?>
    }

    /// How the elements of the arrays at one path were matched.
    package struct Matching: Sendable, Hashable {
        package var path: String
        /// The member that identifies them; nil if they were matched by their content.
        package var key: String?
    }

    /// More changes are counted, but not listed.
    package static let listLimit = 200

    package var verdict: BodyVerdict
    package var method: Method = .json
    package var changes: [Change] = []
    /// Of all changes, listed or not.
    package var changeCount = 0
    /// Elements at another place of their array.
    package var movedCount = 0
    /// The paths of these elements, each once.
    package var movedPaths: [String] = []
    package var ignored: [IgnoredValue] = []
    package var matchings: [Matching] = []
    package var contract: [ContractChange] = []
    /// Sentences.
    package var notes: [String] = []

    init(_ verdict: BodyVerdict, method: Method = .json) {
        self.verdict = verdict
        self.method = method
    }
}

/// A value that differed and was not counted.
package struct IgnoredValue: Sendable, Hashable {
    /// Why it was not counted.
    package enum Ground: Sendable, Hashable {
        /// It differs between two responses to the same request in the same run.
        case repeats
        /// Without repeats: both values look like the same kind of value that is made for the occasion.
        case guessed(String)
        /// A rule of the user.
        case rule(String)
        /// A header that is known to change.
        case known
        /// A header that follows from the body, which was compared by itself.
        case followsBody

        /// A clause for users.
        package var clause: String {
            switch self {
            case .repeats: "it changes between repeats of the same request"
            case .guessed(let format): "guessed: both values are of the format \(format)"
            case .rule(let text): "the rule \(text)"
            case .known: "it is known to change"
            case .followsBody: "it follows from the body"
            }
        }
    }

    /// A JSONPath, or the name of a header.
    package var path: String
    package var kind: DifferenceKind
    package var ground: Ground
    package var values: Both<String?>
}
