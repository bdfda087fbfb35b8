import Base
import Contract
import JSONPath
import OpenAPI

/// What may be written in a request of one operation: its parameters, their values, media types, the members of its JSON body.
package struct OperationCompletion: Sendable {
    let docs: OperationDocs

    package init(_ api: DescribedAPI, _ entry: OperationEntry) { docs = OperationDocs(api, entry) }

    var operation: Operation { docs.operation }
    var version: DescriptionVersion { docs.version }

    // MARK: Parameters

    /// The names of the query.
    package var queryNames: [DescribedCompletion.Item] { names(in: .query) }

    /// The names of header fields.
    package var headerNames: [DescribedCompletion.Item] { names(in: .header) }

    private func names(in location: Parameter.Location) -> [DescribedCompletion.Item] {
        operation.parameters.filter { $0.location == location }.prefix(DescribedCompletion.mostItems).map { parameter in
            let view = schema(of: parameter).map { SchemaView([$0], version) }
            let note = Self.note(
                words: view.map { SchemaWords.text(of: $0, version) }, isRequired: parameter.isRequired,
                isDeprecated: parameter.isDeprecated, text: parameter.text)
            return DescribedCompletion.Item(text: parameter.name, note: note)
        }
    }

    /// The values that a parameter of the query may have, as they are typed.
    package func queryValues(_ name: String) -> [DescribedCompletion.Item] {
        values(of: operation.parameters.first { $0.location == .query && $0.name == name })
    }

    /// The values that a header field may have; of Content-Type and Accept the media types.
    package func headerValues(_ name: String) -> [DescribedCompletion.Item] {
        let name = name.lowercased()
        switch name {
        case "content-type":
            return Self.items(of: operation.body?.content.map { ($0.name, "the body") } ?? [])
        case "accept":
            return Self.items(
                of: operation.responses.flatMap { response in
                    response.content.map { ($0.name, "response \(PlainLine.of(response.status, limit: 20))") }
                })
        default:
            return values(of: operation.parameters.first { $0.location == .header && $0.name.lowercased() == name })
        }
    }

    /// The values of the variable that holds a parameter; one of the path comes first.
    package func values(ofVariable name: String) -> [DescribedCompletion.Item] {
        let named = operation.parameters.filter { DialectName.valid($0.name, else: "value") == name }
        return values(of: named.first { $0.location == .path } ?? named.first)
    }

    private func schema(of parameter: Parameter) -> DescriptionValue? {
        (parameter.schema ?? parameter.content?.schema).map(docs.documents.value)
    }

    private func values(of parameter: Parameter?) -> [DescribedCompletion.Item] {
        guard let parameter else { return [] }
        var items: [(text: String, note: String)] = []
        if let schema = schema(of: parameter) {
            var branches = SchemaBranches([[schema]], version)
            // A list is typed value by value.
            let elements = branches.below(.index(0))
            if !elements.isEmpty { branches = SchemaBranches(elements, version) }
            items = values(of: branches).compactMap { value, note in Self.text(value).map { ($0, note) } }
            items += Self.words(of: branches).filter { $0 != "null" }.map { ($0, "") }
        }
        for example in parameter.examples {
            let note = example.summary.map { PlainLine.of($0, limit: 120) } ?? "example"
            if let text = example.serialized {
                items.append((text, note))
            } else if let text = example.value.flatMap({ Self.text(docs.documents.value($0)) }) {
                items.append((text, note))
            }
        }
        return Self.items(of: items)
    }

    /// Single values alone; nil for arrays and objects.
    static func text(_ value: DescriptionValue) -> String? {
        switch value.kind {
        case .string: value.string
        case .bool: value.bool == true ? "true" : "false"
        case .number: value.number
        case .null, .array, .object: nil
        }
    }

    // MARK: Values

    /// Constants, the values of an enumeration, true and false, defaults and examples.
    func values(of branches: SchemaBranches) -> [(value: DescriptionValue, note: String)] {
        var found: [(DescriptionValue, String)] = []
        for view in branches.views {
            if let constant = view.constant { found.append((constant, "always")) }
            found += view.values.prefix(DescribedCompletion.mostItems).map { ($0, "") }
            if let standard = view.standard { found.append((standard, "default")) }
            found += view.examples.prefix(20).map { ($0, "example") }
        }
        return found
    }

    /// What a type alone allows where no list of values limits it.
    static func words(of branches: SchemaBranches) -> [String] {
        let open = branches.views.filter { $0.constant == nil && $0.values.isEmpty }
        return (open.contains { $0.types.contains("boolean") } ? ["true", "false"] : [])
            + (open.contains(where: \.takesNull) ? ["null"] : [])
    }

    /// Each text once, in its order; a later note joins an earlier one.
    static func items(of found: [(text: String, note: String)]) -> [DescribedCompletion.Item] {
        var places: [String: Int] = [:]
        var items: [DescribedCompletion.Item] = []
        for (text, note) in found where text.utf8.count <= 1_000 && !text.utf8.contains(Byte.lineFeed) {
            if let place = places[text] {
                if items[place].note.isEmpty { items[place].note = note }
            } else if items.count < DescribedCompletion.mostItems, !text.isEmpty {
                places[text] = items.count
                items.append(DescribedCompletion.Item(text: text, note: note))
            }
        }
        return items
    }

    static func note(words: String?, isRequired: Bool, isDeprecated: Bool, text: String?) -> String {
        var facts = words.map { [$0] } ?? []
        if isRequired { facts.append("required") }
        if isDeprecated { facts.append("deprecated") }
        let parts = [
            facts.filter { !$0.isEmpty }.joined(separator: ", "), text.map { PlainLine.firstParagraph($0) } ?? "",
        ]
        return PlainLine.of(parts.filter { !$0.isEmpty }.joined(separator: "; "), limit: 200)
    }

    // MARK: Bodies

    /// What may be written at a place of a body: of JSON and of forms.
    /// - Parameters:
    ///   - body: as far as it is typed.
    ///   - offset: the cursor, in bytes.
    ///   - mediaType: that of the request; nil for the first one that is JSON, else that of a form.
    /// - Returns: nil if nothing fits.
    package func completion(in body: [UInt8], at offset: Int, mediaType: String?) -> DescribedCompletion? {
        guard body.count <= DescribedCompletion.mostBytes, let media = media(mediaType), let schema = media.schema
        else { return nil }
        let root = docs.documents.value(schema)
        if MediaTypeName(media.name).isJSON { return completion(ofJSON: body, at: offset, root) }
        return FormBodyPlace.Kind(mediaType: media.name).flatMap { completion(ofForm: body, at: offset, $0, root) }
    }

    /// What the description says of a body of that type.
    private func media(_ mediaType: String?) -> MediaType? {
        let content = operation.body?.content ?? []
        let json = content.first { MediaTypeName($0.name).isJSON }
        guard let essence = mediaType.map({ MediaTypeName($0).essence }) else {
            return json ?? content.first { FormBodyPlace.Kind(mediaType: $0.name) != nil }
        }
        return content.first { MediaTypeName($0.name).essence == essence }
            ?? (MediaTypeName(essence).isJSON ? json : nil)
    }

    private func completion(
        ofJSON body: [UInt8], at offset: Int, _ root: DescriptionValue
    ) -> DescribedCompletion? {
        guard let place = JSONBodyPlace(body, at: offset) else { return nil }
        var branches = SchemaBranches([[root]], version)
        for step in place.path {
            let below = branches.below(step)
            guard !below.isEmpty else { return nil }
            branches = SchemaBranches(below, version)
        }
        let items = place.kind == .name ? members(of: branches, place) : jsonValues(of: branches, place)
        return items.isEmpty ? nil : DescribedCompletion(typed: place.typed, items: items)
    }

    /// The members that are not there yet, required ones first.
    private func members(of branches: SchemaBranches, _ place: JSONBodyPlace) -> [DescribedCompletion.Item] {
        members(of: branches, except: place.names) { Self.name($0, place) }
    }

    /// - Parameter text: how a name is written.
    func members(
        of branches: SchemaBranches, except names: Set<String>, _ text: (String) -> String
    ) -> [DescribedCompletion.Item] {
        var known = names
        var required: [DescribedCompletion.Item] = []
        var optional: [DescribedCompletion.Item] = []
        for view in branches.views {
            for (name, schemas) in view.properties where required.count + optional.count < DescribedCompletion.mostItems
            {
                guard known.insert(name).inserted else { continue }
                let member = SchemaView(schemas, version)
                // The server sets it.
                guard !member.isReadOnly else { continue }
                let isRequired = view.required.contains(name)
                let note = Self.note(
                    words: SchemaWords.text(of: member, version), isRequired: isRequired,
                    isDeprecated: member.isDeprecated, text: member.text ?? member.title)
                let item = DescribedCompletion.Item(text: text(name), note: note)
                if isRequired { required.append(item) } else { optional.append(item) }
            }
        }
        return required + optional
    }

    private static func name(_ name: String, _ place: JSONBodyPlace) -> String {
        let text = JSONOutput.string(name).text
        if place.isClosed { return String(text.dropLast()) }
        return place.hasColon ? text : text + ": "
    }

    private func jsonValues(of branches: SchemaBranches, _ place: JSONBodyPlace) -> [DescribedCompletion.Item] {
        var found = values(of: branches).compactMap { value, note in value.output().map { ($0.text, note) } }
        found += Self.words(of: branches).map { ($0, "") }
        if place.isClosed {
            // Between quotation marks only strings, whose last mark is there.
            found = found.compactMap { text, note in text.hasPrefix("\"") ? (String(text.dropLast()), note) : nil }
        }
        return Self.items(of: found)
    }
}

extension DescribedAPI {
    /// The paths that a method has, as they are written in a request; all of them if it has none.
    package func paths(method: String) -> [DescribedCompletion.Item] {
        let method = method.uppercased()
        let entries = description.operations.filter { $0.kind == .path }
        let own = entries.filter { $0.method.uppercased() == method }
        var seen: Set<String> = []
        var items: [DescribedCompletion.Item] = []
        for entry in own.isEmpty ? entries : own where items.count < DescribedCompletion.mostItems {
            guard seen.insert(entry.path).inserted else { continue }
            let path = PathTemplate(SkeletonWriter.sentPath(entry.path)).parts.map { part in
                switch part {
                case .text(let text): text
                case .parameter(let name): "{{\(DialectName.valid(name, else: "value"))}}"
                }
            }
            let note = [entry.method.uppercased(), entry.summary ?? entry.operationID ?? ""].joined(separator: " ")
            items.append(DescribedCompletion.Item(text: path.joined(), note: PlainLine.of(note, limit: 200)))
        }
        return items
    }
}
