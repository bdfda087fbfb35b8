extension GraphQLDocument {
    /// A literal or variable (section 2.9).
    package struct Value: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// Without the dollar sign.
            case variable(String)
            /// Digits as written.
            case int(String)
            case float(String)
            case string(String)
            case boolean(Bool)
            case null
            case enumeration(String)
            case list([Value])
            case object([Argument])
        }

        package var kind: Kind
        package var range: Range<Int>

        /// As GraphQL, in one line; strings are never block strings.
        package var text: String {
            var text = ""
            write(to: &text)
            return text
        }

        private func write(to text: inout String) {
            switch kind {
            case .variable(let name): text += "$" + name
            case .int(let digits), .float(let digits): text += digits
            case .string(let value): text += GraphQLStringText.quoted(value)
            case .boolean(let value): text += value ? "true" : "false"
            case .null: text += "null"
            case .enumeration(let name): text += name
            case .list(let values):
                text += "["
                for (index, value) in values.enumerated() {
                    if index > 0 { text += ", " }
                    value.write(to: &text)
                }
                text += "]"
            case .object(let members):
                text += "{"
                for (index, member) in members.enumerated() {
                    if index > 0 { text += ", " }
                    text += member.name.text + ": "
                    member.value.write(to: &text)
                }
                text += "}"
            }
        }

        /// A constant of its text; nil if it is not one.
        package init?(constant text: String) {
            var parser = GraphQLParser(GraphQLTokens(Array(text.utf8)), GraphQLLimits())
            guard parser.hasNoProblems, let value = try? parser.value(isConstant: true), parser.isAtEnd else {
                return nil
            }
            self = value
        }

        init(_ kind: Kind, _ range: Range<Int>) {
            self.kind = kind
            self.range = range
        }
    }
}
