import Base
import JSONPath

extension OperationReader {
    private struct Key: Hashable {
        var name: String
        var location: Parameter.Location
    }

    /// Parameters of the path item, replaced by those of the operation with the same name and location.
    mutating func parameters(of item: DescriptionValue, and operation: DescriptionValue) -> [Parameter] {
        var parameters: [Parameter] = []
        var places: [Key: Int] = [:]
        var inherited = 0
        for (level, owner) in [item, operation].enumerated() {
            if level == 1 { inherited = parameters.count }
            for written in list("parameters", of: owner, .wrongParameter) {
                guard let parameter = parameter(written) else { continue }
                let key = Key(name: parameter.name, location: parameter.location)
                guard let index = places[key] else {
                    places[key] = parameters.count
                    parameters.append(parameter)
                    continue
                }
                if level == 0 || index >= inherited {
                    note(
                        .repeatedParameter, written,
                        "The \(parameter.location.rawValue) parameter \(quoted(parameter.name)) is there twice; the last one counts."
                    )
                }
                parameters[index] = parameter
            }
        }
        let whole = parameters.filter { $0.location == .querystring }
        if let first = whole.first, whole.count > 1 || parameters.contains(where: { $0.location == .query }) {
            note(
                .wrongParameter, documents.value(first.place),
                "A 'querystring' parameter is the whole query: there may be one, and no 'query' parameters beside it.")
        }
        return parameters
    }

    /// nil for Swagger 2's body, which `swaggerBody` reads, and for what is ignored.
    private mutating func parameter(_ written: DescriptionValue) -> Parameter? {
        guard let value = follow(written, "parameter") else { return nil }
        guard let name = value.text("name") else {
            note(.wrongParameter, written, "A parameter has no name.")
            return nil
        }
        let place = value.text("in") ?? ""
        if version == .swagger2, place == "body" { return nil }
        guard let location = Parameter.Location(rawValue: place), location != .formData || version == .swagger2 else {
            note(.wrongParameter, written, "The parameter \(quoted(name)) has no known location: \(quoted(place)).")
            return nil
        }
        if location == .header, ["accept", "content-type", "authorization"].contains(name.lowercased()) {
            note(
                .ignoredParameter, written,
                "The header parameter \(quoted(name)) is ignored, as the standard says."
            )
            return nil
        }
        if location == .path, value["required"]?.bool != true {
            note(
                .wrongParameter, written,
                "The path parameter \(quoted(name)) must say 'required: true'; it is required anyway.")
        }
        let (style, explodes) = style(of: value, location, written)
        let content = value["content"]?.members.first
        if let content = value["content"], content.members.count != 1 {
            note(.wrongParameter, content, "The 'content' of a parameter must have exactly one media type.")
        }
        if version != .swagger2, value["schema"] == nil, content == nil {
            note(.wrongParameter, written, "The parameter \(quoted(name)) has neither 'schema' nor 'content'.")
        }
        return Parameter(
            name: name, location: location, isRequired: location == .path || value.flag("required"),
            isDeprecated: value.flag("deprecated"), text: value.text("description"), style: style, explodes: explodes,
            allowsReserved: value.flag("allowReserved"), allowsEmpty: value.flag("allowEmptyValue"),
            schema: version == .swagger2 ? value.place : value["schema"]?.place,
            content: content.flatMap { mediaType($0.name, $0.value) }, examples: examples(of: value),
            place: value.place)
    }

    private mutating func style(
        of value: DescriptionValue, _ location: Parameter.Location, _ written: DescriptionValue
    ) -> (ParameterStyle, Bool) {
        guard version != .swagger2 else { return collectionStyle(of: value, location) }
        var style = ParameterStyle.standard(location)
        if let name = value.text("style") {
            if let known = ParameterStyle(rawValue: name), known != .tabDelimited, known.isAllowed(in: location) {
                style = known
            } else {
                note(
                    .wrongParameter, written,
                    "The style \(quoted(name)) is not for a \(location.rawValue) parameter; '\(style.rawValue)' is used."
                )
            }
        }
        return (style, value["explode"]?.bool ?? style.explodesByDefault)
    }

