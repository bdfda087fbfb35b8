import HTTPFormat

/// The merged variables of all environment files that apply to a folder (HTTP-FORMAT §9).
package struct EnvironmentSet: Sendable, Hashable {
    package struct Variable: Sendable, Hashable {
        /// nil if the value is of a kind that cannot be resolved; `reason` says why.
        package var value: String?
        package var reason: String?
        /// Absolute path of the defining file.
        package var file: String
        package var isPrivate: Bool
        /// The names of the enclosing objects and the variable's own; in a `.env` file only its own.
        package var path: [String] = []
        /// Line in the file, counted from 1; set only for variables under `Security`.
        package var line = 0
        /// Where a public file has a secret of the same name that a private one overrides.
        package var publicValue: PublicValue?

        /// Absolute path of the file, and the line in it, from 1.
        package struct PublicValue: Sendable, Hashable {
            package var file: String
            package var line: Int
        }

        /// Whether it is an object that holds logins, or says how servers are verified, and no variable.
        package var isSetting: Bool {
            value == nil && path.count > 1 && path.last.map(EnvironmentReader.settingObjects.contains) == true
        }
    }

    /// The parts of JetBrains' `SSLConfiguration` that are supported.
    package struct ServerTrust: Sendable, Hashable {
        /// Whether server certificates are checked at all; false only if `verifyPeer` is false.
        var checksCertificate: Bool
        /// The certificate of this side; nil if none is named.
        var clientCertificate: CertificateFiles?
    }

    /// A client certificate as an environment file names it; texts may hold variables.
    package struct CertificateFiles: Sendable, Hashable {
        /// As written, relative to the folder of the environment file.
        package var certificate: String
        /// nil if the certificate's file holds the key.
        package var key: String?
        /// nil if there is none, or if it is to be asked for.
        package var passphrase: String?
        /// Whether the key has a passphrase, by JetBrains' `hasCertificatePassphrase`.
        package var hasPassphrase = false
        /// The environment that names it, or `$shared`.
        package var environment: String
        /// Absolute path of the environment file, and the line of the certificate in it, from 1.
        package var file: String
        package var line: Int
    }

    /// A notice that `lint` shows about an environment file.
    package struct Remark: Sendable, Hashable {
        /// Absolute path.
        var file: String
        var line: Int
        /// The notice's number in HTTP-FORMAT §19.
        var id: String
        var severity = Notice.Severity.info
        var text: String
    }

    /// Why an environment file, or a folder in which some may be, is not read.
    package struct Problem: Sendable, Hashable {
        /// Absolute path.
        package var file: String
        /// Where it cannot be read as what it is; nil if it cannot be read at all.
        package var place: Place?
        /// With a place a clause, such as `a colon is expected here`; else what follows the file: `cannot be read: …`.
        package var clause: String

        /// Counted from 1.
        package struct Place: Sendable, Hashable {
            package var line: Int
            package var column: Int

            package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
        }

        package init(file: String, place: Place? = nil, clause: String) {
            self.file = file
            self.place = place
            self.clause = clause
        }

        /// Without a full stop.
        package var sentence: String {
            place.map { "\(file):\($0.line):\($0.column): \(clause)" } ?? "\(file) \(clause)"
        }
    }

    /// An environment file that exists; it may be broken.
    package struct File: Sendable, Hashable {
        /// Absolute path.
        package var path: String
        package var isPrivate: Bool

        package init(path: String, isPrivate: Bool) {
            self.path = path
            self.isPrivate = isPrivate
        }
    }

    /// The key in `variables` whose values apply to every environment.
    package static let shared = "$shared"

    /// The names of the environments in file order, without `$shared`.
    package var names: [String] = []
    /// Variables by environment, including `$shared`.
    package var variables: [String: [String: Variable]] = [:]
    /// Variables of `.env` under the empty name, of `.env.NAME` and `NAME.env` under NAME.
    package var dotEnv: [String: [String: Variable]] = [:]
    /// The values under `Security`, by the path of object names, including `$shared`.
    package var security: [String: [[String]: Variable]] = [:]
    /// The values of `SSLConfiguration`, including `$shared`.
    var serverTrust: [String: ServerTrust] = [:]
    /// What `Redact` says that logs hide, including `$shared`.
    var hidden: [String: HiddenParts] = [:]
    /// JSON environment files, those of the nearest folder first.
    package var files: [File] = []
    /// Notices about files that could be read.
    var remarks: [Remark] = []
    package var problems: [Problem] = []

    package init(
        names: [String] = [], variables: [String: [String: Variable]] = [:], dotEnv: [String: [String: Variable]] = [:],
        security: [String: [[String]: Variable]] = [:], serverTrust: [String: ServerTrust] = [:], files: [File] = [],
        remarks: [Remark] = [], problems: [Problem] = []
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

    /// Throws if no file defines the environment; the error lists those that exist. nil (none chosen) is always valid.
    package func check(_ name: String?) throws(CollectionError) {
        guard let name, !names.contains(name) else { return }
        guard !names.isEmpty else {
            throw CollectionError(
                sentence: "There is no environment \(name): no http-client.env.json file defines any.")
        }
        throw CollectionError(
            sentence: "There is no environment \(name); these exist: \(names.joined(separator: ", ")).")
    }

    /// What logs hide in an environment.
    func hidden(in environment: String?) -> HiddenParts {
        var parts = hidden[Self.shared] ?? HiddenParts()
        if let environment, let own = hidden[environment] { parts.add(own) }
        return parts
    }

    /// Whether the environment turns certificate checks off.
    func skipsCertificateCheck(in environment: String?) -> Bool {
        guard !serverTrust.isEmpty else { return false }
        return (environment.flatMap { serverTrust[$0] } ?? serverTrust[Self.shared])?.checksCertificate == false
    }

    /// The client certificate of an environment: its own, else the shared one.
    package func clientCertificate(in environment: String?) -> CertificateFiles? {
        environment.flatMap { serverTrust[$0]?.clientCertificate } ?? serverTrust[Self.shared]?.clientCertificate
    }

    /// The variable in an environment: its own, else the shared one.
    package func variable(_ name: String, in environment: String?) -> (variable: Variable, isShared: Bool)? {
        if let environment, let variable = variables[environment]?[name] { return (variable, false) }
        return variables[Self.shared]?[name].map { ($0, true) }
    }

    /// Which value counts for a name that a file and the environment define: a line of the file decides, else the environment.
    func order(of document: HTTPDocument, in environment: String?) -> VariableOrder {
        document.variableOrder
            ?? variable(VariableOrder.setting, in: environment)?.variable.value.flatMap { VariableOrder(rawValue: $0) }
            ?? .fileFirst
    }

    /// The variable in `.env` files: the environment's own file first, then `.env`.
    package func dotEnvVariable(_ name: String, in environment: String?) -> Variable? {
        if let environment, !environment.isEmpty, let variable = dotEnv[environment]?[name] { return variable }
        return dotEnv[""]?[name]
    }

    /// Every name that has a value in an environment, or in any environment if none is chosen.
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
