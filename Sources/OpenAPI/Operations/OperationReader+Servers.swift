import Base
import NetEngine

extension OperationReader {
    /// Servers of the operation, else of the path, else of the root; `/` if there are none (3.2 §4.8.1).
    mutating func servers(of operation: DescriptionValue, _ item: DescriptionValue) -> [Server] {
        if version == .swagger2 { return swaggerServers(of: operation) }
        for owner in [operation, item, root] {
            guard let list = owner["servers"], !list.elements.isEmpty else { continue }
            let servers = list.elements.compactMap { server($0) }
            if !servers.isEmpty { return servers }
        }
        return [Server(url: "/", variables: [], place: root.place)]
    }

    mutating func server(_ value: DescriptionValue) -> Server? {
        guard let url = value.text("url") else {
            note(.server, value, "A server has no URL.")
            return nil
        }
        var variables: [Server.Variable] = []
        for (name, variable) in value["variables"]?.members ?? [] {
            let standard = variable["default"].flatMap { $0.string ?? $0.number }
            let values = variable["enum"]?.elements.compactMap { $0.string ?? $0.number } ?? []
            if standard == nil { note(.server, variable, "The server variable \(quoted(name)) has no default.") }
            if let standard, !values.isEmpty, !values.contains(standard) {
                note(.server, variable, "The default of the server variable \(quoted(name)) is not in its 'enum'.")
            }
            variables.append(
                Server.Variable(name: name, default: standard, values: values, text: variable.text("description")))
        }
        let known = Set(variables.map(\.name))
        for name in PathTemplate(url).parameters where !known.contains(name) {
            note(.server, value, "The server URL has the unknown variable \(quoted(name)).")
        }
        return Server(
            url: url, name: value.text("name"), text: value.text("description"), variables: variables,
            place: value.place)
    }

    /// Swagger 2's schemes, host and basePath. Without a host it is the one that serves the description.
    private func swaggerServers(of operation: DescriptionValue) -> [Server] {
        let base = root.text("basePath") ?? "/"
        guard let host = root.text("host") else { return [Server(url: base, variables: [], place: root.place)] }
        let schemes = (operation["schemes"] ?? root["schemes"])?.strings ?? []
        let path = base == "/" ? "" : base
        guard !schemes.isEmpty else { return [Server(url: "//" + host + path, variables: [], place: root.place)] }
        return schemes.map { Server(url: "\($0)://\(host)\(path)", variables: [], place: root.place) }
    }
}

extension Server {
    /// The URL with its variables replaced.
    /// - Parameter values: for the variables; the others have their defaults.
    package func url(with values: [String: String] = [:]) throws(ReferenceFailure) -> String {
        var url = ""
        for part in PathTemplate(self.url).parts {
            switch part {
            case .text(let text): url += text
            case .parameter(let name):
                let variable = variables.first { $0.name == name }
                guard let value = values[name] ?? variable?.default else {
                    throw ReferenceFailure(reason: "the server variable \(quoted(name)) has no value")
                }
                if let allowed = variable?.values, !allowed.isEmpty, !allowed.contains(value) {
                    throw ReferenceFailure(
                        reason: "\(quoted(value)) is not one of the values of the server variable \(quoted(name))")
                }
                url += value
            }
        }
        return url
    }

    /// The URL with its variables replaced, absolute, and without a slash at its end.
    /// - Parameter address: the URL that the description came from; nil for a file.
    package func absoluteURL(
        with values: [String: String] = [:], from address: HTTPURL?
    ) throws(ReferenceFailure) -> String {
        var url = try url(with: values)
        let isAbsolute = url.lowercased().hasPrefix("http://") || url.lowercased().hasPrefix("https://")
        if !isAbsolute {
            guard let address else {
                guard !Self.hasScheme(url) else {
                    throw ReferenceFailure(reason: "the server \(quoted(url)) is not an HTTP address")
                }
                throw ReferenceFailure(
                    reason: "the server \(quoted(url)) is relative to the address of the description, which is a file")
            }
            do throws(EngineError) { url = try address.resolve(url).description } catch {
                throw ReferenceFailure(reason: "the server \(quoted(url)) is not an HTTP address")
            }
        }
        return url.withoutTrailingSlashes()
    }

    /// Whether the text begins with a scheme (RFC 3986 §3.1).
    private static func hasScheme(_ url: String) -> Bool {
        let scheme = url.utf8.prefix {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == Byte.plus || $0 == Byte.minus || $0 == Byte.dot
        }
        return scheme.first.map(ASCII.isLetter) == true && url.utf8.dropFirst(scheme.count).first == Byte.colon
    }
}
