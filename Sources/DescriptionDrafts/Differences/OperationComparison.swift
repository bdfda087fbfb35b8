import Base
import JSONPath
import NetEngine
import OpenAPI

/// Compares the operations of a draft with those of a description.
struct OperationComparison {
    private let draft: DraftDocument
    private let description: Description
    private(set) var list = DifferenceList()
    private var documents: DocumentSet { description.documents }

    init(_ draft: DraftDocument, _ description: Description) {
        self.draft = draft
        self.description = description
    }

    private struct Key: Hashable {
        var method: String
        var shape: String
    }

    mutating func compare() {
        var entries: [Key: OperationEntry] = [:]
        var items: [String: OperationEntry] = [:]
        for entry in description.operations where entry.kind == .path {
            let key = Key(method: entry.method, shape: Self.shape(entry.path))
            entries[key] = entries[key] ?? entry
            items[key.shape] = items[key.shape] ?? entry
        }
        var found: Set<Key> = []
        for operation in draft.operations {
            let template = operation.path.knownTemplate ?? operation.path.template
            let key = Key(method: operation.method, shape: Self.shape(template))
            if let entry = entries[key] {
                found.insert(key)
                compare(operation, entry)
            } else {
                missing(operation, template, beside: items[key.shape])
            }
        }
        for entry in description.operations where entry.kind == .path {
            let key = Key(method: entry.method, shape: Self.shape(entry.path))
            guard !found.contains(key) else { continue }
            list.add(
                .notSeen, "\(entry.method) \(entry.path)", "The operation was not seen.",
                at: documents.value(entry.place), pointer: entry.pointer)
        }
        list.finish()
    }

    /// The template without the names of its parameters.
    private static func shape(_ template: String) -> String {
        PathTemplate(template).parts.map { if case .text(let text) = $0 { text } else { "{}" } }.joined()
    }

    private mutating func missing(_ operation: DraftOperation, _ template: String, beside entry: OperationEntry?) {
        let name = "\(operation.method) \(entry?.path ?? template)"
        let count = Formatting.count(operation.facts.request.count, "request")
        let text =
            "The operation is not described; \(count) \(operation.facts.request.count == 1 ? "was" : "were") seen."
        if let entry {
            let pointer = "/paths" + JSONPointer.step(entry.path) + JSONPointer.step(operation.method.lowercased())
            list.add(.operation, name, text, at: documents.value(entry.pathItem), pointer: pointer)
        } else {
            let paths = documents.root["paths"] ?? documents.root
            let pointer = "/paths" + JSONPointer.step(template) + JSONPointer.step(operation.method.lowercased())
            list.add(.operation, name, text, at: paths, pointer: pointer)
        }
    }

    private mutating func compare(_ seen: DraftOperation, _ entry: OperationEntry) {
        let operation = description.open(entry)
        let name = "\(entry.method) \(entry.path)"
        let value = documents.value(entry.place)
        parameters(seen.facts, operation, name, value)
        body(seen.facts.request, operation, name, value)
        responses(seen.facts.responses, operation, name, value)
    }

    // MARK: Parameters

    private mutating func parameters(
        _ facts: OperationFacts, _ operation: Operation, _ name: String, _ value: DescriptionValue
    ) {
        let described = operation.parameters
        let isWhole = described.contains { $0.location == .querystring }
        var used: Set<Int> = []
        for (table, location) in [(facts.queries, Parameter.Location.query), (facts.request.headers, .header)] {
            for parameter in table.sorted {
                let index = described.firstIndex { $0.location == location && Self.isSame($0, parameter.spelling) }
                guard let index else {
                    if location == .query, isWhole { continue }
                    list.add(
                        .parameter, name,
                        "The \(location.rawValue) parameter \(quoted(parameter.spelling)) is not described.",
                        at: value["parameters"] ?? value, pointer: operation.entry.pointer + "/parameters")
                    continue
                }
                used.insert(index)
                compare(parameter, described[index], facts.request.count, name)
            }
        }
        for (index, parameter) in described.enumerated() where !used.contains(index) {
            switch parameter.location {
            case .query where facts.queries.hasTooMany, .header where facts.request.headers.hasTooMany: continue
            case .query, .header:
                let lower = parameter.name.lowercased()
                let isKept =
                    parameter.location == .query
                    ? !SecretWords.isCredential(query: parameter.name)
                        && !IdentifierText.isMadeName(Array(parameter.name.utf8))
                    : FieldRules.describes(requestField: lower) && !SecretWords.isCredential(field: lower)
                guard isKept else { continue }
                let shown = "The \(parameter.location.rawValue) parameter \(quoted(parameter.name))"
                let at = documents.value(parameter.place)
                if parameter.isRequired {
                    list.add(.parameter, name, "\(shown) is required and was never sent.", at: at)
                } else {
                    list.add(.notSeen, name, "\(shown) was not seen.", at: at)
                }
            case .path:
                guard let text = facts.pathValues[parameter.name] else { continue }
                compare(text, parameter, name, isRepeated: false)
            case .cookie, .querystring, .formData: continue
            }
        }
    }

