import Base
import Descriptions
import NetEngine
import Workspace

/// The environment files of an import: what all may see, and what only this user may.
struct EnvironmentFiles {
    private struct Environment {
        var name: String
        var values: [(String, JSONOutput)] = []
        var known: Set<String> = []

        mutating func set(_ name: String, _ value: JSONOutput) {
            guard known.insert(name).inserted else {
                if let place = values.firstIndex(where: { $0.0 == name }) { values[place].1 = value }
                return
            }
            values.append((name, value))
        }
    }

    private static let shared = "$shared"

    private var open: [Environment] = [Environment(name: shared)]
    private var closed: [Environment] = [Environment(name: shared)]
    private var logins: [(String, JSONOutput)] = []
    private var places: [String: Int] = [shared: 0]
    private var nextNumber: [String: Int] = [:]
    /// The variable that holds a secret, by its value.
    private var secretNames: [String: String] = [:]
    private(set) var secrets: [String] = []

    /// Without what all environments share.
    var names: [String] { open.dropFirst().map(\.name) }

    /// The name of a new environment in the files; nothing that means something else in them.
    mutating func add(_ name: String) -> String {
        var clean = PlainLine.of(name, limit: 60)
        while let first = clean.first, "$_. ".contains(first) { clean.removeFirst() }
        if clean.isEmpty { clean = "environment" }
        var candidate = clean
        var number = nextNumber[clean] ?? 2
        while places[candidate] != nil {
            candidate = "\(clean) \(number)"
            number += 1
        }
        nextNumber[clean] = number
        places[candidate] = open.count
        open.append(Environment(name: candidate))
        closed.append(Environment(name: candidate))
        return candidate
    }

    /// - Parameter environment: nil for what all share.
    mutating func set(_ name: String, _ value: String, in environment: String? = nil, isSecret: Bool) {
        let place = places[environment ?? Self.shared] ?? 0
        if isSecret {
            if closed[place].known.insert(name).inserted {
                closed[place].values.append((name, .string(value)))
                if !secrets.contains(name) { secrets.append(name) }
            } else {
                closed[place].set(name, .string(value))
            }
        } else {
            open[place].set(name, .string(value))
        }
    }

    /// A reference to the private variable that holds the secret. Equal secrets have one variable.
    mutating func secret(_ value: String, named name: String, _ names: inout ReferenceNames) -> String {
        if let known = secretNames[value] { return "{{\(known)}}" }
        let made = names.unique(name)
        secretNames[value] = made
        set(made, value, isSecret: true)
        return "{{\(made)}}"
    }

    /// An entry of `Security.Auth`.
    mutating func add(login name: String, _ entry: [(String, JSONOutput)]) { logins.append((name, .object(entry))) }

    /// All values, in the order of the files.
    var values: [ImportedFiles.EnvironmentValue] {
        func all(_ environments: [Environment], isSecret: Bool) -> [ImportedFiles.EnvironmentValue] {
            environments.flatMap { environment in
                environment.values.compactMap { name, value in
                    guard case .string(let text) = value else { return nil }
                    return ImportedFiles.EnvironmentValue(
                        environment: environment.name, name: name, value: text, isSecret: isSecret)
                }
            }
        }
        return all(open, isSecret: false) + all(closed, isSecret: true)
    }

    /// The text of `http-client.env.json`; nil if it would say nothing.
    var publicFile: [UInt8]? {
        var all = open
        if !logins.isEmpty { all[0].set("Security", .object([("Auth", .object(logins))])) }
        return Self.text(all, keepsEmpty: true)
    }

    /// The text of `http-client.private.env.json`; nil without secrets.
    var privateFile: [UInt8]? { Self.text(closed, keepsEmpty: false) }

    private static func text(_ environments: [Environment], keepsEmpty: Bool) -> [UInt8]? {
        let written = environments.enumerated().filter { place, environment in
            !environment.values.isEmpty || keepsEmpty && place > 0
        }.map { ($1.name, JSONOutput.object($1.values)) }
        guard !written.isEmpty else { return nil }
        let lines = TemplateJSON.lines(.object(written), escapesBraces: false)
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
