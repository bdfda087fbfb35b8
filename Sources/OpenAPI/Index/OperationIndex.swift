import Base
import JSONPath

/// Lists the operations of a description in the order of its text.
struct OperationIndex {
    let version: DescriptionVersion
    private(set) var operations: [OperationEntry] = []
    var notices: [DescriptionNotice] = []

    private var identifiers: Set<String> = []
    /// Callbacks and their path items that are in the list: several operations may refer to one.
    private var callbacks: Set<DocumentPlace> = []
    /// Paths with the names of their parameters left out.
    private var shapes: [String: String] = [:]

    /// Methods that have a field of their own in a path item.
    private static let methods: [String: String] = [
        "get": "GET", "put": "PUT", "post": "POST", "delete": "DELETE", "options": "OPTIONS", "head": "HEAD",
        "patch": "PATCH", "trace": "TRACE", "query": "QUERY",
    ]

    init(version: DescriptionVersion) { self.version = version }

    mutating func read(_ root: DescriptionValue) {
        if let paths = root["paths"] {
            if paths.kind != .object {
                notices.append(DescriptionNotice(.notADescription, at: paths, "'paths' is not an object."))
            }
            items(paths, .path, "/paths")
        } else if root["webhooks"] == nil, root["components"] == nil || version == .openAPI30 || version == .swagger2 {
            notices.append(DescriptionNotice(.notADescription, at: root, "The description has no 'paths'."))
        }
        if let webhooks = root["webhooks"], version != .swagger2 {
            items(webhooks, .webhook, "/webhooks")
        } else if let webhooks = root["x-webhooks"] {
            items(webhooks, .webhook, "/x-webhooks")
        }
    }

    private mutating func items(_ paths: DescriptionValue, _ kind: OperationEntry.Kind, _ pointer: String) {
        for (path, written) in paths.members where !path.hasPrefix("x-") {
            let pointer = pointer + JSONPointer.step(path)
            if kind == .path { check(path, written) }
            var item = written
            do throws(ReferenceFailure) { item = try written.followed() } catch {
                notices.append(DescriptionNotice(.reference, at: written, "The path item is missing: \(error.reason)."))
            }
            guard item.kind == .object else {
                notices.append(
                    DescriptionNotice(.wrongPath, at: written, "The path item of \(quoted(path)) is not an object."))
                continue
            }
            if item.place == written.place {
                self.item(item, kind, path, pointer)
            } else {
                // Fields beside the reference; the standard leaves open which of two wins (3.1 §4.8.9.1).
                let before = operations.count
                self.item(item, kind, path, pointer)
                let known = Set(operations[before...].map(\.method))
                self.item(written, kind, path, pointer, except: known)
            }
        }
    }

    private mutating func item(
        _ item: DescriptionValue, _ kind: OperationEntry.Kind, _ path: String, _ pointer: String,
        except known: Set<String> = []
    ) {
        for (name, operation) in item.members {
            countWork(1)
            if let method = Self.methods[name] {
                if known.contains(method) { continue }
                if name == "query", version != .openAPI32 {
                    notices.append(
                        DescriptionNotice(
                            .version, at: operation, "The method 'query' is read, though it is new in OpenAPI 3.2."))
                }
                add(operation, method, item, kind, path, pointer + JSONPointer.step(name))
            } else if name == "additionalOperations" {
                for (method, operation) in operation.members where !known.contains(method) {
                    if Self.methods.values.contains(method) {
                        notices.append(
                            DescriptionNotice(
                                .notRepresented, at: operation,
                                "\(method) has a field of its own and belongs there, not in 'additionalOperations'."
                            ))
                    }
                    add(
                        operation, method, item, kind, path,
                        pointer + "/additionalOperations" + JSONPointer.step(method))
                }
            }
        }
    }

    private mutating func add(
        _ operation: DescriptionValue, _ method: String, _ item: DescriptionValue, _ kind: OperationEntry.Kind,
        _ path: String, _ pointer: String
    ) {
        guard operation.kind == .object else {
            notices.append(
                DescriptionNotice(.emptyOperation, at: operation, "The operation \(method) is not an object."))
            return
        }
        let identifier = operation.text("operationId")
        if let identifier, !identifiers.insert(identifier).inserted, let value = operation["operationId"] {
            notices.append(
                DescriptionNotice(
                    .repeatedOperationID, at: value, "Another operation has the id \(quoted(identifier)), too."))
        }
        operations.append(
            OperationEntry(
                kind: kind, method: method, path: path, operationID: identifier, summary: operation.text("summary"),
                tags: operation["tags"]?.strings ?? [], isDeprecated: operation.flag("deprecated"),
                place: operation.place, pathItem: item.place, pointer: pointer))
        // The callbacks of a callback would lead round in circles.
        if kind != .callback, let callbacks = operation["callbacks"], callbacks.kind == .object {
            addCallbacks(callbacks, pointer + "/callbacks")
        }
    }

    /// Lists what the API sends on account of an operation. Where a reference is broken the operation itself says so.
    private mutating func addCallbacks(_ list: DescriptionValue, _ pointer: String) {
        for (name, written) in list.members where !name.hasPrefix("x-") {
            countWork(1)
            guard let callback = try? written.followed(), callbacks.insert(callback.place).inserted else { continue }
            for (expression, written) in callback.members where !expression.hasPrefix("x-") {
                guard let item = try? written.followed(), item.kind == .object,
                    callbacks.insert(item.place).inserted
                else { continue }
                let pointer = pointer + JSONPointer.step(name) + JSONPointer.step(expression)
                self.item(item, .callback, "\(name) \(expression)", pointer)
            }
        }
    }

    private mutating func check(_ path: String, _ item: DescriptionValue) {
        if !path.hasPrefix("/") {
            notices.append(
                DescriptionNotice(.wrongPath, at: item, "The path \(quoted(path)) does not begin with a slash."))
        }
        let shape = PathTemplate(path).shape
        if let other = shapes[shape] {
            let sentence =
                other == path
                ? "The path \(quoted(path)) is there twice."
                : "The paths \(quoted(other)) and \(quoted(path)) differ only in the names of their parameters."
            notices.append(DescriptionNotice(.repeatedPath, at: item, sentence))
        } else {
            shapes[shape] = path
        }
    }
}
