import Base
import HTTPFormat

/// N14: keys of a login that have no effect here (HTTP-FORMAT §9). N21: logins that are not sent (§7). Pure.
package enum LoginNotices {
    /// - Parameter variables: the unresolved variables of a request, including tokens.
    package static func notices(_ variables: [UnresolvedVariable]) -> [Notice] {
        variables.compactMap { variable in
            guard let wish = variable.token, !wish.settings.unused.isEmpty else { return nil }
            let keys = wish.settings.unused.map { "\"\($0)\"" }.joined(separator: ", ")
            return Notice(
                id: "N14", severity: .info, line: variable.line,
                text: "The login \(wish.name.id) (\(wish.settings.place)) sets \(keys), which has no effect here")
        }
    }

    /// Logins with variables that are refused when they are sent, as far as the values are known.
    static func refusals(_ request: SavedRequest, _ resolution: inout VariableResolution) -> [Notice] {
        request.headers.compactMap { header in
            guard header.isEnabled, header.value.utf8.contains(Byte.openBrace) else { return nil }
            // In place of an unknown value comes a word that may be anywhere in an AWS login.
            let value = header.value.replacing(/{{([^}]+)}}/) { reference in
                resolution.definedValue(reference.1.trimmingPrefix(" ").description, line: header.line) ?? "region:x"
            }
            guard value != header.value else { return nil }
            return ForeignLogin.problem(name: Array(header.name.utf8), value: Array(value.utf8)).map {
                Notice(id: ForeignLogin.id, severity: .error, line: header.line, text: $0)
            }
        }
    }
}
