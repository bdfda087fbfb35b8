import Base
import JSONPath
import NetEngine
import OpenAPI

/// Compares a form with its schema: its fields become the members of an object, with types by the schema (OpenAPI 3.2 §4.8.15).
struct FormCheck {
    /// Fields that are not documented and are told.
    private static let mostUnknown = 20

    let findings: SchemaFindings
    let body: [UInt8]
    let media: MediaType
    let isMultipart: Bool
    /// In the order of their first fields.
    private let names: [String]
    private let fields: [String: [FormPart]]
    private var lines: LinePlaces
    private var isBroken = false
    private var hasUnreadFields = false

    private var documents: DocumentSet { findings.api.description.documents }
    private var texts: TextValue { TextValue(api: findings.api, direction: findings.direction) }

    /// - Parameter parts: the fields of the body.
    init(_ findings: SchemaFindings, _ body: [UInt8], _ media: MediaType, _ parts: [FormPart], isMultipart: Bool) {
        self.findings = findings
        self.body = body
        self.media = media
        self.isMultipart = isMultipart
        var seen: Set<String> = []
        names = parts.map(\.name).filter { seen.insert($0).inserted }
        fields = Dictionary(grouping: parts, by: \.name)
        lines = LinePlaces(body)
    }

    /// - Returns: whether everything is as described; nil if that is not decided.
    mutating func run(into report: inout ContractReport) -> Bool? {
        for name in names { checkParts(name, into: &report) }
        guard let schema = media.schema else {
            checkFields(into: &report)
            return !isBroken
        }
        let whole = SchemaParts([schema], documents)
        if let name = spreadField(whole) {
            var skipped = finding(at: nil)
            (skipped.verdict, skipped.text) = (
                .notChecked, "The body is not checked: the members of \(quoted(name)) are fields of their own."
            )
            report.add(skipped)
            return nil
        }
        var bytes = [Byte.openBrace]
        var origins = [Origin(made: 0, offset: 0)]
        var known = Set<String>()
        for name in names {
            guard let (member, value) = member(name, whole, &known, into: &report) else { continue }
            if bytes.count > 1 { bytes.append(Byte.comma) }
            let offset = fields[name]?.first?.range.lowerBound ?? 0
            origins.append(Origin(made: bytes.count, offset: offset))
            bytes += JSONOutput.string(member).bytes
            bytes.append(Byte.colon)
            origins.append(Origin(made: bytes.count, offset: offset, isCopy: value.isCopy))
            bytes += value.bytes
        }
        bytes.append(Byte.closeBrace)
        // Without them others would seem to be missing.
        guard !hasUnreadFields else { return false }
        warnOfUnknown(whole, known, into: &report)
        guard let tree = try? JSONTree.parse(bytes) else { return isBroken ? false : nil }
        let frame = SchemaFindings.Frame(
            offset: nil,
            locate: { made in
                let origin = origins[max(0, origins.partitioningIndex { $0.made > made } - 1)]
                return (origin.offset + (origin.isCopy ? made - origin.made : 0), nil)
            })
        let isValid = findings.check(tree, at: schema, finding(at: nil), frame, &lines, into: &report)
        return isBroken ? false : isValid
    }

    // MARK: Values

    /// Where something of the object that was made is in the body.
    private struct Origin {
        var made: Int
        var offset: Int
        /// Whether what follows is there as it is in the body.
        var isCopy = false
    }

    /// JSON of a member.
    private struct Value {
        var bytes: [UInt8]
        var isCopy = false

        init(_ value: JSONOutput) { bytes = value.bytes }

        init(json bytes: [UInt8], isCopy: Bool) { (self.bytes, self.isCopy) = (bytes, isCopy) }

        var isArray: Bool { bytes.first { !JSONText.isSpace($0) } == Byte.openBracket }
    }

