import Base
import HTTPFormat
import NetEngine
import Workspace

/// Hides the secrets that are written out in a request: by the names of headers, members and query items. A value with a mark is
/// not hidden, since it is not there.
struct DraftRedaction {
    private let marks: TextMarks
    private let secrets: SentSecrets
    /// How many values were hidden.
    private(set) var count = 0

    init(_ item: ExportItem, _ privates: PrivateValues) {
        marks = item.marks
        // A mark must not be learned as a secret.
        var learned = item.draft
        learned.headers = HeaderFields(learned.headers.filter { !item.marks.occur(in: $0.valueBytes) })
        if item.marks.occur(in: learned.url) { learned.url = "http://localhost/" }
        if case .bytes(let bytes) = learned.body, item.marks.occur(in: bytes) { learned.body = .none }
        if case .url(let text) = learned.options.proxy, item.marks.occur(in: text) { learned.options.proxy = .none }
        secrets = SentSecrets(learned, [], [], privates)
    }

    mutating func hidden(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        if let (range, _) = ExportItem.userInfo(of: draft.url) {
            draft.url.removeSubrange(range)
            count += 1
            if !draft.headers.contains("Authorization") {
                draft.headers.append(HeaderField("Authorization", "Basic \(Redaction.mark)"))
            }
        }
        draft.url = hidden(url: draft.url)
        for index in draft.headers.fields.indices {
            let field = draft.headers.fields[index]
            let marks = marks
            let value = hiddenValue(of: field) { marks.occur(in: $0) }
            if value != field.valueBytes, !field.value.hasSuffix(Redaction.mark) { count += 1 }
            draft.headers.fields[index].valueBytes = value
        }
        if case .bytes(let bytes) = draft.body {
            draft.body = .bytes(hidden(body: bytes, type: draft.headers["Content-Type"]))
        }
        if case .url(let text) = draft.options.proxy, let (range, _) = ExportItem.userInfo(of: text),
            !marks.occur(in: String(text[range]))
        {
            var plain = text
            plain.removeSubrange(range)
            draft.options.proxy = .url(plain)
            count += 1
        }
        if draft.options.tls.clientCertificate?.password != nil {
            draft.options.tls.clientCertificate?.password = Redaction.mark
            count += 1
        }
        return draft
    }

    mutating func hidden(_ login: AuthorizationShorthand?) -> AuthorizationShorthand? {
        func word(_ text: String) -> String {
            if marks.occur(in: text) || text.isEmpty { return text }
            count += 1
            return Redaction.mark
        }
        switch login {
        case .digest(let user, let password): return .digest(user: user, password: word(password))
        case .aws(let credentials, let region, let service):
            return .aws(
                AWSCredentials(
                    accessKeyID: credentials.accessKeyID, secretAccessKey: word(credentials.secretAccessKey),
                    sessionToken: credentials.sessionToken.map { word($0) }), region: region, service: service)
        case nil: return nil
        }
    }

    /// A parameter as it is written. One that is sent was counted in the URL.
    func hidden(_ parameter: SavedRequest.Parameter) -> SavedRequest.Parameter {
        guard !parameter.value.contains(bytes: "{{") else { return parameter }
        let base = "http://localhost/?\(PercentEncoding.component(parameter.name))="
        let value = PercentEncoding.component(parameter.value)
        guard secrets.hidden(url: base + value) != base + value else { return parameter }
        var parameter = parameter
        parameter.value = Redaction.mark
        return parameter
    }

    /// A header that is switched off, and so is not in the draft.
    mutating func hidden(_ header: SavedRequest.Header) -> SavedRequest.Header {
        let field = HeaderField(header.name, header.value)
        let value = hiddenValue(of: field) { ByteSearch.contains(Array("{{".utf8), in: $0) }
        guard value != field.valueBytes else { return header }
        count += 1
        var header = header
        header.value = String(decoding: value, as: UTF8.self)
        return header
    }

    /// The masked value of a header. One with a variable stays, but of a `Cookie` field only that cookie: the others are
    /// written out.
    private func hiddenValue(of field: HeaderField, hasVariable: ([UInt8]) -> Bool) -> [UInt8] {
        guard hasVariable(field.valueBytes) else { return secrets.hiddenValue(of: field) }
        guard field.isNamed("Cookie") else { return field.valueBytes }
        let cookies = field.valueBytes.split(separator: Byte.semicolon, omittingEmptySubsequences: false).map { part in
            let cookie = HeaderField(nameBytes: field.nameBytes, valueBytes: Array(part))
            return hasVariable(cookie.valueBytes) ? cookie.valueBytes : secrets.hiddenValue(of: cookie)
        }
        return Array(cookies.joined(separator: [Byte.semicolon]))
    }

