import Base
import Contract
import JSONPath
import NetEngine
import OpenAPI

/// Writes servers, their variables and the logins of OAuth 2 as environments.
struct EnvironmentWriter {
    private let collection: DescribedCollection
    private var notices: [DescriptionNotice] = []
    private var names = DialectName()

    private var description: Description { collection.api.description }

    init(_ collection: DescribedCollection) { self.collection = collection }

    mutating func environments() -> DescribedEnvironments {
        let servers = knownServers()
        var shared: [(String, JSONOutput)] = []
        if let first = servers.first {
            shared += members(of: first, ServerVariables.root, collection.servers.variables)
        }
        for other in collection.servers.others {
            let operation = collection.api.operation(collection.operations[other.operation])
            guard let server = operation.servers.first else { continue }
            var variables: [String: String] = [:]
            for variable in server.variables {
                variables[variable.name] = "\(other.name)_\(DialectName.valid(variable.name, else: "part"))"
            }
            shared += members(of: server, other.name, variables)
        }
        var logins = LoginWriter(collection, server: shared.first { $0.0 == ServerVariables.root }?.1)
        let security = logins.security()
        notices += logins.notices
        if !security.isEmpty { shared.append(("Security", .object([("Auth", .object(security))]))) }
        var file: [(String, JSONOutput)] = [("$shared", .object(shared))]
        var given: [String] = []
        if servers.count > 1 {
            for server in servers {
                let name = name(of: server)
                given.append(name)
                file.append(
                    (name, .object(members(of: server, ServerVariables.root, collection.servers.variables))))
            }
        }
        let lines = TemplateJSON.lines(.object(file), escapesBraces: false)
        return DescribedEnvironments(
            bytes: Array((lines.joined(separator: "\n") + "\n").utf8), names: given, variables: logins.variables,
            notices: notices)
    }

    private mutating func note(_ place: DocumentPlace, _ text: String) {
        let notice = DescriptionNotice(.server, at: description.documents.value(place), text)
        if !notices.contains(notice) { notices.append(notice) }
    }

    /// The servers that have an address; a notice names the others.
    private mutating func knownServers() -> [Server] {
        let all = rootServers()
        var known: [Server] = []
        var others: [(Server, reason: String)] = []
        for server in all {
            do throws(ReferenceFailure) {
                _ = try resolved(server)
                known.append(server)
            } catch { others.append((server, error.reason)) }
        }
        // Without any, the one that is written says what is missing.
        guard !known.isEmpty else { return Array(all.prefix(1)) }
        for (server, reason) in others { note(server.place, "A server is left out: \(reason).") }
        return known
    }

    /// The servers of the root, as an operation without its own has them.
    private func rootServers() -> [Server] {
        for (index, entry) in collection.operations.enumerated()
        where entry.kind == .path && collection.servers.name(of: index) == ServerVariables.root {
            return collection.api.operation(entry).servers
        }
        return []
    }

    // MARK: Servers

    private mutating func members(
        of server: Server, _ name: String, _ variables: [String: String]
    ) -> [(String, JSONOutput)] {
        guard let text = url(of: server, variables) else { return [] }
        var members: [(String, JSONOutput)] = [(name, .string(text))]
        for variable in server.variables {
            let shown = PlainLine.quoted(variable.name)
            if !variable.values.isEmpty {
                let values = variable.values.prefix(20).map { PlainLine.of($0, limit: 40) }
                note(server.place, "The server variable \(shown) is one of \(values.joined(separator: ", ")).")
            }
            guard let name = variables[variable.name] else { continue }
            guard let standard = variable.default else {
                note(server.place, "The server variable \(shown) has no default: give \(name) a value.")
                continue
            }
            guard !standard.contains(bytes: "{{") else {
                note(server.place, "The default of the server variable \(shown) holds two braces: it is left out.")
                continue
            }
            members.append((name, .string(standard)))
        }
        return members
    }

    /// The URL of a server without a scheme, by the address of the description; nil if it names its host itself.
    private func resolved(_ server: Server) throws(ReferenceFailure) -> String? {
        guard !server.url.contains(bytes: "://") else { return nil }
        do throws(ReferenceFailure) { return try server.absoluteURL(from: collection.address) } catch {
            guard server.url.hasPrefix("//") else { throw error }
            return nil
        }
    }

    /// The URL with references for its variables; nil if it is relative and nothing says to what.
    private mutating func url(of server: Server, _ variables: [String: String]) -> String? {
        do throws(ReferenceFailure) {
            if let url = try resolved(server) { return url }
        } catch {
            note(server.place, "No server is known: \(error.reason). Name one with --server.")
            return nil
        }
        var written = server.url
        if !written.contains(bytes: "://") {
            written = "https:" + written
            note(server.place, "The server \(PlainLine.quoted(server.url)) has no scheme: https is used.")
        }
        var text = ""
        for part in PathTemplate(written).parts {
            switch part {
            case .text(let piece): text += PercentEncoding.illegal(Array(piece.utf8))
            case .parameter(let name):
                let variable = variables[name] ?? DialectName.valid(name, else: "part")
                if variables[name] == nil {
                    let shown = PlainLine.quoted(name)
                    note(server.place, "The server URL has the unknown variable \(shown): give \(variable) a value.")
                }
                text += "{{\(variable)}}"
            }
        }
        return text.withoutTrailingSlashes()
    }

    // MARK: Names

    /// The name of an environment: `name` (3.2), else the description's first words, else the host.
    private mutating func name(of server: Server) -> String {
        let texts = [server.name, server.text.map { PlainLine.firstParagraph($0, limit: 40) }, Self.host(server.url)]
        let name = texts.compactMap(\.self).map(Self.valid).first { !$0.isEmpty } ?? "server"
        return names.unique(name)
    }

    private static func host(_ url: String) -> String? {
        guard let start = url.range(of: "://")?.upperBound else { return nil }
        return String(url[start...].prefix { $0 != "/" && $0 != "?" })
    }

    /// Letters, digits, `-` and `.`; a name may not look like a path or a key that means something else.
    private static func valid(_ text: String) -> String {
        var name = ""
        for character in text {
            if character.isLetter || character.isNumber {
                name.append(character)
            } else if character == ".", let last = name.last, last != ".", last != "-" {
                name.append(".")
            } else if let last = name.last, last != "-" {
                name.append("-")
            }
            if name.count >= 40 { break }
        }
        while let last = name.last, last == "-" || last == "." { name.removeLast() }
        return name
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