    /// Swagger 2's `collectionFormat`.
    private mutating func collectionStyle(
        of value: DescriptionValue, _ location: Parameter.Location
    ) -> (ParameterStyle, Bool) {
        let isForm = location == .query || location == .formData
        switch value.text("collectionFormat") {
        case "ssv": return (.spaceDelimited, false)
        case "tsv": return (.tabDelimited, false)
        case "pipes": return (.pipeDelimited, false)
        case "multi" where isForm: return (.form, true)
        case "csv", nil: break
        case let other?:
            note(.wrongParameter, value, "The collectionFormat \(quoted(other)) is not known here; 'csv' is used.")
        }
        return (isForm ? .form : .simple, false)
    }

    /// `examples` in their order, then `example`; of an example object its value.
    mutating func examples(of owner: DescriptionValue) -> [Example] {
        var examples: [Example] = []
        for (name, written) in owner["examples"]?.members ?? [] {
            guard version != .swagger2, let example = follow(written, "example") else { continue }
            examples.append(
                Example(
                    name: name, summary: example.text("summary"),
                    value: (example["dataValue"] ?? example["value"])?.place,
                    serialized: example.text("serializedValue"), externalValue: example.text("externalValue"),
                    place: example.place))
        }
        if let example = owner["example"] ?? owner["x-example"] {
            examples.append(Example(value: example.place, place: example.place))
        }
        return examples
    }

    mutating func mediaType(_ name: String, _ written: DescriptionValue) -> MediaType? {
        guard let value = follow(written, "media type") else { return nil }
        var encodings: [String: FieldEncoding] = [:]
        // Before 3.1 they are for URL-encoded forms only (3.0.3 §4.7.15.1).
        let mayHaveStyles = version != .openAPI30 || FormKind(name) != .multipart
        for (field, written) in value["encoding"]?.members ?? [] {
            guard let encoding = follow(written, "encoding") else { continue }
            let hasStyle = mayHaveStyles && ["style", "explode", "allowReserved"].contains { encoding[$0] != nil }
            let style = hasStyle ? self.style(ofField: encoding, field, written) : nil
            encodings[field] = FieldEncoding(
                contentType: encoding.text("contentType"), style: style,
                explodes: encoding["explode"]?.bool ?? (style ?? .form).explodesByDefault,
                allowsReserved: encoding.flag("allowReserved"), headers: headers(of: encoding), place: encoding.place)
        }
        return MediaType(
            name: name, schema: value["schema"]?.place, itemSchema: value["itemSchema"]?.place,
            examples: examples(of: value), encodings: encodings, fields: [], place: value.place)
    }

    /// Those of a query (3.2 §4.8.15.1.2).
    private mutating func style(
        ofField encoding: DescriptionValue, _ field: String, _ written: DescriptionValue
    ) -> ParameterStyle {
        guard let name = encoding.text("style") else { return .form }
        if let known = ParameterStyle(rawValue: name), known != .tabDelimited, known.isAllowed(in: .query) {
            return known
        }
        note(
            .body, written,
            "The style \(quoted(name)) is not for a field of a form; 'form' is used for \(quoted(field))."
        )
        return .form
    }

    mutating func content(of owner: DescriptionValue) -> [MediaType] {
        guard let content = owner["content"] else { return [] }
        if content.kind != .object { note(.body, content, "'content' is not an object.") }
        return content.members.compactMap { mediaType($0.name, $0.value) }
    }

    mutating func headers(of owner: DescriptionValue) -> [Header] {
        var headers: [Header] = []
        for (name, written) in owner["headers"]?.members ?? [] {
            guard let value = follow(written, "header") else { continue }
            if name.lowercased() == "content-type" {
                note(.ignoredParameter, written, "The header 'Content-Type' is ignored here, as the standard says.")
                continue
            }
            headers.append(
                Header(
                    name: name, text: value.text("description"), isRequired: value.flag("required"),
                    isDeprecated: value.flag("deprecated"), explodes: value.flag("explode"),
                    schema: version == .swagger2 ? value.place : value["schema"]?.place,
                    content: value["content"]?.members.first.flatMap { mediaType($0.name, $0.value) },
                    examples: examples(of: value), place: value.place))
        }
        return headers
    }
}
