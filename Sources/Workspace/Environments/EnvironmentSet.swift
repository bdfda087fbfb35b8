import HTTPFormat

/// The variables of all environment files that hold for a folder, merged (HTTP-FORMAT §9).
package struct EnvironmentSet: Sendable, Hashable {
    package struct Variable: Sendable, Hashable {
        /// nil when the value is of a kind that we do not resolve; `reason` says why.
        package var value: String?
        package var reason: String?
        /// Absolute path of the file that defines it.
        package var file: String
        package var isPrivate: Bool
        /// Where in the file: the names of the objects around it and its own; the name alone in a `.env` file.
        package var path: [String] = []
        /// Where it stands in the file, from 1; told only of what stands under `Security`.
        package var line = 0
    }

    /// `SSLConfiguration` of JetBrains IDEs, as far as it is followed.
    package struct ServerTrust: Sendable, Hashable {
        /// Whether the certificate of a server is checked at all; false only where `verifyPeer` is.
        var checksCertificate: Bool
    }

    /// Something that `lint` tells of an environment file.
    package struct Remark: Sendable, Hashable {
        /// Absolute.
        var file: String
        var line: Int
        /// As in HTTP-FORMAT §19.
        var id: String
        var severity = Notice.Severity.info
        var text: String
    }

    /// A file of environments that was found; it may be broken.
    package struct File: Sendable, Hashable {
        /// Absolute.
        package var path: String
        package var isPrivate: Bool

        package init(path: String, isPrivate: Bool) {
            self.path = path
            self.isPrivate = isPrivate
        }
    }

    /// The key of `variables` that holds for every environment.
    package static let shared = "$shared"

    /// The names of the environments in the order of the files, without `$shared`.
    package var names: [String] = []
    /// `$shared` included under that name.
    package var variables: [String: [String: Variable]] = [:]
    /// Of `.env` under the empty name, of `.env.NAME` and `NAME.env` under NAME.
    package var dotEnv: [String: [String: Variable]] = [:]
    /// What stands under `Security`, by the names of its objects, `$shared` included.
    package var security: [String: [[String]: Variable]] = [:]
    /// What `SSLConfiguration` says, `$shared` included.
    var serverTrust: [String: ServerTrust] = [:]
    /// JSON files of environments, the nearest folder's first.
    package var files: [File] = []
    /// What is worth a word in the files, though they are read.
    var remarks: [Remark] = []
    /// Broken files: `path:line:column: what`.
    package var problems: [String] = []

    package init(
        names: [String] = [], variables: [String: [String: Variable]] = [:], dotEnv: [String: [String: Variable]] = [:],
        security: [String: [[String]: Variable]] = [:], serverTrust: [String: ServerTrust] = [:], files: [File] = [],
        remarks: [Remark] = [], problems: [String] = []
    ) {
        self.names = names
        self.variables = variables
        self.dotEnv = dotEnv
        self.security = security
        self.serverTrust = serverTrust
        self.files = files
        self.remarks = remarks
        self.problems = problems
    }

    /// Refuses a name that no file defines, and lists those that exist. nil (none chosen) always holds.
    package func check(_ name: String?) throws(CollectionError) {
        guard let name, !names.contains(name) else { return }
        guard !names.isEmpty else {
            throw CollectionError(
                sentence: "There is no environment \(name): no http-client.env.json file defines any.")
        }
        throw CollectionError(
            sentence: "There is no environment \(name); these exist: \(names.joined(separator: ", ")).")
    }

    /// Whether the environment says that certificates are not to be checked.
    func skipsCertificateCheck(in environment: String?) -> Bool {
        guard !serverTrust.isEmpty else { return false }
        return (environment.flatMap { serverTrust[$0] } ?? serverTrust[Self.shared])?.checksCertificate == false
    }

    /// The variable that holds in an environment: its own, else the shared one.
    package func variable(_ name: String, in environment: String?) -> (variable: Variable, isShared: Bool)? {
        if let environment, let variable = variables[environment]?[name] { return (variable, false) }
        return variables[Self.shared]?[name].map { ($0, true) }
    }

    /// What the `.env` files say: the environment's own file first, then `.env`.
    package func dotEnvVariable(_ name: String, in environment: String?) -> Variable? {
        if let environment, !environment.isEmpty, let variable = dotEnv[environment]?[name] { return variable }
        return dotEnv[""]?[name]
    }

    /// Every name that has a value in an environment; in any of them where none is chosen.
    func knownNames(in environment: String?) -> [String] {
        var names = variables[Self.shared].map { Array($0.keys) } ?? []
        names += dotEnv[""].map { Array($0.keys) } ?? []
        for environment in environment.map({ [$0] }) ?? self.names {
            names += variables[environment].map { Array($0.keys) } ?? []
            names += dotEnv[environment].map { Array($0.keys) } ?? []
        }
        return names
    }
}
