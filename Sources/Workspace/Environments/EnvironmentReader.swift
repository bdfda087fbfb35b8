import Base
import Descriptions
import Glibc
import HTTPFormat
import NetEngine

/// Reads and merges the environment files from a folder up to the root (HTTP-FORMAT §9).
package struct EnvironmentReader {
    package static let publicName = "http-client.env.json"
    package static let privateName = "http-client.private.env.json"
    private static let maxBytes = CollectionRoot.mostEnvironmentBytes

    /// A kind of file that defines environments.
    private struct Kind {
        var name: String
        var isPrivate: Bool
        /// Names of the objects that enclose the environments.
        var path: [String] = []
        /// Whether every program that reads such a file accepts comments in it.
        var allowsComments = false
        /// Whether it was made from a description.
        var isDescribed = false
    }

    /// In order of precedence within one folder, highest first.
    private static let kinds = [
        Kind(name: privateName, isPrivate: true), Kind(name: "http-client.env.json.user", isPrivate: true),
        Kind(name: "rest-client.private.env.json", isPrivate: true), Kind(name: publicName, isPrivate: false),
        Kind(name: "rest-client.env.json", isPrivate: false),
        Kind(name: ".vscode/settings.json", isPrivate: false, path: [CollectionRoot.settingsKey], allowsComments: true),
    ]

    /// Whether the values in a file with that name are treated as secrets.
    package static func isPrivate(_ name: String) -> Bool {
        kinds.contains { $0.isPrivate && $0.name == name } || name == ".env" || name.hasPrefix(".env.")
            || name.hasSuffix(".env")
    }

    /// Why nothing is written to a private file, as a clause: it is a link to one that is not private; nil for every other file.
    ///
    /// The private file of a foreign folder could lead to one that others see, such as one that git commits.
    static func linkProblem(with file: String) -> String? {
        let name = PathText.name(of: file)
        guard isPrivate(name), DiskFile.isLink(file) else { return nil }
        guard let real = DiskFile.realPath(file), let info = DiskFile.info(real) else {
            return "it is a link to nothing"
        }
        let target = PathText.name(of: real)
        let isOneToo = kinds.contains { $0.isPrivate && $0.name == target }
        let isDotEnv = !kinds.contains { $0.name == name } && isPrivate(target)
        guard !isOneToo, !isDotEnv, info.st_mode & 0o077 != 0 else { return nil }
        return "it is a link to \(target), which others can read"
    }

    /// The private file that belongs to a public one, and how many leading names of a variable's path apply only to the
    /// public file.
    package static func privateTwin(of path: String) -> (path: String, depth: Int) {
        let (folder, name) = (PathText.folder(of: path), PathText.name(of: path))
        switch name {
        case "rest-client.env.json": return (PathText.join(folder, "rest-client.private.env.json"), 0)
        case "settings.json" where PathText.name(of: folder) == ".vscode":
            return (PathText.join(PathText.folder(of: folder), privateName), 1)
        case _ where name.hasSuffix(".code-workspace"): return (PathText.join(folder, privateName), 2)
        default: return (PathText.join(folder, privateName), 0)
        }
    }

    /// The public file that a private one belongs to.
    package static func publicTwin(of path: String) -> String {
        let (folder, name) = (PathText.folder(of: path), PathText.name(of: path))
        return PathText.join(folder, name == "rest-client.private.env.json" ? "rest-client.env.json" : publicName)
    }

    /// Suffixes of `.env` templates, which list variables without real values.
    private static let templates: Set<String> = ["example", "sample", "template", "dist", "default", "vault"]

    private struct File {
        var path: String
        var kind: Kind
        var members: [OrderedJSON.Member]
        var lines: TextLines
        /// Of a file that cannot be read: what it defines, and why.
        var broken: (names: [[String]], reason: String)?

        init(
            path: String, kind: Kind, members: [OrderedJSON.Member], bytes: [UInt8],
            broken: (names: [[String]], reason: String)? = nil
        ) {
            self.path = path
            self.kind = kind
            self.members = members
            self.broken = broken
            countWork(bytes.count)
            lines = TextLines(bytes)
        }

        /// Line number of a byte offset, counted from 1.
        func line(of offset: Int) -> Int { lines.line(of: offset) }
    }

    /// Environment names from `.env` files; they are listed after those of the other files.
    private var dotEnvNames: [String] = []

    private let isTrusted: Bool

    package init(isTrusted: Bool) { self.isTrusted = isTrusted }

    /// Private files take precedence over public ones; within each, the nearest folder wins for each variable
    /// separately.
    /// - Parameter described: a description whose servers are environments, too; files go before it.
    package func read(folder: String, root: String, described: DescribedFile? = nil) -> EnvironmentSet {
        var reader = self
        return reader.readAll(folder: folder, root: root, described)
    }

    private mutating func readAll(folder: String, root: String, _ described: DescribedFile?) -> EnvironmentSet {
        var set = EnvironmentSet()
        var files: [File] = []
        let realRoot = DiskFile.realPath(root) ?? root
        for folder in PathText.foldersUp(from: folder, to: root) {
            let names = Self.names(in: folder, &set.problems)
            let workspaces = names.filter { $0.hasSuffix(".code-workspace") }.map {
                Kind(name: $0, isPrivate: false, path: ["settings", CollectionRoot.settingsKey], allowsComments: true)
            }
            for kind in Self.kinds + workspaces {
                guard names.contains(kind.name.hasPrefix(".vscode/") ? ".vscode" : kind.name) else { continue }
                let path = PathText.join(folder, kind.name)
                guard mayRead(path, realRoot, &set.problems) else { continue }
                guard let file = Self.file(path, kind, &set) else { continue }
                set.files.append(EnvironmentSet.File(path: path, isPrivate: kind.isPrivate))
                files.append(file)
            }
            for (place, inside) in [(folder, names), (folder + "/env", names.contains("env") ? nil : [])] {
                readDotEnv(place, inside ?? Self.names(in: place, &set.problems), realRoot, into: &set)
            }
        }
        if let described {
            var ignored: Int?
            let environments = described.environments
            if let value = try? OrderedJSON.parse(environments, allowsComments: false, leniency: &ignored),
                case .object(let members) = value.content
            {
                files.append(
                    File(
                        path: described.path, kind: Kind(name: "", isPrivate: false, isDescribed: true),
                        members: members,
                        bytes: environments))
            }
        }
        var known: Set<String> = []
        for file in files.filter({ !$0.kind.isPrivate }) + files.filter(\.kind.isPrivate) {
            for member in file.members {
                guard let name = Self.environmentName(member.key), name != EnvironmentSet.shared else { continue }
                if known.insert(name).inserted { set.names.append(name) }
            }
            for key in file.broken?.names.compactMap(\.first) ?? [] {
                guard let name = Self.environmentName(key), name != EnvironmentSet.shared else { continue }
                if known.insert(name).inserted { set.names.append(name) }
            }
        }
        for name in dotEnvNames where known.insert(name).inserted { set.names.append(name) }
        for file in files.filter(\.kind.isPrivate) + files.filter({ !$0.kind.isPrivate }) {
            Self.merge(file, into: &set)
        }
        return set
    }

    /// The few names in a folder that matter, sorted; the folder may hold a thousand request files.
    private static func names(in folder: String, _ problems: inout [EnvironmentSet.Problem]) -> [String] {
        switch DiskFile.names(in: folder) {
        case .success(let names):
            return names.filter { $0.contains("env") || $0.hasSuffix(".code-workspace") || $0 == ".vscode" }.sorted()
        case .failure(.missing): return []
        // The folder can be entered but not listed; files with known names can still be read.
        case .failure(.system(errno: EACCES)) where access(folder, X_OK) == 0:
            return (kinds.map(\.name).filter { !$0.contains(bytes: "/") } + [".env", ".vscode", "env"]).filter {
                !DiskFile.isMissing(PathText.join(folder, $0))
            }.sorted()
        case .failure(let failure):
            problems.append(.init(file: folder, clause: "cannot be read: \(failure.clause)"))
            return []
        }
    }

    /// Whether a file may be read. A link in a foreign collection must not bring in the user's own files; nor may a
    /// linked folder, whose requests would send secrets from there to a server that the collection chooses.
    private func mayRead(_ path: String, _ realRoot: String, _ problems: inout [EnvironmentSet.Problem]) -> Bool {
        guard !isTrusted, let real = DiskFile.realPath(path) else { return true }
        if PathText.isInside(real, folder: realRoot) { return true }
        problems.append(
            .init(file: path, clause: "is a link out of the collection folder, which is not trusted; it is not read"))
        return false
    }

    // MARK: JSON

    /// nil if the file does not exist, or if it is broken, which is added to `problems`. Comments and trailing commas
    /// are accepted, as JetBrains IDEs do.
    private static func file(_ path: String, _ kind: Kind, _ set: inout EnvironmentSet) -> File? {
        switch DiskFile.read(path, limit: maxBytes) {
        case .failure(.missing): return nil
        case .failure(let failure):
            set.problems.append(.init(file: path, clause: "cannot be read: \(failure.clause)"))
            return nil
        case .success(let bytes):
            func report(_ offset: Int, _ text: String) {
                let place = TextLines.place(of: offset, in: bytes)
                set.problems.append(
                    .init(file: path, place: .init(line: place.line, column: place.column), clause: text))
            }
            do throws(JSONSyntaxError) {
                var leniency: Int?
                let root = try OrderedJSON.parse(bytes, allowsComments: true, leniency: &leniency)
                if let leniency, !kind.allowsComments {
                    set.remarks.append(
                        EnvironmentSet.Remark(
                            file: path, line: TextLines.place(of: leniency, in: bytes).line, id: "N14",
                            text:
                                "Comments and a comma after the last value are read here and by JetBrains IDEs; Visual "
                                + "Studio and others that want plain JSON refuse the file"))
                }
                // Editor settings need not define environments.
                guard let value = root.value(at: kind.path) else { return nil }
                guard case .object(let members) = value.content else {
                    throw JSONSyntaxError(offset: value.offset, reason: "an object is expected here")
                }
                if let wrong = members.first(where: { environmentName($0.key) != nil && !$0.value.isObject }) {
                    report(wrong.value.offset, "the environment \(wrong.key) must be an object")
                }
                return File(path: path, kind: kind, members: members, bytes: bytes)
            } catch {
                report(error.offset, error.reason)
                let line = TextLines.place(of: error.offset, in: bytes).line
                let names = BrokenEnvironmentFile(bytes, under: kind.path).names
                return File(
                    path: path, kind: kind, members: [], bytes: bytes,
                    broken: (names, "\(PathText.name(of: path)), which defines it, cannot be read (E11, line \(line))"))
            }
        }
    }

    /// The environment that a top-level key names; nil for other keys (`$schema`, kulala's own).
    private static func environmentName(_ key: String) -> String? {
        switch key {
        case "$shared", "$kulalaShared", "_base": EnvironmentSet.shared
        case "$schema", "$kulalaDefaultHeaders", "$default_headers": nil
        default: key
        }
    }

    private static func merge(_ file: File, into set: inout EnvironmentSet) {
        if let broken = file.broken {
            for path in broken.names {
                guard let key = path.first, let name = environmentName(key), path.count > 1 else { continue }
                let variable = path.dropFirst().joined(separator: ".")
                guard set.variables[name]?[variable] == nil else { continue }
                set.variables[name, default: [:]][variable] = EnvironmentSet.Variable(
                    value: nil, reason: broken.reason, file: file.path, isPrivate: file.kind.isPrivate,
                    path: file.kind.path + path)
            }
        }
        for member in file.members {
            guard let name = environmentName(member.key), case .object(let members) = member.value.content else {
                continue
            }
            let path = file.kind.path + [member.key]
            if !file.kind.isPrivate, !file.kind.isDescribed { reportSecrets(members, file, into: &set) }
            for member in members where member.key != "$default_headers" {
                if member.key == "Security", case .object(let inner) = member.value.content {
                    addSecurity(
                        inner, under: [], path: path + [member.key], file,
                        to: &set.security[name, default: [:]])
                }
                if member.key == "SSLConfiguration" { addServerTrust(member, name, file, to: &set) }
                if member.key == "Redact" { addHidden(member, name, file, to: &set) }
                add(member, prefix: "", path: path, file: file, to: &set.variables[name, default: [:]])
            }
        }
    }

    /// Reports values in a public file whose names look like secrets.
    private static func reportSecrets(_ members: [OrderedJSON.Member], _ file: File, into set: inout EnvironmentSet) {
        for member in members {
            switch member.value.content {
            case .object(let inner): reportSecrets(inner, file, into: &set)
            case .string(let text) where SecretName.isSecret(member.key) && SecretName.isGivenAway(text):
                let twin = PathText.name(of: privateTwin(of: file.path).path)
                set.remarks.append(
                    EnvironmentSet.Remark(
                        file: file.path, line: file.line(of: member.offset), id: "N20",
                        severity: .warning,
                        text:
                            "\(member.key) looks like a secret but is in a file that others see; move it to \(twin)")
                )
            case .string, .literal, .array: break
            }
        }
    }

    /// Certificates are checked together with their host names or not at all. `verifyHostname` alone is ignored,
    /// because fewer checks must never be made than the user asked for.
    private static func addServerTrust(
        _ member: OrderedJSON.Member, _ environment: String, _ file: File, to set: inout EnvironmentSet
    ) {
        guard case .object(let settings) = member.value.content else { return }
        func isOff(_ name: String) -> Bool {
            if case .literal("false")? = member.value.member(name)?.content { true } else { false }
        }
        func remark(_ offset: Int, _ text: String) {
            set.remarks.append(
                EnvironmentSet.Remark(file: file.path, line: file.line(of: offset), id: "N14", text: text))
        }
        if set.serverTrust[environment] == nil {
            set.serverTrust[environment] = EnvironmentSet.ServerTrust(checksCertificate: !isOff("verifyPeer"))
        }
        if isOff("verifyPeer") {
            remark(member.offset, "Certificates of servers are not checked in the environment \(environment)")
        }
        if set.serverTrust[environment]?.clientCertificate == nil {
            set.serverTrust[environment]?.clientCertificate = clientCertificate(settings, environment, file)
        }
        let followed = [
            "verifyPeer", "clientCertificate", "clientCertificateKey", "hasCertificatePassphrase",
            "certificatePassphrase",
        ]
        for setting in settings where !followed.contains(setting.key) {
            if setting.key == "verifyHostname", isOff("verifyPeer") || !isOff("verifyHostname") { continue }
            let instead =
                switch setting.key {
                case "verifyHostname": "certificates are checked with their names; \"verifyPeer\": false checks nothing"
                default: "JetBrains IDEs know it"
                }
            remark(setting.offset, "\(setting.key) of SSLConfiguration is not followed here: \(instead)")
        }
    }

    /// `clientCertificate` and `clientCertificateKey`: a path, or an object with `path` and a format, which the file itself
    /// shows.
    private static func clientCertificate(
        _ settings: [OrderedJSON.Member], _ environment: String, _ file: File
    ) -> EnvironmentSet.CertificateFiles? {
        func text(_ name: String) -> (text: String, offset: Int)? {
            guard let member = settings.last(where: { $0.key == name }) else { return nil }
            let value = member.value.isObject ? member.value.member("path") : member.value
            guard case .string(let text)? = value?.content, !text.isEmpty else { return nil }
            return (text, member.offset)
        }
        guard let certificate = text("clientCertificate") else { return nil }
        var hasPassphrase = false
        if case .literal("true")? = settings.last(where: { $0.key == "hasCertificatePassphrase" })?.value.content {
            hasPassphrase = true
        }
        return EnvironmentSet.CertificateFiles(
            certificate: certificate.text, key: text("clientCertificateKey")?.text,
            passphrase: text("certificatePassphrase")?.text, hasPassphrase: hasPassphrase, environment: environment,
            file: file.path,
            line: file.line(of: certificate.offset))
    }

    /// `"Redact": ["pin", "$.user.iban"]`: what logs hide. All files count: hiding too much is better than too little.
    private static func addHidden(
        _ member: OrderedJSON.Member, _ environment: String, _ file: File, to set: inout EnvironmentSet
    ) {
        guard case .array(let text) = member.value.content else { return }
        var cursor = JSONCursor(Array(text.utf8), options: JSONReader.Options(allowsComments: true))
        _ = try? cursor.next()
        while let value = try? cursor.nextElement() {
            let word = value.kind == .string ? (try? cursor.text(value)) ?? "" : cursor.written(value)
            guard value.kind != .string || !set.hidden[environment, default: HiddenParts()].add(word) else { continue }
            set.remarks.append(
                EnvironmentSet.Remark(
                    file: file.path, line: file.line(of: member.offset), id: "N14", severity: .warning,
                    text: "Redact takes names and JSON paths such as \"$.user.pin\"; this is neither: \(word)"))
        }
    }

    private static func addSecurity(
        _ members: [OrderedJSON.Member], under parents: [String], path: [String], _ file: File,
        to found: inout [[String]: EnvironmentSet.Variable]
    ) {
        for member in members {
            let keys = parents + [member.key]
            let path = path + [member.key]
            let value: String
            switch member.value.content {
            case .object(let inner):
                // An object `"PKCE": { … }` also turns PKCE on.
                addSecurity(inner, under: keys, path: path, file, to: &found)
                value = "true"
            case .string(let text), .literal(let text), .array(let text): value = text
            }
            if var known = found[keys], known.file != file.path {
                note(member, of: file, in: &known)
                found[keys] = known
                continue
            }
            found[keys] = EnvironmentSet.Variable(
                value: value, reason: nil, file: file.path, isPrivate: file.kind.isPrivate, path: path,
                line: file.line(of: member.offset))
        }
    }

    /// Objects that are settings; what is in them is not a variable.
    static let settingObjects: Set = ["Security", "SSLConfiguration"]

    /// Adds members as variables; nested objects become dotted names. If a name is repeated, the last one wins, as in
    /// other JSON readers.
    private static func add(
        _ member: OrderedJSON.Member, prefix: String, path: [String], file: File,
        to variables: inout [String: EnvironmentSet.Variable]
    ) {
        let name = prefix + member.key
        let path = path + [member.key]
        var value: String?
        var reason: String?
        switch member.value.content {
        case .string(let text): value = text
        case .literal(let text) where text == "null": reason = "its value is null"
        case .literal(let text), .array(let text): value = text
        case .object(let members):
            if prefix.isEmpty, settingObjects.contains(member.key) {
                reason =
                    member.key == "Security"
                    ? "it holds logins; {{$auth.token(\"name\")}} gives their tokens"
                    : "SSLConfiguration says how servers are verified; it has no value"
            } else if let provider = members.first(where: { $0.key == "provider" }) {
                let kind = if case .string(let text) = provider.value.content { " " + text } else { "" }
                reason = "values from the secret provider\(kind) are not supported"
            } else {
                for member in members { add(member, prefix: name + ".", path: path, file: file, to: &variables) }
                return
            }
        }
        if var known = variables[name], known.file != file.path {
            note(member, of: file, in: &known)
            variables[name] = known
            return
        }
        variables[name] = EnvironmentSet.Variable(
            value: value, reason: reason, file: file.path, isPrivate: file.kind.isPrivate, path: path)
    }

    /// Notes a secret of a public file in the variable of a private one that overrides it.
    private static func note(_ member: OrderedJSON.Member, of file: File, in variable: inout EnvironmentSet.Variable) {
        guard variable.isPrivate, variable.publicValue == nil, !file.kind.isPrivate, !file.kind.isDescribed,
            case .string(let text) = member.value.content, SecretName.isSecret(member.key), SecretName.isGivenAway(text)
        else { return }
        variable.publicValue = EnvironmentSet.Variable.PublicValue(
            file: file.path, line: file.line(of: member.offset))
    }

    // MARK: .env

    /// Reads `.env`, `.env.NAME` and `NAME.env`; nearer folders were read before. All values are treated as secrets.
    private mutating func readDotEnv(
        _ folder: String, _ names: [String], _ realRoot: String, into set: inout EnvironmentSet
    ) {
        for name in names {
            let environment: String
            if name == ".env" {
                environment = ""
            } else if name.hasPrefix(".env.") {
                environment = String(name.dropFirst(5))
            } else if name.hasSuffix(".env") {
                environment = String(name.dropLast(4))
            } else {
                continue
            }
            guard !Self.templates.contains(environment) else { continue }
            let path = PathText.join(folder, name)
            guard mayRead(path, realRoot, &set.problems) else { continue }
            switch DiskFile.read(path, limit: Self.maxBytes) {
            case .failure(.missing), .failure(.notAFile): continue
            case .failure(let failure):
                set.problems.append(.init(file: path, clause: "cannot be read: \(failure.clause)"))
            case .success(let bytes):
                if !environment.isEmpty { dotEnvNames.append(environment) }
                for entry in DotEnvFile(bytes: bytes).entries {
                    if let known = set.dotEnv[environment]?[entry.name], known.file != path { continue }
                    set.dotEnv[environment, default: [:]][entry.name] = EnvironmentSet.Variable(
                        value: entry.value, reason: nil, file: path, isPrivate: true, path: [entry.name])
                }
            }
        }
    }
}
