import Base
import HTTPFormat
import NetEngine

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

    /// An AWS login without a region or a service, to a host that names none, as far as both are known.
    /// - Parameters:
    ///   - request: of a curl command the request that it makes.
    ///   - document: that the request is in.
    ///   - resolution: a copy: nothing of it is kept.
    ///   - isOpen: whether a variable may have another value when the request is sent.
    static func unknownRegion(
        _ request: SavedRequest, in document: HTTPDocument, _ resolution: VariableResolution,
        isOpen: (String) -> Bool
    ) -> Notice? {
        guard request.unsupported == nil,
            let header = request.headers.first(where: { $0.isEnabled && $0.name.lowercased() == "authorization" })
        else { return nil }
        var resolution = resolution
        // A word that is not an option makes a login of which nothing is said.
        let value = ReferenceText.replacing(in: header.value) { name in
            resolution.definedValue(name, line: header.line) ?? "?"
        }
        guard let login = AuthorizationShorthand(value) else { return nil }
        // The server of a path.
        var headers: HeaderFields = []
        if let host = TargetNotices.host(of: request) {
            headers = HeaderFields([HeaderField("Host", resolution.expand(host.value, line: host.line))])
        }
        guard
            let target = try? TargetAssembly(request: request, document: document).url(headers: headers, &resolution),
            resolution.isComplete, !target.text.isEmpty, let host = try? HTTPURL.parse(target.text).host,
            let problem = login.problem(host: host), !resolution.uses.contains(where: { isOpen($0.name) })
        else { return nil }
        // The values of its items are known when it runs.
        if case .items? = request.loop?.over, !resolution.uses.isEmpty { return nil }
        let text =
            resolution.uses.contains(where: \.isSecret)
            ? "AWS signature: the host does not name the region and the service" : problem.withoutFullStop
        return Notice(id: ForeignLogin.id, severity: .error, line: header.line, text: text)
    }

    /// Logins with variables that are refused when they are sent, as far as the values are known.
    static func refusals(_ request: SavedRequest, _ resolution: inout VariableResolution) -> [Notice] {
        request.headers.compactMap { header in
            guard header.isEnabled, header.value.utf8.contains(Byte.openBrace) else { return nil }
            // In place of an unknown value comes a word that may be anywhere in an AWS login.
            let value = ReferenceText.replacing(in: header.value) { name in
                resolution.definedValue(name, line: header.line) ?? "region:x"
            }
            guard value != header.value else { return nil }
            return ForeignLogin.problem(name: Array(header.name.utf8), value: Array(value.utf8)).map {
                Notice(id: ForeignLogin.id, severity: .error, line: header.line, text: $0)
            }
        }
    }
}
