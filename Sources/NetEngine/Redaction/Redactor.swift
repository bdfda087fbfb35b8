/// Applies a `Redaction` to one exchange: learns its secrets first, then hides them everywhere.
package struct Redactor: Sendable {
    let redaction: Redaction
    private(set) var learned: Set<String> = []
    /// The forms in which the secrets may appear.
    private var needles = Needles()
    /// Those of earlier exchanges.
    private let remembered: Needles
    /// Secrets that the caller named, each with its mark.
    var named = Needles()
    /// Shown instead of secrets: the first one for those that have no name.
    var marks = [Array(Redaction.mark.utf8)]
    /// Names of fields that were marked as secret, in lower case.
    var markedFields: Set<String> = []
    /// Whether the bodies that it learned from hold nothing that is hidden by its name, and no encoding in which a value could hide.
    var hasOnlyPlainBodies = true
    /// Of the values that are hidden by their names, those that are hidden elsewhere too; nil means as in a log.
    var shortestMember: Int?
    /// What it has in common with the other redactors of a stored log; nil for every other use.
    var names: NameRules?

    init(_ redaction: Redaction, remembering memory: SecretMemory = SecretMemory()) {
        self.redaction = redaction
        remembered = memory.needles
        for secret in redaction.secrets where !secret.isEmpty { learned.insert(secret) }
        refresh()
    }

    /// One of a stored log, which has learned nothing yet.
    init(_ rules: StoringRules) {
        redaction = rules.names.redactionOfParts
        remembered = Needles()
        named = rules.named
        marks = rules.marks
        names = rules.names
    }

    /// Learns all that an exchange holds.
    init(_ redaction: Redaction, learningFrom exchange: Exchange, remembering memory: SecretMemory = SecretMemory()) {
        self.init(redaction, remembering: memory)
        learn(url: exchange.draft.url)
        for field in exchange.draft.headers { learn(field) }
        if case .url(let proxy) = exchange.draft.options.proxy { learn(url: proxy) }
        learn(body: exchange.draft.body, type: ContentType(exchange.draft.headers["Content-Type"] ?? ""))
        for hop in exchange.hops {
            learn(url: hop.request.url.description)
            for field in hop.request.headers { learn(field) }
            for response in [hop.response, hop.validation].compactMap({ $0 }) {
                for field in response.headers.fields + response.trailers.fields {
                    learn(field)
                    if field.isNamed("Location") { learn(url: field.value) }
                }
                // Secrets of a larger body are not learned; the body itself is withheld.
                if response.content.count <= Self.maxReadBody {
                    learn(valuesIn: response.body, type: ContentType(of: response))
                }
            }
        }
        refresh()
    }

    mutating func learn(_ secret: String) {
        guard secret.utf8.count >= 4, secret != Redaction.mark else { return }
        learned.insert(secret)
    }

    mutating func refresh() {
        needles = Needles()
        guard !learned.isEmpty else { return }
        if let names {
            needles = names.needles(of: learned)
            return
        }
        let configured = Set(redaction.secrets)
        for secret in learned {
            for form in SecretForms.usual(of: secret)
            where form.utf8.count >= SecretForms.shortest || configured.contains(form) {
                needles.insert(form.utf8)
            }
        }
        needles.link()
    }

    /// Whether there is anything to search for.
    var searches: Bool { !needles.isEmpty || !remembered.isEmpty || !named.isEmpty }

    /// Where the text holds a secret that is known.
    func masks(byValueIn text: UnsafeBufferPointer<UInt8>) -> Masks {
        guard searches else { return Masks() }
        var hits: [Needles.Hit] = []
        named.appendHits(in: text, to: &hits)
        needles.appendHits(in: text, to: &hits)
        remembered.appendHits(in: text, to: &hits)
        return hits.isEmpty ? Masks() : Masks(hits, marks: marks)
    }

    /// The text without any secret that is known.
    package func scrub(_ text: String) -> String {
        guard searches else { return text }
        var copy = text
        return copy.withUTF8 { bytes in
            let masks = masks(byValueIn: bytes)
            return masks.isEmpty ? text : String(decoding: masks.applied(to: bytes), as: UTF8.self)
        }
    }

    // MARK: Header fields

    private mutating func learn(_ field: HeaderField) {
        guard field.isSecret || redaction.isSecret(field.name) else { return }
        let value = field.value
        learn(value)
        let lower = field.name.lowercased()
        if lower.contains("cookie") {
            let isSet = lower.hasPrefix("set-")
            for (index, pair) in value.split(separator: ";").enumerated() where !isSet || index == 0 {
                let equals = pair.firstIndex(of: "=")
                learn((equals.map { pair[pair.index(after: $0)...] } ?? pair).trimmingAllWhitespace())
            }
            return
        }
        guard lower.contains("authorization") else { return }
        let words = value.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count == 2 else { return }
        let rest = words[1].trimmingAllWhitespace()
        learn(rest)
        if words[0].lowercased() == "basic" { learn(userInfo: Self.base64Decoded(rest)) }
        for parameter in rest.split(separator: ",") {
            guard let equals = parameter.firstIndex(of: "=") else { continue }
            let name = parameter[..<equals].trimmingAllWhitespace().lowercased()
            let isSecret = !["algorithm", "qop", "nc", "realm", "uri", "stale", "charset", "signedheaders"].contains(
                name)
            if isSecret {
                learn(parameter[parameter.index(after: equals)...].filter { $0 != "\"" }.trimmingAllWhitespace())
            }
        }
    }

    static func base64Decoded(_ text: String) -> String {
        String(decoding: Base64.decodeBeginning(Array(text.utf8)), as: UTF8.self)
    }

    /// Name and value as they may be shown.
    func shown(_ field: HeaderField) -> LoggedField {
        var value = field.value
        if field.isSecret || redaction.isSecret(field.name) {
            value = Redaction.mark
        } else if ["location", "referer", "content-location", "origin"].contains(field.name.lowercased()) {
            value = shown(url: value)
        } else if field.isNamed("Link") {
            value = shown(links: value)
        }
        return LoggedField(name: scrub(field.name), value: scrub(value))
    }

    /// A `Link` field (RFC 8288 §3): each URL is in angle brackets, and parameters follow.
    private func shown(links: String) -> String {
        guard links.contains(bytes: "<") else { return shown(url: links) }
        var result = ""
        var rest = links[...]
        while let open = rest.firstIndex(of: "<") {
            let start = rest.index(after: open)
            let close = rest[start...].firstIndex(of: ">") ?? rest.endIndex
            result += shown(text: String(rest[..<start])) + withoutSecretParts(String(rest[start..<close]))
            rest = rest[close...]
        }
        return result + shown(text: String(rest))
    }

    // MARK: URLs

    private mutating func learn(userInfo: String) {
        learn(userInfo)
        for part in userInfo.split(whereSeparator: { ":/@".contains($0) }) {
            learn(String(part))
            learn(String(decoding: URLEncoding.decode(Array(part.utf8)), as: UTF8.self))
        }
        if let colon = userInfo.firstIndex(of: ":") { learn(String(userInfo[userInfo.index(after: colon)...])) }
    }

    private mutating func learn(url: String) {
        let parts = URLText(url)
        if let userInfo = parts.userInfo {
            learn(userInfo: String(userInfo))
            learn(userInfo: String(decoding: URLEncoding.decode(Array(userInfo.utf8)), as: UTF8.self))
        }
        for item in parts.queryItems where redaction.isSecretInQuery(item.name) {
            learn(String(item.value))
            learn(item.decodedValue)
        }
    }

    /// Any text that is meant as a URL, correct or not.
    package func shown(url: String) -> String { scrub(withoutSecretParts(url)) }

    /// The URL without its login and the values whose names say that they are secret.
    func withoutSecretParts(_ url: String) -> String {
        let bytes = Array(url.utf8)
        let masks = Masks(masks(byNameInURL: bytes, 0..<bytes.count))
        return masks.isEmpty ? url : String(decoding: masks.applied(to: bytes), as: UTF8.self)
    }

    /// The login of a URL, the values whose names say that they are secret, and a fragment that may hold one.
    func masks(byNameInURL bytes: [UInt8], _ range: Range<Int>) -> [Mask] {
        let parts = URLText(bytes, range)
        var masks: [Mask] = []
        if let login = parts.userInfoRange {
            // An empty login is shown as one too.
            masks.append(
                Mask(
                    range: login.lowerBound..<login.upperBound + 1, text: loginMark(bytes, login) + [UInt8(ascii: "@")])
            )
        }
        for item in parts.queryItems where item.hasValue && isSecretInQuery(item.name) {
            masks.append(Mask(range: item.valueRange, text: mark(for: bytes[item.valueRange])))
        }
        if parts.hasDoubtfulFragment {
            masks.append(Mask(range: parts.fragmentRange, text: [UInt8(ascii: "#")] + marks[0]))
        }
        return masks
    }

    // MARK: Bodies

    static let maxReadBody = 64 << 20

    /// The body of a response as it may be shown; one in a file is withheld.
    func shown(bodyOf response: Response, limit: Int) -> String? {
        guard let bytes = response.content.array else { return "[\(response.content.count) bytes]" }
        return shown(body: bytes, type: ContentType(of: response), limit: limit)
    }

    private mutating func learn(body: RequestBody, type: ContentType) {
        for bytes in Self.bytes(of: body) { learn(valuesIn: bytes, type: type) }
    }

    /// Those of a body whose names say that they are secret; of a multipart body, those of its parts.
    private mutating func learn(valuesIn bytes: [UInt8], type: ContentType) {
        guard type.isMultipart else {
            _ = text(of: bytes, type: type, learning: true)
            return
        }
        var finder = BodySecrets(redactor: knowingNames, bytes: bytes)
        finder.find(type, 0..<bytes.count, depth: Self.deepest)
        for value in finder.values { learn(value) }
    }

    /// The body as it may be shown, at most `limit` characters; nil if it is empty. JSON that cannot be read, parts of
    /// forms and bytes are withheld, because their content is unknown.
    func shown(body: [UInt8], type: ContentType, limit: Int) -> String? {
        guard !body.isEmpty else { return nil }
        var copy = self
        guard let text = copy.text(of: body, type: type, learning: false) else { return "[\(body.count) bytes]" }
        let scrubbed = scrub(text)
        return scrubbed.count > limit ? "\(scrubbed.prefix(limit))…" : scrubbed
    }

    /// The body without the values that its names mark as secret, and without any secret that is known. Bytes that are no
    /// text stay as they are.
    /// - Parameter type: the value of the `Content-Type` field.
    package func hidden(body: [UInt8], type: String?) -> [UInt8] {
        var copy = self
        let kind = ContentType(type ?? "")
        if !kind.isJSONLines, !kind.isStream, let text = copy.text(of: body, type: kind, learning: false) {
            return Array(scrub(text).utf8)
        }
        guard kind.isMultipart || String(validating: body, as: UTF8.self) != nil else { return body }
        return knowingNames.stored(body: body, type: type)
    }

    /// The same for a body in pieces, which is one text: a name may be in one piece and its value in the next one.
    package func hidden(pieces: [BodyPiece], type: String?) -> [BodyPiece] {
        guard case .pieces(let hidden) = knowingNames.stored(.pieces(pieces), type: type) else { return pieces }
        return hidden
    }

    private static let usualNames = NameRules(Redaction(), names: [], paths: [])

    /// One that looks into bodies of every type, as for a stored log.
    private var knowingNames: Redactor {
        var copy = self
        copy.names = names ?? Self.usualNames
        return copy
    }

    private mutating func text(of body: [UInt8], type: ContentType, learning: Bool) -> String? {
        guard !body.isEmpty, !type.isMultipart else { return nil }
        let looksLikeJSON = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(body.first { $0 > 32 } ?? 0)
        if type.isJSON || looksLikeJSON {
            guard let hidden = try? hiddenValues(json: body) else { return nil }
            var text = ""
            var end = 0
            for range in hidden {
                if learning { learn(json: Array(body[range])) }
                text += String(decoding: body[end..<range.lowerBound], as: UTF8.self) + "\"\(Redaction.mark)\""
                end = range.upperBound
            }
            return text + String(decoding: body[end...], as: UTF8.self)
        }
        guard type.isText || type.essence.isEmpty, !body.contains(0),
            let verdict = try? TextDetection.detect(body, type: type),
            let utf8 = try? verdict.utf8(body)
        else { return nil }
        if type.isXML || (type.essence.isEmpty && utf8.first { $0 > 32 } == UInt8(ascii: "<")) {
            guard let secrets = XMLSecrets(utf8, isSecret: redaction.isSecret) else {
                // Its content is unknown.
                return type.isXML ? nil : String(decoding: utf8, as: UTF8.self)
            }
            if learning { for value in secrets.values { learn(value[...].trimmingAllWhitespace()) } }
            var text: [UInt8] = []
            var end = 0
            for range in secrets.ranges {
                text += utf8[end..<range.lowerBound] + Redaction.mark.utf8
                end = range.upperBound
            }
            return String(decoding: text + utf8[end...], as: UTF8.self)
        }
        let text = String(decoding: utf8, as: UTF8.self)
        guard type.isForm else { return text }
        let items = URLText("?" + text).queryItems
        if learning {
            for item in items where redaction.isSecretInQuery(item.name) {
                learn(String(item.value))
                learn(item.decodedValue)
            }
        }
        return items.map { item in
            // The form stays what it is: `a&b=1` has no `=` after its first name.
            guard item.hasValue else { return item.rawName }
            return "\(item.rawName)=\(redaction.isSecretInQuery(item.name) ? Redaction.mark : item.value)"
        }.joined(separator: "&")
    }

    /// All texts and numbers within a hidden value.
    private mutating func learn(json: [UInt8]) {
        var cursor = JSONCursor(json)
        while let token = try? cursor.next(), token != .end {
            switch token {
            case .string: if let text = try? cursor.text(cursor.string) { learn(text) }
            case .number: learn(String(decoding: json[cursor.range], as: UTF8.self))
            default: break
            }
        }
    }

    /// The ranges of the values that are hidden, in order.
    /// - Throws: if the text is not JSON.
    private func hiddenValues(json: [UInt8]) throws(JSONSyntaxError) -> [Range<Int>] {
        var cursor = JSONCursor(json)
        var hidden: [Range<Int>] = []
        /// The way to the value that is read; its last step is the member or element read last.
        var path: [DecodingStep] = []
        while true {
            let token = try cursor.next()
            switch token {
            case .end: return hidden
            case .name:
                path[path.count - 1] = .member(try cursor.text(cursor.string))
                continue
            case .objectEnd, .arrayEnd:
                path.removeLast()
                continue
            default: break
            }
            if case .element(let index)? = path.last { path[path.count - 1] = .element(index + 1) }
            if !path.isEmpty, redaction.hides(path) {
                hidden.append(try cursor.value(token).range)
            } else if token == .objectStart {
                path.append(.member(""))
            } else if token == .arrayStart {
                path.append(.element(-1))
            } else if token == .string, cursor.string.hasEscapes {
                _ = try cursor.text(cursor.string)
            }
        }
    }
}
