#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// Bodies without secrets. A body that holds none is the same array as before, which costs one search and no copy.

extension Redactor {
    /// Deeper parts of multipart bodies are searched for secrets by their values only.
    static let deepest = 4

    /// The body of a request. Of one that holds a secret without a name, and of files, nothing is shown.
    package func stored(_ body: RequestBody, type: String?, isSecret: Bool = false) -> RequestBody {
        let isSecret = isSecret && !Self.bytes(of: body).contains { $0.withUnsafeBufferPointer(named.occur) }
        switch body {
        case .bytes(let bytes):
            return .bytes(isSecret ? marks[0] : stored(body: bytes, type: type))
        case .file(let path): return .file(path: scrub(path))
        case .pieces(let pieces):
            return isSecret ? .bytes(marks[0]) : .pieces(stored(pieces, type: type))
        case .none, .stream: return body
        }
    }

    /// The bytes between files belong together: a name may be in one piece and its value in the next one.
    private func stored(_ pieces: [BodyPiece], type: String?) -> [BodyPiece] {
        let all = Self.bytes(of: .pieces(pieces)).first ?? []
        let masks = masks(inBody: all, contentType(type), isCut: false).all
        var next = 0
        var start = 0
        return pieces.map { piece in
            guard case .bytes(let bytes) = piece else {
                if case .file(let path) = piece { return .file(path: scrub(path)) }
                return piece
            }
            let end = start + bytes.count
            var own: [Mask] = []
            while next < masks.count, masks[next].range.lowerBound < end {
                let range = masks[next].range
                // The part of a range before this piece has the mark.
                let text = range.lowerBound < start ? [] : masks[next].text
                own.append(
                    Mask(range: max(range.lowerBound, start) - start..<min(range.upperBound, end) - start, text: text))
                if range.upperBound > end { break }
                next += 1
            }
            start = end
            return .bytes(Masks(own).applied(to: bytes))
        }
    }

    /// The body of a response, in memory or in a file; empty if it is too long to be searched.
    /// - Parameters:
    ///   - type: the value of the `Content-Type` field.
    ///   - isCut: whether the end is missing, which may have been within a secret.
    package func stored(content: BodyBytes, type: String?, isCut: Bool = false) -> BodyBytes {
        guard content.array != nil || content.count <= Self.maxReadBody else { return BodyBytes() }
        let bytes = content.array ?? content.bytes(in: 0..<content.count)
        let masks = masks(inBody: bytes, contentType(type), isCut: isCut)
        return masks.isEmpty ? content : BodyBytes(masks.applied(to: bytes))
    }

    /// The body, byte for byte if it holds no secret.
    package func stored(body: [UInt8], type: String?, isCut: Bool = false) -> [UInt8] {
        masks(inBody: body, contentType(type), isCut: isCut).applied(to: body)
    }

    /// Whether every body that it learned from, and every beginning of one, is stored as it is.
    package var hidesNothingInBodies: Bool { hasOnlyPlainBodies && !searches }

    /// Learns the values whose names say that they are secret.
    mutating func learn(body: [UInt8], type: ContentType) {
        var finder = BodySecrets(redactor: self, bytes: body)
        finder.find(type, 0..<body.count, depth: Self.deepest)
        for value in finder.values { learn(member: value) }
        // A NUL is of a wide encoding, in which no name was looked for.
        hasOnlyPlainBodies = hasOnlyPlainBodies && finder.isPlain && !Self.hasNUL(body)
    }

    /// At the speed of memory: it is asked of every body.
    private static func hasNUL(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
        }
    }

    // MARK: Masks

    func masks(inBody bytes: [UInt8], _ type: ContentType, isCut: Bool) -> Masks {
        guard !bytes.isEmpty else { return Masks() }
        if let wide = wideEncoding(bytes, type) { return masks(inWide: bytes, wide, type, isCut: isCut) }
        return masks(inText: bytes, type, isCut: isCut)
    }

    /// In UTF-8, or in bytes that are not text.
    private func masks(inText bytes: [UInt8], _ type: ContentType, isCut: Bool) -> Masks {
        var hits: [Needles.Hit] = []
        var byValue = bytes.withUnsafeBufferPointer { masks(byValueIn: $0) }
        if isCut, !named.isEmpty {
            // The first bytes of a secret whose rest is missing.
            let begun = bytes.withUnsafeBufferPointer { named.appendHits(in: $0, to: &hits) }
            if begun >= SecretForms.shortest {
                let start = bytes.count - begun
                byValue = Masks(byValue.all + [Mask(range: start..<bytes.count, text: marks[0])])
            }
        }
        var finder = BodySecrets(redactor: self, bytes: bytes)
        finder.byValue = byValue.all
        finder.isCut = isCut
        finder.find(type, 0..<bytes.count, depth: Self.deepest)
        return finder.masks.isEmpty ? byValue : Masks(finder.masks + byValue.all)
    }

    /// An encoding in which no byte string of UTF-8 could be found.
    private func wideEncoding(_ bytes: [UInt8], _ type: ContentType) -> (TextEncoding, Int)? {
        guard Self.hasNUL(bytes), !type.isBinary, !type.isMultipart,
            let verdict = try? TextDetection.named(in: bytes, type: type), WideText.encodings.contains(verdict.encoding)
        else { return nil }
        return (verdict.encoding, verdict.prefix)
    }

    private func masks(
        inWide bytes: [UInt8], _ encoding: (TextEncoding, prefix: Int), _ type: ContentType, isCut: Bool
    ) -> Masks {
        guard let text = try? encoding.0.utf8(bytes, from: encoding.prefix) else {
            return Masks([Mask(range: 0..<bytes.count, text: marks[0])])
        }
        // Not as a body again: with a NUL in it, its UTF-8 would be read as UTF-16, again and again.
        let masks = masks(inText: text, type, isCut: isCut)
        guard !masks.isEmpty else { return masks }
        let shown = String(decoding: masks.applied(to: text), as: UTF8.self)
        return Masks([Mask(range: encoding.prefix..<bytes.count, text: WideText.bytes(shown, encoding.0))])
    }
}

/// Text in UTF-16 and UTF-32.
private enum WideText {
    static let encodings: Set<TextEncoding> = [
        .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
    ]

    static func bytes(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
        switch encoding {
        case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        case .utf16LittleEndian: text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        default:
            text.unicodeScalars.flatMap { scalar -> [UInt8] in
                let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * $0)) }
                return encoding == .utf32LittleEndian ? bytes : bytes.reversed()
            }
        }
    }
}
