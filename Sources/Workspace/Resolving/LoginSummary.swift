import Base
import HTTPFormat

/// What the logins of a request will do, one line each, before anything is resolved; for plans. Contains no secrets.
enum LoginSummary {
    /// - Parameters:
    ///   - tokens: the logins that the request refers to.
    ///   - logins: the logins of the environment, by id.
    static func lines(
        _ request: SavedRequest, in document: HTTPDocument, tokens: [TokenName], _ context: RequestResolver.Context,
        _ logins: [String: Entry]
    ) -> [String] {
        shorthand(request, document) + tokens.map { token($0, context, logins[$0.id] ?? [:]) }
    }

    /// The values of a login in an environment file, by the keys below its id.
    typealias Entry = [[String]: EnvironmentSet.Variable]

    private static func shorthand(_ request: SavedRequest, _ document: HTTPDocument) -> [String] {
        document.bytes.withUnsafeBufferPointer { buffer in
            (request.lines.lowerBound - 1..<request.lines.upperBound - 1).compactMap { line in
                guard document.kinds[line] == .header,
                    let (name, value) = LineSyntax.header(LineText(buffer, document.lines.content(line))),
                    name.string.lowercased() == "authorization"
                else { return nil }
                if RequestResolver.basic(value.string) != nil { return "Basic, encoded" }
                return AuthorizationShorthand(value.string)?.fact
            }
        }
    }

    private static func token(_ name: TokenName, _ context: RequestResolver.Context, _ entry: Entry) -> String {
        guard !entry.isEmpty else { return "login \(name.id): not defined in this environment" }
        func value(_ key: String) -> String? {
            entry.first { $0.key.count == 1 && AuthSettings.folded($0.key[0]) == AuthSettings.folded(key) }?.value.value
        }
        let definition = AuthDefinition(id: name.id, entry: entry, root: context.root)
        var text =
            "login \(name.id): \(name.isIDToken ? "ID token" : "token") by \(value("Grant Type") ?? value("Type") ?? "?")"
        if let url = value("Token URL") { text += " from \(url)" }
        if let scope = value("Scope") { text += ", scope \(scope)" }
        return text + " (\(definition.place))"
    }
}
