/// Reads and merges the environment files from a folder up to the root (HTTP-FORMAT §9).
struct EnvironmentReader {
    static let publicName = "http-client.env.json"
    static let privateName = "http-client.private.env.json"
    private static let maxBytes = 16 << 20

    private struct File {
        var path: String
        var isPrivate: Bool
        var members: [OrderedJSON.Member]
    }

    /// The private file beats the public one, and within each the nearest folder wins, variable by variable.
    func read(folder: String, root: String) -> EnvironmentSet {
        var set = EnvironmentSet()
        var files: [File] = []
        for folder in Self.folders(from: folder, to: root) {
            for (name, isPrivate) in [(Self.publicName, false), (Self.privateName, true)] {
                let path = PathText.join(folder, name)
                guard let members = Self.members(path, problems: &set.problems) else { continue }
                files.append(File(path: path, isPrivate: isPrivate, members: members))
            }
        }
        for file in files {
            for member in file.members {
                guard let name = Self.environmentName(member.key), name != EnvironmentSet.shared else { continue }
                if !set.names.contains(name) { set.names.append(name) }
            }
        }
        for file in files.filter(\.isPrivate) + files.filter({ !$0.isPrivate }) { Self.merge(file, into: &set) }
        return set
    }

    /// From `folder` up to `root`, both included; only `folder` if it does not lie below `root`.
    private static func folders(from folder: String, to root: String) -> [String] {
        var folders = [folder]
        guard PathText.isInside(folder, folder: root) else { return folders }
        var current = folder
        while current != root, current != "/" {
            current = PathText.folder(of: current)
            folders.append(current)
        }
        return folders
    }

    /// nil if there is no such file, or if it is broken, which `problems` then says.
    private static func members(_ path: String, problems: inout [String]) -> [OrderedJSON.Member]? {
        switch DiskFile.read(path, limit: maxBytes) {
        case .failure(.missing): return nil
        case .failure(let failure):
            problems.append("\(path) cannot be read: \(failure.clause)")
            return nil
        case .success(let bytes):
            do throws(OrderedJSON.Fault) {
                let value = try OrderedJSON.parse(bytes)
                guard case .object(let members) = value.content else {
                    throw OrderedJSON.fault("an object is expected here", at: value.offset, in: bytes)
                }
                if let wrong = members.first(where: { environmentName($0.key) != nil && !$0.value.isObject }) {
                    let text = "the environment \(wrong.key) must be an object"
                    let fault = OrderedJSON.fault(text, at: wrong.value.offset, in: bytes)
                    problems.append("\(path):\(fault.line):\(fault.column): \(fault.text)")
                }
                return members
            } catch {
                problems.append("\(path):\(error.line):\(error.column): \(error.text)")
                return nil
            }
        }
    }

    /// The environment that a top-level key stands for; nil for keys that are none (`$schema`, kulala's own).
    private static func environmentName(_ key: String) -> String? {
        switch key {
        case "$shared", "$kulalaShared", "_base": EnvironmentSet.shared
        case "$schema", "$kulalaDefaultHeaders", "$default_headers": nil
        default: key
        }
    }

    private static func merge(_ file: File, into set: inout EnvironmentSet) {
        for member in file.members {
            guard let name = environmentName(member.key), case .object(let members) = member.value.content else {
                continue
            }
            for member in members { add(member, prefix: "", file: file, to: &set.variables[name, default: [:]]) }
        }
    }

    /// Nested objects become dotted names. The last of two members with one name wins, as in other JSON readers.
    private static func add(
        _ member: OrderedJSON.Member, prefix: String, file: File,
        to variables: inout [String: EnvironmentSet.Variable]
    ) {
        let name = prefix + member.key
        var value: String?
        var reason: String?
        switch member.value.content {
        case .string(let text): value = text
        case .literal(let text) where text == "null": reason = "its value is null"
        case .literal(let text), .array(let text): value = text
        case .object(let members):
            if prefix.isEmpty, member.key == "Security" || member.key == "SSLConfiguration" {
                reason = "\(member.key) settings of JetBrains files are not read yet"
            } else if members.contains(where: { $0.key == "provider" }) {
                reason = "values from a secret provider are not supported"
            } else {
                for member in members { add(member, prefix: name + ".", file: file, to: &variables) }
                return
            }
        }
        if let known = variables[name], known.file != file.path { return }
        variables[name] = EnvironmentSet.Variable(
            value: value, reason: reason, file: file.path, isPrivate: file.isPrivate)
    }
}
