import Base
import NetEngine
import TerminalUI
import Workspace

/// One line of input, parsed as a request.
struct BatchRequest: Sendable {
    /// The JSON text of the id, exactly as written.
    var id: [UInt8]
    var draft: RequestDraft
}

/// Why a line of input is not a request that can be sent.
struct BatchLineError: Error, Sendable, Hashable {
    /// As in `BatchRequest`; nil if none could be read.
    var id: [UInt8]?
    /// What is wrong, as a clause that names the member.
    var text: String
    /// What to do about it, as one sentence.
    var hint: String

    /// - Parameter line: counted from 1; the only way to find a line without an id.
    func error(line: Int) -> EngineError {
        EngineError(category: .requestBuild, sentence: "Line \(line): \(text).", hint: hint)
    }
}

/// The members of a request object.
enum BatchMember: Int, CaseIterable {
    case id, method, url, headers, body, bodyBase64
    // From here on: options.
    case cache, timeout, connectTimeout, followRedirects, maxRedirects, maxBodyBytes, insecure, caFile, proxy, retries
    case retryUnsafe

    /// The name in the JSON object.
    var name: String { "\(self)" }

    fileprivate static let names = allCases.map { (Array($0.name.utf8), $0) }
    fileprivate static let options = allCases.drop { $0 != .cache }
}

/// The options of the previous line. Lines are usually alike, and requests with identical options share what is derived
/// from them.
struct BatchOptionsMemo: Sendable {
    /// The members as written.
    fileprivate var key: [UInt8] = []
    fileprivate var options = RequestOptions()
}

/// Reads a line as a request. Pure: any bytes give either a request or an error, and the id if one can be read.
struct BatchRequestReader {
    private static let form = "Write one JSON object per line; 'apitui batch --help' shows its members."

    private var json: JSONCursor
    private let line: Range<Int>
    private var values = [JSONCursor.Value?](repeating: nil, count: BatchMember.allCases.count)
    /// The first error in a member.
    private var firstError: BatchLineError?
    /// Unknown members, as written; they are ignored.
    private(set) var unknownNames: [String] = []
    /// To pass to the reader of the next line.
    private(set) var memo: BatchOptionsMemo

    init(_ bytes: [UInt8], _ line: Range<Int>, memo: BatchOptionsMemo = BatchOptionsMemo()) {
        json = Self.cursor(bytes, line)
        self.line = line
        self.memo = memo
    }

    mutating func read() throws(BatchLineError) -> BatchRequest {
        do { try readMembers() } catch {
            throw BatchLineError(
                id: id, text: "this is not JSON: \(error.reason) (column \(error.offset - line.lowerBound + 1))",
                hint: Self.form)
        }
        if let column = Self.invalidUTF8(json.bytes, line) {
            throw BatchLineError(
                id: id, text: "this is not UTF-8 (column \(column + 1))",
                hint: "Write bodies of other bytes as bodyBase64.")
        }
        let id = self.id
        if id == nil { refuse(.id, value(.id) == nil ? "is missing" : "must be a string or a number") }
        let draft = self.draft()
        guard firstError == nil, let id else {
            throw BatchLineError(id: id, text: firstError?.text ?? "", hint: firstError?.hint ?? Self.form)
        }
        return BatchRequest(id: id, draft: draft)
    }

    /// The error for a line that was too long, of which only the beginning is known.
    mutating func readTooLong(limit: Int) -> BatchLineError {
        try? readMembers()
        return BatchLineError(
            id: id, text: "it is longer than \(limit / (1 << 20)) MiB",
            hint: "Send smaller bodies; a saved request can send a file of any size ('apitui send').")
    }

    // MARK: - Members

    /// The whole line is checked for UTF-8 at once, so that the id can be read of a line that is wrong elsewhere.
    private static func cursor(_ bytes: [UInt8], _ range: Range<Int>) -> JSONCursor {
        JSONCursor(
            bytes, range, options: JSONReader.Options(maxDepth: JSONReader.recursionDepth, checksUTF8: false))
    }

    private mutating func readMembers() throws(JSONSyntaxError) {
        let first = try json.next()
        guard first == .objectStart else {
            _ = try json.value(first)
            throw JSONSyntaxError(offset: line.lowerBound, reason: "an object is expected")
        }
        while let name = try json.nextName() {
            let value = try json.value()
            guard let member = member(name) else {
                if unknownNames.count < 8 { unknownNames.append(String(decoding: json.raw(name), as: UTF8.self)) }
                continue
            }
            if values[member.rawValue] != nil {
                refuse(member, "is given twice")
            } else {
                values[member.rawValue] = value
            }
        }
        _ = try json.next()
    }

