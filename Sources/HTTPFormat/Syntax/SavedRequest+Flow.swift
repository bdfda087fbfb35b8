/// What a request asks for before, during and after the send. Only parsed here. Lines count from 1.
extension SavedRequest {
    /// `# @prompt name text`, `# @secret name`: a value to ask for before the send; never stored.
    package struct Prompt: Sendable, Hashable {
        package var variable: String
        package var text: String?
        /// True for `@secret`, or a name such as `password`: the input is hidden.
        package var isSecret: Bool
        package var line: Int
    }

    /// `# @ref name`, `# @forceRef name`: a request whose response this one needs.
    package struct Dependency: Sendable, Hashable {
        /// As written; it may hold variables.
        package var name: String
        /// True to send it every time, not only if it has no response yet.
        package var isForced: Bool
        package var line: Int
    }

    /// `?? status == 200`, `# @assert status == 200`.
    package struct AssertionLine: Sendable, Hashable {
        package enum Spelling: Sendable, Hashable {
            case questionMarks
            case comment
        }

        /// The trimmed text after the marker.
        package var text: String
        package var spelling: Spelling
        package var line: Int
    }

    /// `>> path`, `>>! path`: where to write the body of the response.
    package struct OutputFile: Sendable, Hashable {
        /// As written; it may hold variables.
        package var path: String
        package var overwrites: Bool
        package var line: Int
    }

    /// `# @loop for 3`, `# @loop for x of name`: the request is sent several times in a run.
    package struct Loop: Sendable, Hashable {
        package enum Over: Sendable, Hashable {
            case count(Int)
            case items(variable: String, of: String)
        }

        package var over: Over
        package var line: Int
    }

    /// `client.global.set("x", response.body.a.b)` in a script (HTTP-FORMAT §13).
    package struct ScriptCapture: Sendable, Hashable {
        package var variable: String
        /// As after `response.` in a reference: `body.$.a.b`, `body`, `headers.X-Token`; nil if the script computes it or does not
        /// always set it.
        package var expression: String?
        package var line: Int
    }

    /// The names that scripts above the request line set, for this request.
    package var presets: Set<String> {
        var names: Set<String> = []
        for handler in handlers where handler.phase == .before { names.formUnion(handler.settings.map(\.name)) }
        return names
    }

    /// `# @disabled name`, `# @disabled !name`: runs skip the request while the variable is true, or not true.
    package struct DisabledCondition: Sendable, Hashable {
        package var variable: String
        package var isNegated: Bool
        package var line: Int
    }

    /// What makes a request a GraphQL request (HTTP-FORMAT §8).
    package enum GraphQLTrigger: Sendable, Hashable {
        /// The method `GRAPHQL`: sent with POST.
        case method
        /// `X-Request-Type: GraphQL`; the header is not sent.
        case header
        /// A JSON content type and a body that begins with a query.
        case body
    }
}

/// `import path`, `# @import path`: a file whose requests and variables are visible here.
package struct ImportLine: Sendable, Hashable {
    /// As written, relative to the folder of the file.
    package var path: String
    package var line: Int
}

/// A `fragment Name on Type { … }` outside of requests: added to the GraphQL queries that use `...Name`.
package struct GraphQLFragment: Sendable, Hashable {
    package var name: String
    /// With LF line ends.
    package var text: String
    /// Where it begins, from 1.
    package var line: Int
}