    /// A parameter of the style deepObject has its members in brackets.
    private static func isSame(_ parameter: Parameter, _ name: String) -> Bool {
        if parameter.location == .header { return parameter.name.lowercased() == name.lowercased() }
        if parameter.name == name { return true }
        return parameter.style == .deepObject && name.hasPrefix(parameter.name + "[")
    }

    private mutating func compare(_ seen: ParameterFacts, _ described: Parameter, _ requests: Int, _ name: String) {
        let shown = "The \(described.location.rawValue) parameter \(quoted(described.name))"
        if described.isRequired, seen.holders < requests, described.style != .deepObject {
            list.add(
                .parameter, name,
                "\(shown) is required and was missing in \(requests - seen.holders) of \(Formatting.count(requests, "request")).",
                at: documents.value(described.place))
        }
        guard described.style != .deepObject else { return }
        compare(seen.text, described, name, isRepeated: seen.isRepeated)
    }

    private mutating func compare(_ text: TextFacts, _ described: Parameter, _ name: String, isRepeated: Bool) {
        guard let place = described.schema, text.count > 0 else { return }
        let schema = documents.value(place)
        var flat = FlatSchemas([schema], &list.steps)
        let shown = "The \(described.location.rawValue) parameter \(quoted(described.name))"
        var types = flat.types
        if types.contains("array") {
            guard described.explodes, types == ["array"], let items = flat.items() else { return }
            flat = FlatSchemas(items, &list.steps)
            types = flat.types
        } else if isRepeated, !types.contains("object") {
            list.add(.type, name, "\(shown) was sent more than once, and is described as one value.", at: schema)
        }
        guard !types.isEmpty, !types.contains("string"), !types.contains("object") else { return }
        let isCovered =
            (types.contains("integer") && text.scalars.contains(.integer))
            || (types.contains("number") && text.scalars.contains(.number))
            || (types.contains("boolean") && text.scalars.contains(.boolean))
        if !isCovered, types.isSubset(of: ["integer", "number", "boolean"]) {
            let list = types.sorted().joined(separator: " or ")
            self.list.add(.type, name, "\(shown) is described as \(list), and had other values.", at: schema)
        }
    }

    // MARK: Bodies

    private mutating func body(_ seen: MessageFacts, _ operation: Operation, _ name: String, _ value: DescriptionValue)
    {
        let pointer = operation.entry.pointer + "/requestBody"
        guard let body = operation.body else {
            guard seen.withBody > 0 else { return }
            list.add(
                .body, name,
                "The request body is not described; \(seen.withBody) of \(Formatting.count(seen.count, "request")) had one.",
                at: value, pointer: pointer)
            return
        }
        let at = documents.value(body.place)
        if body.isRequired, seen.withBody < seen.count {
            list.add(
                .body, name,
                "The request body is required and was missing in \(seen.count - seen.withBody) of \(Formatting.count(seen.count, "request")).",
                at: at)
        }
        content(seen, body.content, name, "The request", at, isRequest: true)
    }

