// A redactor for exchanges that are stored: secrets that have a name are replaced by it, so that a later send can fill them in
// again, and what holds no secret stays byte for byte.

extension Redactor {
    /// Shorter values of cookies and members are too likely to be a word of other text.
    private static let shortestWord = 8
    /// Longer values are hidden where their name is, but not searched for elsewhere.
    private static let longestWord = 4096
    private static let mostWords = 1000

    /// Learns all that an exchange holds.
    package init(_ redaction: Redaction = Redaction(), storing exchange: Exchange) {
        self = Redactors(redaction).redactor(for: exchange)
    }

    /// Learns what a request holds that has just begun.
    package init(_ redaction: Redaction = Redaction(), storing draft: RequestDraft) {
        self = Redactors(redaction).redactor(for: draft)
    }

    init(_ rules: StoringRules, storing exchange: Exchange, shortestMember: Int? = nil) {
        self.init(rules)
        self.shortestMember = shortestMember
        learn(exchange.draft)
        for hop in exchange.hops {
            learn(hop.request, draft: exchange.draft)
            for response in [hop.response, hop.validation].compactMap(\.self) { learn(response) }
        }
        refresh()
    }

    init(_ rules: StoringRules, storing draft: RequestDraft) {
        self.init(rules)
        learn(draft)
        refresh()
    }

    /// Knows what messages hold by the names of their fields and members, and no secret of a variable.
    init(_ rules: StoringRules, messages: [(headers: HeaderFields, body: [UInt8]?)]) {
        self.init(rules)
        for (headers, body) in messages {
            for field in headers { learn(stored: field) }
            guard let body, body.count <= Self.maxReadBody else { continue }
            learn(body: body, type: contentType(headers.last("Content-Type")?.value))
        }
        refresh()
    }

    // MARK: Learning

    private mutating func learn(_ draft: RequestDraft) {
        learn(address: draft.url)
        for field in draft.headers { learn(stored: field) }
        if case .url(let proxy) = draft.options.proxy { learn(address: proxy) }
        if let password = draft.options.tls.clientCertificate?.password { learn(word: password, from: 4) }
        guard !draft.options.bodyIsSecret else { return }
        for bytes in Self.bytes(of: draft.body) {
            learn(body: bytes, type: contentType(draft.headers["Content-Type"]))
        }
    }

    private mutating func learn(_ request: PreparedRequest, draft: RequestDraft) {
        if request.url.userInfo != nil || request.url.query != nil { learn(address: request.url.description) }
        for field in request.headers where field.origin != .engine { learn(stored: field) }
        if let password = request.proxy?.password { learn(word: password, from: 4) }
    }

    private mutating func learn(_ response: Response) {
        for field in response.headers { learn(stored: field) }
        for field in response.trailers { learn(stored: field) }
        guard response.content.count <= Self.maxReadBody else {
            hasOnlyPlainBodies = false
            return
        }
        learn(body: response.body, type: contentType(response.headers.last("Content-Type")?.value))
    }

    static func bytes(of body: RequestBody) -> [[UInt8]] {
        switch body {
        case .bytes(let bytes): [bytes]
        case .pieces(let pieces):
            [pieces.flatMap { piece -> [UInt8] in if case .bytes(let bytes) = piece { bytes } else { [] } }]
        case .none, .file, .stream: []
        }
    }

    private mutating func learn(stored field: HeaderField) {
        guard let names else { return }
        if field.isSecret { markedFields.insert(field.name.lowercased()) }
        let kind = names.kind(ofField: field.nameBytes)
        switch kind {
        case .plain:
            if field.isSecret { learn(word: field.value, from: 4) }
        case .address: learn(address: field.valueBytes)
        case .cookie, .setCookie:
            for range in Self.cookieValues(field.valueBytes, isSet: kind == .setCookie) {
                learn(word: String(decoding: field.valueBytes[range], as: UTF8.self), from: Self.shortestWord)
            }
        case .authorization: learn(credentials: field.value)
        case .secret: learn(word: field.value, from: 4)
        }
    }

