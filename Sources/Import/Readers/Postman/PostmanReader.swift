import Base

/// Postman: collections 1.0, 2.0 and 2.1, environments and globals.
package enum PostmanReader: ImportReader {
    package static let kind = ImportKind.postman

    package static func recognises(_ source: ImportSource) -> ImportRecognition {
        guard let root = source.root.map(unwrapped), root.isObject else { return .no }
        if let schema = root["info"]?.string("schema"), schema.contains("postman.com") {
            if isVersion2(schema) { return .yes }
            return .unusable(
                "This is a Postman collection of the version \(version(schema)): export it as Collection v2.1 from Postman."
            )
        }
        // Version 2 without the line that says so.
        if root["info"]?.string("name") != nil, root["item"]?.isArray == true, root["info"]?["_postman_id"] != nil {
            return .yes
        }
        if isVersion1(root) || isEnvironment(root) { return .yes }
        if root["collections"]?.isArray == true, root["environments"]?.isArray == true, root["version"] != nil {
            return .unusable(
                "This is a data dump of Postman: export one collection as Collection v2.1, and its environments.")
        }
        return .no
    }

    package static func read(
        _ source: ImportSource, progress: (Double) -> Void
    ) throws(ImportError) -> ImportedCollection {
        if case .failure(let error)? = source.file?.document { throw error }
        guard let root = source.root.map(unwrapped), root.isObject else {
            throw ImportError("\(source.name) is not a Postman file: it is not a JSON object.")
        }
        if case .unusable(let sentence) = recognises(source) { throw ImportError(sentence, at: root.place) }
        if root["item"] != nil || root["info"] != nil {
            return try withoutActuallyEscaping(progress) { progress throws(ImportError) in
                var reader = PostmanCollection2(root, progress: progress)
                return try reader.readAll()
            }
        }
        if isVersion1(root) { return try PostmanCollection1(root).collection(progress) }
        if isEnvironment(root) { return environment(root) }
        throw ImportError("\(source.name) is neither a collection nor an environment of Postman.", at: root.place)
    }

    /// The value within what Postman's API answers: `{"collection": …}`.
    private static func unwrapped(_ root: ImportValue) -> ImportValue {
        guard root["info"] == nil, root["values"] == nil, root["requests"] == nil else { return root }
        return root["collection"] ?? root["environment"] ?? root
    }

    private static func isVersion2(_ schema: String) -> Bool { schema.contains("/v2.0") || schema.contains("/v2.1") }

    /// `v3.0.0` of a schema's URL.
    private static func version(_ schema: String) -> String {
        let part = schema.split(separator: "/").first { $0.first == "v" && $0.dropFirst().first?.isNumber == true }
        return part.map { String($0.prefix(20)) } ?? "that its schema names"
    }

    private static func isVersion1(_ root: ImportValue) -> Bool {
        root["requests"]?.isArray == true && (root["order"]?.isArray == true || root["folders"]?.isArray == true)
    }

    private static func isEnvironment(_ root: ImportValue) -> Bool {
        guard let values = root["values"], values.isArray else { return false }
        return root["_postman_variable_scope"] != nil
            || root.string("name") != nil && values.elements.allSatisfy { $0.string("key") != nil }
    }

    private static func environment(_ root: ImportValue) -> ImportedCollection {
        let isGlobal = root.string("_postman_variable_scope") == "globals"
        let name = root.string("name") ?? "environment"
        let variables = root.elements("values").compactMap(variable)
        var collection = ImportedCollection(kind: .postman, name: name)
        collection.environments = [ImportedEnvironment(name: isGlobal ? nil : name, variables: variables)]
        return collection
    }

    /// A variable of an environment, a collection or a folder.
    static func variable(_ value: ImportValue) -> ImportedVariable? {
        guard let name = value.scalar("key") ?? value.scalar("id"), !name.isEmpty else { return nil }
        let content = value["value"]
        var text = content?.scalar ?? ""
        if let content, content.isObject || content.isArray { text = content.written }
        let isEnabled = value.bool("enabled") ?? !(value.bool("disabled") ?? false)
        return ImportedVariable(
            name: name, value: PostmanText.translated(text), isSecret: value.string("type") == "secret",
            isEnabled: isEnabled, place: value.place)
    }
}

/// Descriptions are a text, or an object with one.
enum PostmanDescription {
    static func text(_ value: ImportValue?) -> String? {
        guard let value, let text = value.string ?? value.string("content") else { return nil }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }
}