    /// A member of the object, from the fields of a name.
    /// - Parameter known: gets the members that are made.
    private mutating func member(
        _ name: String, _ whole: SchemaParts, _ known: inout Set<String>, into report: inout ContractReport
    ) -> (name: String, value: Value)? {
        guard let parts = fields[name], let first = parts.first else { return nil }
        if let deep = deepMember(name, whole) {
            guard known.insert(deep).inserted else { return nil }
            return (deep, Value(deepValue(of: deep, whole.properties[deep] ?? [])))
        }
        known.insert(name)
        let schemas = whole.properties[name] ?? whole.additional
        let own = SchemaParts(schemas, documents)
        let encoding = media.encodings[name]
        if isJSON(first, own, encoding) {
            var values: [Value] = []
            for part in parts {
                guard let value = json(part, into: &report) else { return nil }
                values.append(value)
            }
            guard own.isArray, values.count > 1 || !values[0].isArray else { return (name, values[0]) }
            let items = values.map(\.bytes).joined(separator: [Byte.comma])
            return (name, Value(json: [Byte.openBracket] + items + [Byte.closeBracket], isCopy: false))
        }
        if parts.count > 1, !own.isArray, !own.types.isEmpty {
            var repeated = finding(at: parts[1].start)
            repeated.text = "The field \(quoted(name)) is there \(parts.count) times, and its schema is not an array."
            report.warn(repeated)
        }
        let explodes = encoding?.style == nil || encoding?.explodes == true
        let items = explodes ? parts.map(text) : self.items(first, encoding?.style)
        return (name, Value(texts.value(text(of: first), items: items, explodes: false, own, schemas)))
    }

    /// Whether a field is written as JSON: by its part, by its encoding, else because its schema is an object.
    private func isJSON(_ part: FormPart, _ schema: SchemaParts, _ encoding: FieldEncoding?) -> Bool {
        if let type = part.headers.last("Content-Type")?.value { return ContentType(type).isJSON }
        if let type = encoding?.contentType {
            return ContentType(type.prefix { $0 != "," }.trimmingWhitespace()).isJSON
        }
        guard encoding?.style == nil else { return false }
        if schema.isObject, !schema.valueTypes.contains("string") { return true }
        guard schema.isArray else { return false }
        let items = SchemaParts(schema.items, documents)
        return items.isObject && !items.valueTypes.contains("string")
    }

    private mutating func json(_ part: FormPart, into report: inout ContractReport) -> Value? {
        let bytes = decoded(part)
        do throws(JSONSyntaxError) {
            _ = try JSONTree.parse(bytes)
            return Value(json: bytes, isCopy: isMultipart)
        } catch {
            (isBroken, hasUnreadFields) = (true, true)
            var broken = finding(at: part.range.lowerBound)
            broken.verdict = .broken
            broken.text = "The field \(quoted(part.name)) is not JSON: \(error.reason)."
            report.add(broken)
            return nil
        }
    }

    private func decoded(_ part: FormPart) -> [UInt8] {
        isMultipart ? Array(body[part.range]) : FormReading.decoded(body[part.range])
    }

