import Base
import JSONPath
import NetEngine

/// Makes values from schemas: the same ones for the same description, whatever the clock says.
///
/// Prefers what the authors wrote, in this order: examples of the parameter or media type; of the schema `const`,
/// `examples`, `example`, `default`, the first of `enum`; else the value is made. Each is validated, and one that is not
/// valid is reported and passed over.
package struct SampleMaker {
    /// Whether a value is valid against a schema. For requests, a required property that is `readOnly` may be missing,
    /// for responses one that is `writeOnly` (OpenAPI 3.0 §4.7.24.2).
    package typealias Validator = (_ value: JSONTree, _ schema: DocumentPlace) -> Bool

    package enum Direction: Sendable, Hashable { case request, response }
    package enum Extent: Sendable, Hashable {
        /// What is required.
        case minimal
        /// Optional properties, too, once on each way down.
        case full
    }

    /// Values in one sample.
    static let mostValues = 5_000
    static let mostDepth = 60
    /// Branches of `oneOf` and `anyOf` that are tried for one sample.
    static let mostTries = 400
    static let mostItems = 1_000

    let documents: DocumentSet
    let version: DescriptionVersion
    let direction: Direction
    let extent: Extent
    let validator: Validator?
    /// Branches that the user chose, by their groups.
    package var chosen: [DocumentPlace: Int] = [:]

    var values = 0
    var tries = 0
    var rejected: [Sample.Rejected] = []
    var branches: [Sample.Branch] = []
    /// The schemas that are being made, from the root down.
    var active: [DocumentPlace: Int] = [:]

    package init(
        _ description: Description, direction: Direction = .request, extent: Extent = .minimal,
        validator: Validator? = nil
    ) {
        documents = description.documents
        version = description.version
        self.direction = direction
        self.extent = extent
        self.validator = validator
    }

    /// A value for a parameter.
    package mutating func sample(of parameter: Parameter) -> Sample {
        if let content = parameter.content, parameter.examples.isEmpty {
            return sample(content.schema ?? content.itemSchema, content.examples)
        }
        return sample(parameter.schema ?? parameter.content?.schema, parameter.examples)
    }

    /// A value for a body.
    package mutating func sample(of media: MediaType) -> Sample {
        guard media.fields.isEmpty else { return sample(fields: media.fields) }
        let name = MediaTypeName(media.name)
        return sample(
            media.schema ?? media.itemSchema, media.examples,
            mayBeWritten: !name.isJSON && FormKind(media.name) != .multipart)
    }

    /// A value for a schema.
    package mutating func sample(of schema: DocumentPlace) -> Sample { sample(schema, []) }

    /// - Parameter mayBeWritten: whether a text among the examples may be the whole body as it is sent, such as XML: media
    ///   types that are not JSON have their examples as texts (3.1 §4.8.19).
    private mutating func sample(
        _ schema: DocumentPlace?, _ examples: [Example], mayBeWritten: Bool = false
    ) -> Sample {
        reset()
        for example in examples {
            guard let place = example.value else {
                guard let text = example.serialized else { continue }
                return Sample(value: .string(text), serialized: text, origin: .example(example.name))
            }
            let origin = Sample.Origin.example(example.name)
            if mayBeWritten, let schema, let text = documents.value(place).string, !hasType(.string(text), [schema]) {
                return Sample(value: .string(text), serialized: text, origin: origin, rejected: rejected)
            }
            guard let value = accepted(documents.value(place), origin, schema.map { [$0] } ?? []) else { continue }
            let verdict = schema.flatMap { isValid(value, [$0]) }
            return Sample(
                value: value, serialized: example.serialized, origin: origin, isValid: verdict, rejected: rejected)
        }
        guard let schema else {
            return Sample(
                origin: .made, rejected: rejected, failure: SampleFailure(reason: "the description gives no schema"))
        }
        switch make([schema], variant: 0, depth: 0) {
        case .success(let made):
            var sample = Sample(value: made.value, origin: made.origin, isValid: isValid(made.value, [schema]))
            (sample.rejected, sample.branches) = (rejected, branches)
            if sample.isValid == false {
                sample.failure = SampleFailure(
                    reason: "the value that was made is not valid against the whole schema",
                    pointer: documents.pointer(of: schema))
            }
            return sample
        case .failure(let failure):
            return Sample(origin: .made, rejected: rejected, failure: failure, branches: branches)
        }
    }

    /// The fields of a Swagger 2 form.
    private mutating func sample(fields: [Parameter]) -> Sample {
        var members: [(String, JSONOutput)] = []
        var rejected: [Sample.Rejected] = []
        var failure: SampleFailure?
        for field in fields where field.isRequired || extent == .full {
            let sample = sample(of: field)
            rejected += sample.rejected
            if let value = sample.value {
                members.append((field.name, value))
            } else {
                failure = failure ?? sample.failure
            }
        }
        return Sample(value: .object(members), origin: .made, rejected: rejected, failure: failure)
    }

    private mutating func reset() {
        (values, tries, rejected, branches, active) = (0, 0, [], [], [:])
    }

    // MARK: Validity

    /// nil if there is no validator.
    func isValid(_ value: JSONOutput, _ places: [DocumentPlace]) -> Bool? {
        guard let validator, let tree = try? JSONTree.parse(value.bytes) else { return nil }
        return places.allSatisfy { validator(tree, $0) }
    }

    /// An author's value without what this direction leaves out; nil with a report if it is not valid.
    mutating func accepted(
        _ written: DescriptionValue, _ origin: Sample.Origin, _ places: [DocumentPlace]
    ) -> JSONOutput? {
        guard let output = written.output() else { return nil }
        let value = dropping(output, places, depth: 0)
        let isFitting = isValid(value, places) ?? hasType(value, places)
        guard !isFitting else { return value }
        let report = Sample.Rejected(
            origin: origin, place: written.place, pointer: written.pointer,
            text: "The \(Self.name(of: origin)) is not valid against its own schema.")
        if !rejected.contains(report) { rejected.append(report) }
        return nil
    }

    private static func name(of origin: Sample.Origin) -> String {
        switch origin {
        case .example(let name?): "example \(quoted(name))"
        case .example, .schemaExample: "example"
        case .constant: "constant"
        case .standard: "default"
        case .enumeration: "value of 'enum'"
        case .made: "made value"
        }
    }

    private func hasType(_ value: JSONOutput, _ places: [DocumentPlace]) -> Bool {
        let types = MergedSchema(places, documents, version).types
        return switch value {
        case .null: types.contains(.null)
        case .bool: types.contains(.boolean)
        case .number: !types.isDisjoint(with: [.integer, .number])
        case .string: types.contains(.string)
        case .array: types.contains(.array)
        case .object: types.contains(.object)
        }
    }

    /// Whether a property is left out in this direction.
    func isLeftOut(_ schema: MergedSchema) -> Bool {
        direction == .request ? schema.isReadOnly : schema.isWriteOnly
    }

    /// A value without the members that this direction leaves out, inside `allOf` and branches as well.
    func dropping(_ value: JSONOutput, _ places: [DocumentPlace], depth: Int) -> JSONOutput {
        guard !places.isEmpty, depth < Self.mostDepth else { return value }
        switch value {
        case .object(let members):
            var schema = MergedSchema(places, documents, version)
            // What any branch says of a property.
            var groups = schema.choices
            var looks = 0
            while let choice = groups.popLast(), looks < 64 {
                for branch in choice.group.elements {
                    looks += 1
                    let part = MergedSchema([branch.place], documents, version)
                    for (name, more) in part.properties { schema.properties[name, default: []] += more }
                    if depth < 4 { groups += part.choices }
                }
            }
            return .object(
                members.compactMap { name, value in
                    guard let places = schema.properties[name] else {
                        return (name, dropping(value, schema.additional, depth: depth + 1))
                    }
                    if isLeftOut(MergedSchema(places, documents, version)) { return nil }
                    return (name, dropping(value, places, depth: depth + 1))
                })
        case .array(let items):
            let schema = MergedSchema(places, documents, version)
            return .array(
                items.enumerated().map { index, item in
                    dropping(
                        item, index < schema.prefix.count ? schema.prefix[index] : schema.items, depth: depth + 1)
                })
        case .null, .bool, .number, .string: return value
        }
    }
}