    /// The parts of a form whose names mean a secret.
    private mutating func hidden(form body: [UInt8], boundary: String) -> [UInt8] {
        let delimiter = Array("--\(boundary)".utf8)
        let gap = Array("\r\n\r\n".utf8)
        var output: [UInt8] = []
        var rest = body[...]
        while let start = rest.firstRange(of: delimiter) {
            output += hidden(part: rest[..<start.lowerBound], gap) + delimiter
            rest = rest[start.upperBound...]
        }
        return output + rest
    }

    private mutating func hidden(part: ArraySlice<UInt8>, _ gap: [UInt8]) -> [UInt8] {
        guard let end = part.firstRange(of: gap), !marks.occur(in: Array(part)) else { return Array(part) }
        let head = String(decoding: part[..<end.lowerBound], as: UTF8.self)
        let name = head.split(whereSeparator: \.isNewline).lazy.compactMap { MultipartName.ofField(in: $0) }.first
        guard let name, SecretName.isSecret(name) else { return Array(part) }
        count += 1
        return Array(part[..<end.upperBound]) + Array("\(Redaction.mark)\r\n".utf8)
    }

    /// Item by item, because a secret name with a mark is not hidden.
    private mutating func hidden(url: String) -> String {
        guard let question = url.firstIndex(of: "?") else { return url }
        let items = url[url.index(after: question)...].split(separator: "&", omittingEmptySubsequences: false)
        let base = "http://localhost/?"
        let shown = items.map { item -> String in
            if marks.occur(in: String(item)) || item.isEmpty { return String(item) }
            let hidden = secrets.hidden(url: base + item)
            guard hidden != base + item, hidden.hasPrefix(base) else { return String(item) }
            count += 1
            return String(hidden.dropFirst(base.count))
        }
        return url[...question] + shown.joined(separator: "&")
    }

    private mutating func hidden(body: [UInt8], type: String?) -> [UInt8] {
        let kind = ContentType(type ?? "")
        if kind.isMultipart, let boundary = kind.boundary, !boundary.isEmpty {
            return hidden(form: body, boundary: boundary)
        }
        guard marks.occur(in: body) else {
            let hidden = secrets.hidden(body: body, type: type)
            if hidden != body { count += max(1, Self.parts(hidden).count - Self.parts(body).count) }
            return hidden
        }
        // A mark outside of quotation marks would not be JSON.
        let numbers = TextMarks.numeric
        let numbered = marks.replacing(in: body, numbers.text)
        let hidden = secrets.hidden(body: numbered, type: type)
        return numbers.replacing(in: restored(numbered, hidden, numbers), marks.text)
    }

    private static func parts(_ bytes: [UInt8]) -> [[UInt8]] {
        let mark = Array(Redaction.mark.utf8)
        var parts: [[UInt8]] = [[]]
        var place = 0
        countWork(bytes.count)
        while place < bytes.count {
            if bytes[place] == mark[0], bytes[place...].starts(with: mark) {
                parts.append([])
                place += mark.count
            } else {
                parts[parts.count - 1].append(bytes[place])
                place += 1
            }
        }
        return parts
    }

    /// The hidden text with those values put back that are a mark in a string. If the two texts do not fit together, all stays hidden.
    private mutating func restored(_ original: [UInt8], _ hidden: [UInt8], _ marks: TextMarks) -> [UInt8] {
        let parts = Self.parts(hidden)
        guard parts.count > 1 else { return hidden }
        let mark = Array(Redaction.mark.utf8)
        guard original.starts(with: parts[0]) else { return giveUp(hidden, parts.count - 1) }
        var output = parts[0]
        var place = parts[0].count
        var found = 0
        for (index, part) in parts.enumerated().dropFirst() {
            let end: Int
            if index == parts.count - 1 {
                end = original.count - part.count
                guard end >= place, original[end...].elementsEqual(part) else {
                    return giveUp(hidden, parts.count - 1)
                }
            } else {
                guard !part.isEmpty, let range = original[place...].firstRange(of: part) else {
                    return giveUp(hidden, parts.count - 1)
                }
                end = range.lowerBound
            }
            countWork(end - place + part.count)
            let value = Array(original[place..<end])
            let isOneValue = !value.contains {
                $0 == Byte.quote || $0 == Byte.ampersand || $0 == Byte.lineFeed || $0 == Byte.lessThan
            }
            if isOneValue, marks.occur(in: value) {
                output += value
            } else {
                output += mark
                found += 1
            }
            output += part
            place = end + part.count
        }
        count += found
        return output
    }

    private mutating func giveUp(_ hidden: [UInt8], _ found: Int) -> [UInt8] {
        count += found
        return hidden
    }
}