    private mutating func responses(
        _ seen: [Int: MessageFacts], _ operation: Operation, _ name: String, _ value: DescriptionValue
    ) {
        var used: Set<String> = []
        for (status, message) in seen.sorted(by: { $0.key < $1.key }) where status != 0 {
            let names = [String(status), "\(status / 100)XX", "\(status / 100)xx", "default"]
            let response = names.lazy.compactMap { name in operation.responses.first { $0.status == name } }.first
            guard let response else {
                list.add(
                    .status, name,
                    "The status \(status) is not described; \(Formatting.count(message.count, "response")) had it.",
                    at: value["responses"] ?? value, pointer: "\(operation.entry.pointer)/responses/\(status)")
                continue
            }
            used.insert(response.status)
            let at = documents.value(response.place)
            content(message, response.content, name, "Status \(status)", at, isRequest: false)
            headers(message, response, name, "Status \(status)", at)
        }
        guard !seen.isEmpty else { return }
        for response in operation.responses where !used.contains(response.status) && response.status != "default" {
            list.add(
                .notSeen, name, "The status \(quoted(response.status)) was not seen.",
                at: documents.value(response.place))
        }
    }

    private mutating func headers(
        _ seen: MessageFacts, _ response: OpenAPI.Response, _ name: String, _ subject: String, _ at: DescriptionValue
    ) {
        for header in seen.headers.sorted {
            let described = response.headers.first { $0.name.lowercased() == header.spelling.lowercased() }
            guard let described else {
                list.add(
                    .header, name, "\(subject): the header \(quoted(header.spelling)) is not described.",
                    at: at["headers"] ?? at, pointer: at.pointer + "/headers" + JSONPointer.step(header.spelling))
                continue
            }
            if described.isRequired, header.holders < seen.count {
                list.add(
                    .header, name,
                    "\(subject): the header \(quoted(described.name)) is required and was missing in \(seen.count - header.holders) of \(Formatting.count(seen.count, "response")).",
                    at: documents.value(described.place))
            }
        }
    }

    private mutating func content(
        _ seen: MessageFacts, _ described: [MediaType], _ name: String, _ subject: String, _ at: DescriptionValue,
        isRequest: Bool
    ) {
        for (media, body) in seen.bodies.sorted(by: { $0.key < $1.key }) {
            guard let match = Self.match(media, described) else {
                list.add(
                    .mediaType, name, "\(subject): the media type \(quoted(media)) is not described.",
                    at: at["content"] ?? at, pointer: at.pointer + "/content" + JSONPointer.step(media))
                continue
            }
            fields(body, match, name, subject)
            guard body.shape != ShapeTable.none, body.read > 0, let schema = match.schema else { continue }
            var comparison = SchemaComparison(draft.shapes, name, subject, isRequest: isRequest, list)
            comparison.compare(body.shape, with: [documents.value(schema)])
            list = comparison.list
        }
    }

    /// The fields of forms, in Swagger 2 parameters of their own.
    private mutating func fields(_ seen: BodyFacts, _ media: MediaType, _ name: String, _ subject: String) {
        guard seen.read > 0, seen.shape == ShapeTable.none, !seen.fields.hasTooMany else { return }
        var flat: FlatSchemas?
        if let schema = media.schema { flat = FlatSchemas([documents.value(schema)], &list.steps) }
        for field in seen.fields.sorted {
            let isDescribed: Bool
            if let flat {
                isDescribed = flat.member(field.spelling).map { !$0.isEmpty } ?? true
            } else {
                isDescribed = media.fields.isEmpty || media.fields.contains { $0.name == field.spelling }
            }
            guard !isDescribed else { continue }
            let owner = flat?.schemas.first { $0["properties"] != nil }
            let at = owner?["properties"] ?? documents.value(media.place)
            list.add(
                .member, name,
                "\(subject): the form's field \(quoted(field.spelling)) is not described.", at: at,
                step: owner == nil ? "" : JSONPointer.step(field.spelling))
        }
        var required = flat?.required ?? [:]
        for field in media.fields where field.isRequired { required[field.name] = documents.value(field.place) }
        for (field, place) in required.sorted(by: { $0.key < $1.key }) {
            let holders = seen.fields.all[field]?.holders ?? 0
            guard holders < seen.read else { continue }
            list.add(
                .member, name,
                "\(subject): the form's field \(quoted(field)) is required and was missing in \(seen.read - holders) of \(Formatting.count(seen.read, "form")).",
                at: place)
        }
    }

    /// The exact name before a range of names.
    private static func match(_ media: String, _ described: [MediaType]) -> MediaType? {
        let type = media.prefix { $0 != "/" } + "/*"
        for wanted in [media, String(type), "*/*"] {
            if let found = described.first(where: { MediaTypeName($0.name).essence == wanted }) { return found }
        }
        return nil
    }
}