    /// Bytes that are no text are a character each, so that limits of the length count bytes.
    private func text(of part: FormPart) -> String {
        let bytes = decoded(part)
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The items of an array that is written in one field.
    private func items(_ part: FormPart, _ style: ParameterStyle?) -> [String] {
        func pieces(_ text: some Collection<UInt8>, _ separator: UInt8) -> [ArraySlice<UInt8>] {
            text.isEmpty ? [] : Array(text).split(separator: separator, omittingEmptySubsequences: false)
        }
        if let delimiter = style?.delimiter {
            return pieces(decoded(part), delimiter).map { String(decoding: $0, as: UTF8.self) }
        }
        // Commas within data are encoded.
        return pieces(body[part.range], Byte.comma).map {
            String(decoding: isMultipart ? Array($0) : FormReading.decoded($0), as: UTF8.self)
        }
    }

    // MARK: Members with names of their own

    /// A field whose members are fields themselves, so that it is not known which fields are its own.
    private func spreadField(_ whole: SchemaParts) -> String? {
        whole.names.first { name in
            guard let encoding = media.encodings[name], encoding.style == .form, encoding.explodes else { return false }
            return SchemaParts(whole.properties[name] ?? [], documents).isObject
        }
    }

    /// `filter` for `filter[a]`, if it is written so.
    private func deepMember(_ name: String, _ whole: SchemaParts) -> String? {
        guard name.hasSuffix("]"), let bracket = name.firstIndex(of: "["), whole.properties[name] == nil else {
            return nil
        }
        let member = String(name[..<bracket])
        return media.encodings[member]?.style == .deepObject ? member : nil
    }

    private func deepValue(of name: String, _ schemas: [DocumentPlace]) -> JSONOutput {
        var members: [(String, String)] = []
        for field in names where field.hasPrefix(name + "[") && field.hasSuffix("]") {
            guard let part = fields[field]?.first else { continue }
            members.append((String(field.dropFirst(name.count + 1).dropLast()), text(of: part)))
        }
        return texts.choice(of: WrittenValue.objects(members, schemas, documents), schemas) ?? .object([])
    }

    // MARK: What stands beside the values

    /// Parts of a multipart form: their media type and their headers.
    private mutating func checkParts(_ name: String, into report: inout ContractReport) {
        guard isMultipart, let encoding = media.encodings[name] else { return }
        for part in fields[name] ?? [] {
            if let documented = encoding.contentType {
                let written = part.headers.last("Content-Type")?.value ?? "text/plain"
                let ranges = documented.split(separator: ",").map { $0.trimmingWhitespace() }
                if !ranges.contains(where: { MediaTypeChoice.fits(written, $0) }) {
                    isBroken = true
                    var broken = finding(at: part.start)
                    broken.verdict = .broken
                    broken.text =
                        "The part \(quoted(name)) is \(quoted(written)), and the description says \(listed(ranges, joiner: "or"))."
                    broken.source = findings.source(encoding.place)
                    report.add(broken)
                }
            }
            // Its Content-Type is said by the encoding itself.
            let headers = encoding.headers.filter { $0.name.lowercased() != "content-type" }
            guard !headers.isEmpty else { continue }
            var inner = ContractReport()
            HeaderCheck(findings: findings, owner: " of the part \(quoted(name))").run(
                headers, part.headers, into: &inner)
            for finding in inner.findings where finding.verdict != .kept {
                if finding.verdict == .broken { isBroken = true }
                report.add(finding)
            }
            for warning in inner.warnings { report.warn(warning) }
        }
    }

    /// Fields that no schema speaks of.
    private func warnOfUnknown(_ whole: SchemaParts, _ known: Set<String>, into report: inout ContractReport) {
        guard !whole.names.isEmpty, whole.additional.isEmpty, !whole.allowsOthers, !whole.isClosed, !whole.hasPatterns,
            whole.problem == nil
        else { return }
        warn(of: names.filter { known.contains($0) && whole.properties[$0] == nil }, among: whole.names, into: &report)
    }

    private func warn(of unknown: [String], among names: [String], into report: inout ContractReport) {
        for name in unknown.prefix(Self.mostUnknown) {
            let near = NameSuggestion.nearest(to: name, among: names).map { "; did you mean \(quoted($0))?" }
            var lines = lines
            var warning = Self.finding(at: fields[name]?.first?.start, media, findings, &lines)
            warning.text = "The field \(quoted(name)) is not documented\(near ?? ".")"
            report.warn(warning)
        }
    }

    /// Swagger 2: each field has a schema of its own.
    private mutating func checkFields(into report: inout ContractReport) {
        let check = ValueCheck(findings: findings)
        for field in media.fields {
            var finding = finding(at: fields[field.name]?.first?.range.lowerBound)
            finding.source = findings.source(field.place)
            guard let parts = fields[field.name], let first = parts.first else {
                guard field.isRequired else { continue }
                isBroken = true
                (finding.verdict, finding.text) = (.broken, "The required field \(quoted(field.name)) is missing.")
                report.add(finding)
                continue
            }
            guard let schema = field.schema else { continue }
            let types = check.types(of: schema)
            guard !types.contains("file") else { continue }
            let items = field.explodes ? parts.map(text) : self.items(first, field.style)
            var inner = ContractReport()
            check.run(
                WrittenValue.candidates(text(of: first), items: items, explodes: false, types: types), at: schema,
                finding, "The field \(quoted(field.name))", into: &inner)
            for finding in inner.findings where finding.verdict != .kept {
                if finding.verdict == .broken { isBroken = true }
                report.add(finding)
            }
            for warning in inner.warnings { report.warn(warning) }
        }
        let known = media.fields.map(\.name)
        warn(of: names.filter { !known.contains($0) }, among: known, into: &report)
    }

    private mutating func finding(at offset: Int?) -> ContractFinding {
        Self.finding(at: offset, media, findings, &lines)
    }

    private static func finding(
        at offset: Int?, _ media: MediaType, _ findings: SchemaFindings, _ lines: inout LinePlaces
    ) -> ContractFinding {
        var finding = ContractFinding(kind: .body, verdict: .broken, text: "", source: findings.source(media.place))
        if let offset {
            let place = lines.place(of: offset)
            finding.place = BodyPlace(offset: offset, line: place.line, column: place.column, path: "$")
        }
        return finding
    }
}
