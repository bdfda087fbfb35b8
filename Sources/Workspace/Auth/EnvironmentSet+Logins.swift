/// The logins under `Security.Auth` as forms show them: each value with its place.
extension EnvironmentSet {
    /// The names of the logins of an environment, shared ones included.
    package func loginNames(in environment: String?) -> [String] {
        let paths = [environment, Self.shared].compactMap(\.self).flatMap { security[$0].map { Array($0.keys) } ?? [] }
        return Set(paths.compactMap { $0.count > 2 && $0[0] == "Auth" ? $0[1] : nil }).sorted()
    }

    /// A value of a login, by a key of JetBrains' HTTP client in any spelling.
    package func loginValue(_ key: String, of id: String, in environment: String?) -> Variable? {
        for name in [environment, Self.shared].compactMap(\.self) {
            let found = security[name]?.first { path, _ in
                path.count == 3 && path[0] == "Auth" && path[1] == id
                    && AuthSettings.folded(path[2]) == AuthSettings.folded(key)
            }
            if let found { return found.value }
        }
        return nil
    }

    /// The file for new values that others may see: the nearest that there is, else nil.
    package var publicFile: String? {
        files.first { !$0.isPrivate && $0.path.hasSuffix("/\(EnvironmentReader.publicName)") }?.path
    }
}
