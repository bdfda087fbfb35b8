import Base
import JSONPath

/// Reads one operation with everything that it refers to.
struct OperationReader {
    let documents: DocumentSet
    let version: DescriptionVersion
    var notices: [DescriptionNotice] = []

    var root: DescriptionValue { documents.root }

    init(documents: DocumentSet, version: DescriptionVersion) {
        self.documents = documents
        self.version = version
    }

    mutating func read(_ entry: OperationEntry) -> Operation {
        let value = documents.value(entry.place)
        let item = documents.value(entry.pathItem)
        var operation = Operation(entry: entry)
        operation.summary = value.text("summary") ?? item.text("summary")
        operation.text = value.text("description") ?? item.text("description")
        operation.documentation = value["externalDocs"]?.text("url")
        let all = parameters(of: item, and: value)
        operation.parameters = all.filter { $0.location != .formData }
        if version == .swagger2 {
            operation.body = swaggerBody(of: item, and: value, fields: all.filter { $0.location == .formData })
        } else {
            operation.body = value["requestBody"].flatMap { body($0) }
        }
        if entry.kind == .path { checkPath(entry, value, operation.parameters) }
        operation.responses = responses(of: value)
        operation.security = security(of: value)
        operation.servers = servers(of: value, item)
        operation.callbacks = callbacks(of: value)
        if let body = operation.body, body.isRequired, body.content.isEmpty {
            note(.body, documents.value(body.place), "The required body has no media type.")
        }
        operation.notices = notices
        return operation
    }

    mutating func note(_ kind: DescriptionNotice.Kind, _ value: DescriptionValue, _ text: String) {
        notices.append(DescriptionNotice(kind, at: value, text))
    }

    /// The elements of a list; none, with a notice, if it is something else.
    mutating func list(_ name: String, of owner: DescriptionValue, _ kind: DescriptionNotice.Kind) -> [DescriptionValue]
    {
        guard let value = owner[name] else { return [] }
        if value.kind != .array { note(kind, value, "'\(name)' is not a list.") }
        return value.elements
    }

    /// The value that a reference names; nil with a notice if it leads nowhere.
    mutating func follow(_ value: DescriptionValue, _ what: String) -> DescriptionValue? {
        do throws(ReferenceFailure) {
            let target = try value.followed()
            guard target.kind == .object else {
                note(.reference, value, "The \(what) is not an object.")
                return nil
            }
            return target
        } catch {
            note(.reference, value, "The \(what) is missing: \(error.reason).")
            return nil
        }
    }

    private mutating func checkPath(_ entry: OperationEntry, _ value: DescriptionValue, _ parameters: [Parameter]) {
        let names = PathTemplate(entry.path).parameters
        let declared = Set(parameters.filter { $0.location == .path }.map(\.name))
        var seen: Set<String> = []
        for name in names {
            guard seen.insert(name).inserted else {
                note(.wrongPath, value, "The path has the parameter \(quoted(name)) twice.")
                continue
            }
            if !declared.contains(name) {
                note(
                    .undeclaredPathParameter, value,
                    "The path has {\(quoted(name).dropFirst().dropLast())}, which no parameter declares.")
            }
        }
        for parameter in parameters where parameter.location == .path && !seen.contains(parameter.name) {
            note(
                .unusedPathParameter, documents.value(parameter.place),
                "The path has no place for the path parameter \(quoted(parameter.name)).")
        }
    }
}
