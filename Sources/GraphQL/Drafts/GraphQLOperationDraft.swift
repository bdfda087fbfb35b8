import Base

/// An operation for one root field, ready to be sent: its arguments as variables with made values, and a selection.
///
/// The same schema always gives the same draft.
package struct GraphQLOperationDraft: Sendable, Hashable {
    /// How far a selection goes; tests give less.
    struct Limits {
        /// How many levels of fields are selected below the root field.
        var depth = 2
        /// Fields of the whole selection; the rest is left out with a note.
        var maxFields = 1_000
    }

    package struct Variable: Sendable, Hashable {
        package var name: String
        package var type: GraphQLTypeReference
        /// The value as JSON; nil if none can be made.
        package var value: String?
    }

    package var kind: GraphQLDocument.OperationKind
    /// The root field.
    package var field: String
    /// The operation's name.
    package var name: String
    /// The query, in several lines, without a line feed at the end.
    package var text: String
    package var variables: [Variable]
    /// Arguments that are not required, and so are not in the text.
    package var optionalArguments: [GraphQLInputValue]
    /// What could not be done, each a sentence without a full stop.
    package var notes: [String]

    /// The variables as a JSON object in several lines; those without a value are left out.
    package var variablesText: String {
        let members = variables.compactMap { variable in variable.value.map { "  \"\(variable.name)\": \($0)" } }
        return members.isEmpty ? "{}" : "{\n\(members.joined(separator: ",\n"))\n}"
    }
}

extension GraphQLSchema {
    /// A draft for one field of a root type; nil if there is no such field.
    package func draft(_ kind: OperationKind, field name: String) -> GraphQLOperationDraft? {
        draft(kind, field: name, GraphQLOperationDraft.Limits())
    }

    func draft(
        _ kind: OperationKind, field name: String, _ limits: GraphQLOperationDraft.Limits
    ) -> GraphQLOperationDraft? {
        guard let field = root(kind)?.field(name) else { return nil }
        var notes: [String] = []
        var variables: [GraphQLOperationDraft.Variable] = []
        for argument in field.arguments where argument.isRequired {
            var maker = GraphQLValueMaker(self)
            let value = maker.value(of: argument)
            if value == nil {
                notes.append(
                    "No value of $\(argument.name) can be made: \(maker.reason ?? "\(argument.type) has none")")
            }
            notes += maker.notes.filter { !notes.contains($0) }
            variables.append(
                GraphQLOperationDraft.Variable(name: argument.name, type: argument.type, value: value?.text))
        }
        var selection = GraphQLDraftSelection(self, limits)
        let name = field.name.prefix(1).uppercased() + field.name.dropFirst()
        var text = "\(kind.rawValue) \(name)"
        if !variables.isEmpty {
            text += "(" + variables.map { "$\($0.name): \($0.type)" }.joined(separator: ", ") + ")"
        }
        text += " {\n  \(field.name)"
        if !variables.isEmpty {
            text += "(" + variables.map { "\($0.name): $\($0.name)" }.joined(separator: ", ") + ")"
        }
        text += selection.text(of: field.type) + "\n}"
        return GraphQLOperationDraft(
            kind: kind, field: field.name, name: String(name), text: text, variables: variables,
            optionalArguments: field.arguments.filter { !$0.isRequired }, notes: notes + selection.notes)
    }
}