    private mutating func learn(credentials value: String) {
        let rest = value.drop { $0 != " " }.trimmingAllWhitespace()
        guard !rest.isEmpty else { return learn(word: value, from: 4) }
        learn(word: rest, from: 4)
        if value.lowercased().hasPrefix("basic ") { learn(login: Self.base64Decoded(rest)) }
        for parameter in rest.split(separator: ",") {
            guard let equals = parameter.firstIndex(of: "=") else { continue }
            let name = parameter[..<equals].trimmingAllWhitespace().lowercased()
            guard !Self.openParameters.contains(name) else { continue }
            learn(
                word: parameter[parameter.index(after: equals)...].filter { $0 != "\"" }.trimmingAllWhitespace(),
                from: 4)
        }
    }

    private mutating func learn(login: String) {
        learn(word: login, from: 4)
        guard let colon = login.firstIndex(of: ":") else { return }
        learn(word: String(login[login.index(after: colon)...]), from: 4)
    }

    private mutating func learn(address: String) {
        if Self.mayHoldParts(address) { learn(address: Array(address.utf8)) }
    }

    private mutating func learn(address: [UInt8]) {
        guard Self.mayHoldParts(address[...]) else { return }
        let parts = URLText(address)
        if let login = parts.userInfoRange {
            learn(login: String(decoding: address[login], as: UTF8.self))
            learn(login: String(decoding: URLEncoding.decode(Array(address[login])), as: UTF8.self))
        }
        for item in parts.queryItems where isSecretInQuery(item.name) { learn(item) }
    }

    mutating func learn(_ item: URLText.Item) {
        let shortest = SecretNames.isVague(item.name) ? Self.shortestWord : 4
        learn(word: item.value, from: shortest)
        learn(word: item.decodedValue, from: shortest)
    }

    /// A value that was found by its name.
    mutating func learn(member value: String) { learn(word: value, from: shortestMember ?? Self.shortestWord) }

    private mutating func learn(word: String, from shortest: Int) {
        let count = word.utf8.count
        guard count >= shortest, count <= Self.longestWord, learned.count < Self.mostWords else { return }
        let bytes = Array(word.utf8)
        var hits: [Needles.Hit] = []
        _ = bytes.withUnsafeBufferPointer { named.appendHits(in: $0, to: &hits) }
        guard !hits.isEmpty else { return learn(word) }
        // Secrets with a name are shown by that name; what is between them may be secret too.
        var start = 0
        for end in Masks(hits, marks: marks).all.map(\.range) + [count..<count] {
            if end.lowerBound - start >= Self.shortestWord {
                learn(String(decoding: bytes[start..<end.lowerBound], as: UTF8.self))
            }
            start = end.upperBound
        }
    }

    // MARK: Names

    func isSecretInQuery(_ name: String) -> Bool {
        names?.isSecretInQuery(name) ?? redaction.isSecretInQuery(name)
    }

    func isSecretMember(_ name: String) -> Bool { names?.isSecret(name) ?? redaction.isSecret(name) }

    /// - Parameter value: of the `Content-Type` field.
    func contentType(_ value: String?) -> ContentType {
        names?.contentType(value ?? "") ?? ContentType(value ?? "")
    }

    // MARK: Marks

    /// Shown instead of a value that is hidden as a whole.
    func mark(for value: ArraySlice<UInt8>) -> [UInt8] {
        guard !named.isEmpty, !value.isEmpty else { return marks[0] }
        var hits: [Needles.Hit] = []
        _ = value.withUnsafeBufferPointer { named.appendHits(in: $0, to: &hits) }
        guard !hits.isEmpty else { return marks[0] }
        let masks = Masks(hits, marks: marks)
        guard names == nil else { return Self.mark(masks, value) }
        // Without names a mark says no more than that all of the value is private.
        return masks.all.count == 1 && masks.all[0].range.count == value.count ? masks.all[0].text : marks[0]
    }

    func mark(for value: String) -> String { String(decoding: mark(for: Array(value.utf8)[...]), as: UTF8.self) }

