// Texts, URLs, header fields and errors without secrets. What holds none is returned as it was.

extension Redactor {
    /// A sentence or another text, which may contain URLs.
    package func stored(text: String) -> String {
        if isOpen(text, Self.mayHoldAddress) { return text }
        let bytes = Array(text.utf8)
        return replaced(text, bytes, masks(ofAddressesIn: bytes, 0..<bytes.count))
    }

    /// Any text that is meant as a URL, correct or not.
    package func stored(url: String) -> String {
        // Without triplets and parts, a URL is a text like any other.
        if isOpen(url, { $0.contains { Self.isSpecialInAddress($0) } }) { return url }
        let bytes = Array(url.utf8)
        return replaced(url, bytes, masks(inAddress: bytes, 0..<bytes.count))
    }

    /// A name or a path: nothing is known of what it is about.
    package func stored(word: String) -> String { scrub(word) }

    /// Bytes of which nothing is known.
    package func stored(bytes: [UInt8]) -> [UInt8] { applied(bytes, []) ?? bytes }

    /// Whether it holds a secret that has a name.
    package func hasNamedSecret(in body: [UInt8]) -> Bool { body.withUnsafeBufferPointer { named.occur(in: $0) } }

    /// Whether a text stays as it is because it holds neither a secret value nor, by a quick look, anything else that is hidden.
    private func isOpen(_ text: String, _ mayHoldMore: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        var text = text
        return text.withUTF8 { !mayHoldMore($0) && masks(byValueIn: $0).isEmpty }
    }

    private static func isSpecialInAddress(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "@") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "%")
    }

    package func stored(_ url: HTTPURL) -> HTTPURL {
        let text = url.description
        guard stored(url: text) != text else { return url }
        let query = url.query.map { String(stored(url: "?" + $0).dropFirst()) }
        let login = url.userInfo.map { login -> String in
            let bytes = Array(login.utf8)
            return String(decoding: loginMark(bytes, 0..<bytes.count), as: UTF8.self)
        }
        return HTTPURL(
            scheme: url.scheme, userInfo: login, host: scrub(url.host), explicitPort: url.explicitPort,
            path: stored(url: url.path), query: query)
    }

    package func stored(_ field: HeaderField) -> HeaderField {
        let (name, value) = (field.nameBytes, field.valueBytes)
        let isSecret = field.isSecret || isMarked(field.nameBytes)
        if !isSecret, names?.kind(ofField: name) == .plain,
            value.withUnsafeBufferPointer({ !Self.mayHoldAddress($0) && masks(byValueIn: $0).isEmpty }),
            name.withUnsafeBufferPointer({ masks(byValueIn: $0).isEmpty })
        {
            return field
        }
        let newName = applied(name, [])
        let newValue = applied(value, masks(ofField: name, isSecret: isSecret, valueIn: value, 0..<value.count))
        guard newName != nil || newValue != nil else { return field }
        return HeaderField(
            nameBytes: newName ?? name, valueBytes: newValue ?? value, origin: field.origin, isSecret: field.isSecret)
    }

    package func stored(_ fields: HeaderFields) -> HeaderFields { HeaderFields(fields.fields.map { stored($0) }) }

    private func isMarked(_ name: [UInt8]) -> Bool {
        !markedFields.isEmpty
            && markedFields.contains(HeaderField(nameBytes: name, valueBytes: []).name.lowercased())
    }

    /// A request line or status line with the fields after it, as sent or received.
    package func stored(head: [UInt8]) -> [UInt8] {
        var masks: [Mask] = []
        var start = 0
        while start < head.count {
            var end = head[start...].firstIndex(of: UInt8(ascii: "\n")) ?? head.count
            let next = end + 1
            WorkMeter.count(end - start)
            if end > start, head[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            masks += start == 0 ? self.masks(ofFirstLineIn: head, 0..<end) : self.masks(ofLineIn: head, start..<end)
            start = next
        }
        return applied(head, masks) ?? head
    }

    private func masks(ofFirstLineIn head: [UInt8], _ line: Range<Int>) -> [Mask] {
        let words = head[line].split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count > 1, !words[0].starts(with: "HTTP/".utf8) else { return [] }
        return masks(inAddress: head, words[1].startIndex..<words[1].endIndex)
    }

    private func masks(ofLineIn head: [UInt8], _ line: Range<Int>) -> [Mask] {
        // The first byte of a name may be a colon: HTTP/2 writes `:path`.
        guard !line.isEmpty,
            let colon = head[(line.lowerBound + 1)..<line.upperBound].firstIndex(of: UInt8(ascii: ":"))
        else { return [] }
        let name = Array(head[line.lowerBound..<colon])
        let value = ListSyntax.trimmed(head[(colon + 1)..<line.upperBound])
        let range = value.startIndex..<value.endIndex
        if name == Array(":path".utf8) { return masks(inAddress: head, range) }
        return masks(ofField: name, isSecret: isMarked(name), valueIn: head, range)
    }

    /// - Parameter response: the last response of the exchange without its secrets, if there is one.
    package func stored(_ error: EngineError, response: Response? = nil) -> EngineError {
        var result = EngineError(
            category: error.category, phase: error.phase, sentence: stored(text: error.sentence),
            hint: stored(text: error.hint),
            underlying: error.underlying.map {
                UnderlyingCode(domain: $0.domain, code: $0.code, text: stored(text: $0.text))
            }, status: error.status, detail: error.detail.map { stored($0, response) },
            isConnectionLoss: error.isConnectionLoss)
        result.remedy = error.remedy
        return result
    }

    private func stored(_ detail: ErrorDetail, _ response: Response?) -> ErrorDetail {
        switch detail {
        case .decoding(let fault):
            .decoding(
                DecodingFault(
                    reason: stored(text: fault.reason),
                    codingPath: fault.codingPath.map { step in
                        if case .member(let name) = step { .member(scrub(name)) } else { step }
                    }, position: fault.position.map { $0.replacing(excerpt: stored(excerpt: $0.excerpt)) },
                    response: response ?? stored(fault.response)))
        case .api(let fault):
            .api(
                APIFault(
                    status: fault.status.map { scrub($0) }, message: fault.message.map { stored(text: $0) },
                    response: response ?? stored(fault.response)))
        }
    }

    /// A few bytes of a body, which say nothing of the names before them.
    private func stored(excerpt: String) -> String {
        var copy = excerpt
        let isDoubtful = copy.withUTF8 { names?.mayHoldSecretName($0) == true }
        return isDoubtful ? Redaction.mark : stored(text: excerpt)
    }

    // MARK: Parts

    /// The bytes with these masks and those of secrets by their value; nil without any.
    func applied(_ bytes: [UInt8], _ byName: [Mask]) -> [UInt8]? {
        let byValue = bytes.withUnsafeBufferPointer { masks(byValueIn: $0) }
        guard !byValue.isEmpty || !byName.isEmpty else { return nil }
        let all = byName.isEmpty ? byValue : Masks(byName + byValue.all)
        return all.isEmpty ? nil : all.applied(to: bytes)
    }

    private func replaced(_ text: String, _ bytes: [UInt8], _ byName: [Mask]) -> String {
        applied(bytes, byName).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}