    private func member(_ name: JSONCursor.Value) -> BatchMember? {
        if !name.hasEscapes {
            return json.bytes.withUnsafeBufferPointer { bytes in
                let text = UnsafeBufferPointer(rebasing: bytes[name.range.lowerBound + 1..<name.range.upperBound - 1])
                return BatchMember.names.first { $0.0.count == text.count && text.elementsEqual($0.0) }?.1
            }
        }
        let text = json.utf8(name)
        return BatchMember.names.first { $0.0 == text }?.1
    }

    private static func invalidUTF8(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span.extracting(line))
            return nil
        } catch { return error.byteOffsets.lowerBound }
    }

    /// The JSON text of the id, if it is a string or a number.
    private var id: [UInt8]? {
        guard let value = value(.id), value.kind == .string || value.kind == .number,
            Self.invalidUTF8(json.bytes, value.range) == nil
        else { return nil }
        return Array(json.raw(value))
    }

    /// The id as text.
    private var name: String? {
        guard id != nil, let value = value(.id) else { return nil }
        return value.kind == .string ? try? json.text(value) : json.written(value)
    }

    /// nil for a member that is absent or null.
    private func value(_ member: BatchMember) -> JSONCursor.Value? {
        values[member.rawValue].flatMap { $0.kind == .null ? nil : $0 }
    }

    private mutating func refuse(_ member: BatchMember, _ what: String, hint: String? = nil) {
        if firstError == nil { firstError = BatchLineError(text: "\(member.name) \(what)", hint: hint ?? Self.form) }
    }

    // MARK: - The draft

    private mutating func draft() -> RequestDraft {
        let url = text(.url, isRequired: true)
        var draft = RequestDraft(method: text(.method, isRequired: true) ?? "", url: url ?? "")
        if draft.method.isEmpty { refuse(.method, "must not be empty") }
        if let headers = value(.headers) { draft.headers = fields(headers) }
        draft.body = body()
        draft.options = options()
        draft.options.log = RequestLogOptions(name: name)
        return draft
    }

    private mutating func options() -> RequestOptions {
        let key = optionsAsWritten
        if key == memo.key { return memo.options }
        let hadError = firstError != nil
        let options = readOptions()
        if !hadError, firstError == nil {
            memo.key = key
            memo.options = options
        }
        return options
    }

    private var optionsAsWritten: [UInt8] {
        var text: [UInt8] = []
        for member in BatchMember.options {
            guard let value = value(member) else { continue }
            text.append(UInt8(member.rawValue))
            text += json.raw(value)
        }
        return text
    }

    private mutating func readOptions() -> RequestOptions {
        var options = RequestOptions()
        if let seconds = seconds(.timeout) { options.timeouts.total = seconds }
        if let seconds = seconds(.connectTimeout) { options.timeouts.limitConnecting(to: seconds) }
        if let follows = bool(.followRedirects) { options.followRedirects = follows }
        if let count = integer(.maxRedirects, 0...1000) { options.maxRedirects = count }
        if let count = integer(.maxBodyBytes, 0...(1 << 40)) { options.maxBodyBytes = count }
        if bool(.insecure) == true { options.verifiesTLS = false }
        if let file = text(.caFile) { options.caFile = file }
        if let mode = text(.cache) {
            if let mode = CacheMode(rawValue: mode) {
                options.cacheMode = mode
            } else {
                refuse(.cache, "must be one of \(CacheMode.allCases.map(\.rawValue).joined(separator: ", "))")
            }
        }
        if let proxy = text(.proxy) {
            if proxy.isEmpty { refuse(.proxy, "must be null, \"env\" or a URL") }
            options.proxy = proxy == "env" ? .environment : .url(proxy)
        }
        let retries = integer(.retries, 0...1000) ?? 0
        let isUnsafe = bool(.retryUnsafe) ?? false
        if retries > 0 { options.retry = .ofBatch(retries: retries, repeatsUnsafe: isUnsafe) }
        return options
    }

    private mutating func body() -> RequestBody {
        guard let base64 = value(.bodyBase64) else {
            guard let body = value(.body) else { return .none }
            guard body.kind == .string else {
                refuse(.body, "must be a string or null", hint: "Write a JSON body as a string that contains it.")
                return .none
            }
            guard let text = json.utf8(body) else {
                refuse(.body, "has half of a surrogate pair, which UTF-8 cannot express")
                return .none
            }
            return text.isEmpty ? .none : .bytes(text)
        }
        if value(.body) != nil { refuse(.bodyBase64, "and body are both given", hint: "Give one of them, or neither.") }
        guard base64.kind == .string else {
            refuse(.bodyBase64, "must be a string or null")
            return .none
        }
        guard let text = json.utf8(base64), let bytes = Base64.decode(text) else {
            refuse(.bodyBase64, "is not Base64", hint: "Use the alphabet with + and /, padded with = (RFC 4648 §4).")
            return .none
        }
        return bytes.isEmpty ? .none : .bytes(bytes)
    }

    private mutating func fields(_ value: JSONCursor.Value) -> HeaderFields {
        let wanted = "must be an array of [name, value] pairs of strings"
        var fields: [HeaderField] = []
        guard value.kind == .arrayStart else {
            refuse(.headers, wanted)
            return []
        }
        var list = Self.cursor(json.bytes, value.range)
        _ = try? list.next()
        // The grammar was checked when the whole value was read.
        while let pair = try? list.nextElement() {
            guard pair.kind == .arrayStart, let field = field(pair, index: fields.count) else {
                refuse(.headers, "\(wanted); [\(fields.count)] is not such a pair")
                return []
            }
            fields.append(field)
        }
        return HeaderFields(fields)
    }

    /// nil unless the value is a pair of strings. Reports a pair that cannot be sent.
    private mutating func field(_ value: JSONCursor.Value, index: Int) -> HeaderField? {
        var pair = Self.cursor(json.bytes, value.range)
        _ = try? pair.next()
        guard let name = try? pair.nextElement(), name.kind == .string,
            let content = try? pair.nextElement(), content.kind == .string, (try? pair.next()) == .arrayEnd
        else { return nil }
        guard let nameBytes = json.latin1(name), let valueBytes = json.latin1(content) else {
            let shown = json.utf8(name).map { String(decoding: $0.prefix(80), as: UTF8.self) } ?? "[\(index)]"
            refuse(
                .headers, "\"\(shown)\" has a character above U+00FF",
                hint: "A header is bytes: each character from U+0000 to U+00FF is one byte.")
            return HeaderField(nameBytes: [], valueBytes: [])
        }
        return HeaderField(nameBytes: nameBytes, valueBytes: valueBytes)
    }

    // MARK: - Single values

    private mutating func text(_ member: BatchMember, isRequired: Bool = false) -> String? {
        guard let value = value(member) else {
            if isRequired { refuse(member, "is missing") }
            return nil
        }
        guard value.kind == .string else {
            refuse(member, isRequired ? "must be a string" : "must be a string or null")
            return nil
        }
        guard let bytes = json.utf8(value) else {
            refuse(member, "has half of a surrogate pair, which UTF-8 cannot express")
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func bool(_ member: BatchMember) -> Bool? {
        guard let value = value(member) else { return nil }
        guard value.kind == .bool else {
            refuse(member, "must be true or false")
            return nil
        }
        return json.raw(value).first == UInt8(ascii: "t")
    }

    private mutating func integer(_ member: BatchMember, _ range: ClosedRange<Int>) -> Int? {
        guard let value = value(member) else { return nil }
        let wanted = "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard value.kind == .number else {
            refuse(member, wanted)
            return nil
        }
        let digits = String(decoding: json.raw(value), as: UTF8.self)
        // Some languages write 10 as 10.0 or 1e1.
        guard let number = Int(digits) ?? Double(digits).flatMap({ Int(exactly: $0) }), range.contains(number) else {
            refuse(member, "\(wanted)")
            return nil
        }
        return number
    }

    private mutating func seconds(_ member: BatchMember) -> Duration? {
        guard let value = value(member) else { return nil }
        let longest = 1e9
        guard value.kind == .number, let seconds = Double(String(decoding: json.raw(value), as: UTF8.self)),
            seconds > 0, seconds <= longest
        else {
            refuse(member, "must be a number of seconds above 0, at most 1000000000")
            return nil
        }
        return .nanoseconds(Int64((seconds * 1e9).rounded(.up)))
    }
}
