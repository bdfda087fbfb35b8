import Base

extension OperationReader {
    mutating func body(_ written: DescriptionValue) -> Body? {
        guard let value = follow(written, "request body") else { return nil }
        return Body(
            text: value.text("description"), isRequired: value.flag("required"), content: content(of: value),
            place: value.place)
    }

    /// Swagger 2's `body` parameter, or its `formData` parameters, for each media type of `consumes`.
    mutating func swaggerBody(
        of item: DescriptionValue, and operation: DescriptionValue, fields: [Parameter]
    ) -> Body? {
        var found: DescriptionValue?
        for owner in [item, operation] {
            for written in owner["parameters"]?.elements ?? [] {
                guard let value = try? written.followed(), value.text("in") == "body" else { continue }
                found = value
            }
        }
        let types = (operation["consumes"] ?? root["consumes"])?.strings ?? []
        if let value = found {
            if !fields.isEmpty {
                note(.body, value, "A 'body' parameter and 'formData' parameters exclude each other; the body is used.")
            }
            let content = (types.isEmpty ? ["application/json"] : types).map { name in
                MediaType(
                    name: name, schema: value["schema"]?.place, examples: examples(of: value), encodings: [:],
                    fields: [],
                    place: value.place)
            }
            return Body(
                text: value.text("description"), isRequired: value.flag("required"), content: content,
                place: value.place)
        }
        guard let first = fields.first else { return nil }
        let hasFile = fields.contains { documents.value($0.place).text("type") == "file" }
        let forms = types.filter { FormKind($0) != nil && !(hasFile && FormKind($0) == .urlencoded) }
        let standard = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"
        let content = (forms.isEmpty ? [standard] : forms).map { name in
            MediaType(name: name, examples: [], encodings: [:], fields: fields, place: first.place)
        }
        return Body(isRequired: fields.contains(where: \.isRequired), content: content, place: first.place)
    }

    mutating func responses(of operation: DescriptionValue) -> [Response] {
        guard let responses = operation["responses"] else {
            if version == .openAPI30 || version == .swagger2 {
                note(.response, operation, "The operation describes no response.")
            }
            return []
        }
        let produces = (operation["produces"] ?? root["produces"])?.strings ?? []
        var result: [Response] = []
        for (status, written) in responses.members where !status.hasPrefix("x-") {
            guard let value = follow(written, "response") else { continue }
            if !Self.isStatus(status) {
                note(.response, written, "\(quoted(status)) is not a status, a range like '2XX' or 'default'.")
            }
            var content = content(of: value)
            if version == .swagger2, let schema = value["schema"] {
                content = (produces.isEmpty ? ["application/json"] : produces).map { name in
                    let example = value["examples"]?[name]
                    return MediaType(
                        name: name, schema: schema.place,
                        examples: example.map { [Example(value: $0.place, place: $0.place)] } ?? [], encodings: [:],
                        fields: [], place: value.place)
                }
            }
            result.append(
                Response(
                    status: status, text: value.text("description"), headers: headers(of: value), content: content,
                    links: links(of: value), place: value.place))
        }
        if result.isEmpty { note(.response, responses, "The operation describes no response.") }
        return result
    }

    private static func isStatus(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if text == "default" { return true }
        guard bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0]) else { return false }
        return bytes[1...] == [UInt8(ascii: "X"), UInt8(ascii: "X")]
            || bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private mutating func links(of response: DescriptionValue) -> [Link] {
        var links: [Link] = []
        for (name, written) in response["links"]?.members ?? [] {
            guard let value = follow(written, "link") else { continue }
            let parameters = value["parameters"]?.members ?? []
            links.append(
                Link(
                    name: name, text: value.text("description"), operationID: value.text("operationId"),
                    operationReference: value.text("operationRef"), names: parameters.map(\.name),
                    values: parameters.map(\.value.place), body: value["requestBody"]?.place,
                    server: value["server"].flatMap { server($0) }, place: value.place))
        }
        return links
    }

    mutating func callbacks(of operation: DescriptionValue) -> [Callback] {
        var callbacks: [Callback] = []
        for (name, written) in operation["callbacks"]?.members ?? [] {
            guard let value = follow(written, "callback") else { continue }
            for (expression, item) in value.members where !expression.hasPrefix("x-") {
                guard let item = follow(item, "path item") else { continue }
                let methods = item.members.map(\.name).filter {
                    ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"].contains($0)
                }
                callbacks.append(
                    Callback(
                        name: name, expression: expression, methods: methods.map { $0.uppercased() }, place: item.place)
                )
            }
        }
        return callbacks
    }
}

/// The two media types of forms.
enum FormKind {
    case urlencoded, multipart

    init?(_ mediaType: String) {
        let name = mediaType.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        if name == "application/x-www-form-urlencoded" {
            self = .urlencoded
        } else if name.hasPrefix("multipart/") {
            self = .multipart
        } else {
            return nil
        }
    }
}