    /// The names of the secrets in a value, and a mark for what is beside them, which may be secret too. What is too short to be a
    /// secret stays: with the secrets of another day it gives the whole value again.
    private static func mark(_ masks: Masks, _ value: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = value
        for mask in masks.all + [Mask(range: value.count..<value.count, text: [])] {
            let between = rest.prefix(value.startIndex + mask.range.lowerBound - rest.startIndex)
            let isOpen =
                between.allSatisfy { [9, 10, 13, 32].contains($0) }
                || (between.count < SecretForms.shortest && between.allSatisfy(isPlain))
            result += isOpen ? Array(between) : Array(Redaction.mark.utf8)
            result += mask.text
            rest = value[(value.startIndex + mask.range.upperBound)...]
        }
        return result
    }

    /// Whether a byte means itself in URLs, JSON and XML.
    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~:".utf8.contains(byte)
    }

    // MARK: Logins

    /// Shown instead of `user:password`. Where secrets have names, who logs in stays readable.
    func loginMark(_ bytes: [UInt8], _ login: Range<Int>) -> [UInt8] {
        names == nil ? marks[0] : storedLogin(bytes[login])
    }

    /// The user's name is a token where the password is only a word that stands for none.
    private static let tokenPasswords: Set<String> = ["", "x", "X", "x-oauth-basic"]

    /// The user's name, which is not secret unless it is one of the secrets, and the password by its name.
    private func storedLogin(_ login: ArraySlice<UInt8>) -> [UInt8] {
        guard let colon = login.firstIndex(of: UInt8(ascii: ":")) else { return mark(for: login) }
        let (user, password) = (login[..<colon], login[(colon + 1)...])
        if !user.isEmpty, Self.tokenPasswords.contains(String(decoding: password, as: UTF8.self)) {
            return mark(for: user) + login[colon...]
        }
        guard password.count >= SecretForms.shortest, (1...64).contains(user.count),
            user.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "<") }),
            !isSecret(user.count..<user.count + 1, of: login)
        else { return mark(for: login) }
        return (applied(Array(user), []) ?? Array(user)) + [UInt8(ascii: ":")] + mark(for: password)
    }

    /// Whether one secret with a name covers these bytes, counted from the start of the value.
    private func isSecret(_ range: Range<Int>, of value: ArraySlice<UInt8>) -> Bool {
        var hits: [Needles.Hit] = []
        _ = value.withUnsafeBufferPointer { named.appendHits(in: $0, to: &hits) }
        return hits.contains { $0.start <= range.lowerBound && range.upperBound <= $0.end }
    }

    /// The login of a Basic field in the clear, as it is stored; nil if it is not one. From its Base64, in which user and password cannot
    /// be separated, a later send could not make it again.
    private func basicLogin(_ scheme: ArraySlice<UInt8>, _ encoded: ArraySlice<UInt8>) -> [UInt8]? {
        guard String(decoding: scheme, as: UTF8.self).lowercased() == "basic",
            !isSecret(0..<encoded.count, of: encoded), let login = Base64.decode(Array(encoded)),
            login.contains(UInt8(ascii: ":"))
        else { return nil }
        return storedLogin(login[...])
    }

    // MARK: Masks of parts

    /// Whether an address has a login, a query or a fragment.
    static func mayHoldParts(_ address: ArraySlice<UInt8>) -> Bool {
        address.withUnsafeBufferPointer { mayHoldParts($0) }
    }

    static func mayHoldParts(_ address: String) -> Bool {
        var address = address
        return address.withUTF8 { mayHoldParts($0) }
    }

    private static func mayHoldParts(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        address.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    }

    /// Whether there may be a URL in a text.
    static func mayHoldAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count > 3 else { return false }
        for place in 0..<text.count - 2
        where text[place] == UInt8(ascii: ":") && text[place + 1] == UInt8(ascii: "/")
            && text[place + 2] == UInt8(ascii: "/")
        {
            return true
        }
        return false
    }

    /// A URL that begins and ends with the range.
    func masks(inAddress bytes: [UInt8], _ range: Range<Int>) -> [Mask] {
        (Self.mayHoldParts(bytes[range]) ? masks(byNameInURL: bytes, range) : []) + masks(ofTripletsIn: bytes, range)
    }

    /// Any byte of a URL or a form can be written as a triplet: what is a secret only when decoded is found part by part.
    func masks(ofTripletsIn bytes: [UInt8], _ range: Range<Int>) -> [Mask] {
        var masks: [Mask] = []
        guard !named.isEmpty, bytes[range].contains(UInt8(ascii: "%")) else { return masks }
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex { Self.endsPart($0) } ?? range.upperBound
            WorkMeter.count(end - start)
            if bytes[start..<end].contains(UInt8(ascii: "%")) {
                let decoded = URLEncoding.decode(bytes[start..<end].map { $0 == UInt8(ascii: "+") ? 32 : $0 })
                var hits: [Needles.Hit] = []
                _ = decoded.withUnsafeBufferPointer { named.appendHits(in: $0, to: &hits) }
                if !hits.isEmpty, !isFound(bytes[start..<end]) {
                    let marks = Masks(hits, marks: marks).all.map(\.text).joined()
                    masks.append(Mask(range: start..<end, text: Array(marks)))
                }
            }
            start = end + 1
        }
        return masks
    }

    private func isFound(_ part: ArraySlice<UInt8>) -> Bool { part.withUnsafeBufferPointer { named.occur(in: $0) } }

    private static func endsPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "="),
            UInt8(ascii: ";"), UInt8(ascii: "@"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    /// URLs in a sentence or another text.
    func masks(ofAddressesIn bytes: [UInt8], _ range: Range<Int>) -> [Mask] {
        var masks: [Mask] = []
        var place = range.lowerBound
        while let colon = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: ":")) {
            WorkMeter.count(colon - place)
            place = colon + 1
            guard colon + 2 < range.upperBound, bytes[colon + 1] == UInt8(ascii: "/"),
                bytes[colon + 2] == UInt8(ascii: "/")
            else { continue }
            var start = colon
            while start > range.lowerBound, ASCII.isLetter(bytes[start - 1]) || ASCII.isDigit(bytes[start - 1]) {
                start -= 1
            }
            var end =
                bytes[place..<range.upperBound].firstIndex { $0 <= 32 || "\"<>".utf8.contains($0) } ?? range.upperBound
            place = end
            // The end of a clause and not of the URL.
            while end > colon + 3, ".,:;)'".utf8.contains(bytes[end - 1]) { end -= 1 }
            masks += self.masks(inAddress: bytes, start..<end)
        }
        return masks
    }

    /// The places of the values of cookies.
    static func cookieValues(_ bytes: [UInt8], isSet: Bool) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
            WorkMeter.count(end - start)
            let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
            let value = ListSyntax.trimmed(bytes[(equals.map { $0 + 1 } ?? start)..<end])
            if !value.isEmpty { ranges.append(value.startIndex..<value.endIndex) }
            if isSet { break }
            start = end + 1
        }
        return ranges
    }

    /// The value of a header field, which is a part of the bytes.
    func masks(ofField name: [UInt8], isSecret: Bool, valueIn bytes: [UInt8], _ range: Range<Int>) -> [Mask] {
        guard let names, !range.isEmpty else { return [] }
        let kind = names.kind(ofField: name)
        func whole(_ range: Range<Int>) -> [Mask] {
            range.isEmpty ? [] : [Mask(range: range, text: mark(for: bytes[range]))]
        }
        switch kind {
        case .cookie, .setCookie:
            return Self.cookieValues(Array(bytes[range]), isSet: kind == .setCookie).flatMap {
                whole($0.lowerBound + range.lowerBound..<$0.upperBound + range.lowerBound)
            }
        case .authorization:
            let space = bytes[range].firstIndex(of: 32) ?? range.lowerBound
            let rest = ListSyntax.trimmed(bytes[space..<range.upperBound])
            if let login = basicLogin(bytes[range.lowerBound..<space], rest) {
                return [Mask(range: rest.startIndex..<rest.endIndex, text: login)]
            }
            return whole(rest.startIndex..<rest.endIndex)
        case .secret: return whole(range)
        case .address: return masks(inAddress: bytes, range)
        case .plain:
            if isSecret { return whole(range) }
            return masks(ofAddressesIn: bytes, range)
        }
    }
}
