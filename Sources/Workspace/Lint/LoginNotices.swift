import HTTPFormat

/// N14: keys of a login that have no effect here (HTTP-FORMAT §9). Pure.
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
}
