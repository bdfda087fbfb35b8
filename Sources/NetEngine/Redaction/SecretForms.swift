/// The forms in which a secret may occur in URLs, header fields and bodies.
enum SecretForms {
    /// A shorter form cannot be distinguished from other text.
    static let shortest = 4
    /// Shorter lines of a secret of several lines are not searched for by themselves.
    private static let shortestLine = 8

    /// As it is, and as URLs, forms, JSON, XML and Basic fields write it.
    static func usual(of secret: String) -> Set<String> {
        let bytes = Array(secret.utf8)
        let encoded = percentEncoded(bytes, digits: "0123456789ABCDEF")
        return [
            secret, encoded, percentEncoded(bytes, digits: "0123456789abcdef"),
            encoded.replacing(bytes: "%20", with: "+"),
            URLEncoding.query(bytes), URLEncoding.userInfo(bytes), URLEncoding.asWritten(bytes),
            PercentEncoding.form(secret),
            JSONWriter.escaped(secret),
            MarkupEncoding.attribute(secret),
            JSONWriter.escaped(secret).replacing(bytes: "/", with: "\\/"), Base64.encode(bytes),
            String(decoding: URLEncoding.decode(bytes), as: UTF8.self),
        ]
    }

    /// All that are searched for where the caller named the secret: also in lower case as hosts are, encoded twice, in
    /// Base64 at any place of a longer text, in Latin-1, with only some of the escapes, and line by line.
    static func all(of secret: String) -> Set<[UInt8]> {
        var forms = Set<[UInt8]>()
        let lines = secret.split(whereSeparator: \.isNewline).map { $0.trimmingAllWhitespace() }
        let pieces = lines.count > 1 ? lines.filter { $0.utf8.count >= shortestLine } : []
        for piece in [secret, secret.trimmingAllWhitespace()] + pieces { addForms(of: piece, to: &forms) }
        // A text of several lines with the other kinds of line ends.
        if lines.count > 1 {
            for end in ["\n", "\r\n", "\r"] { addForms(of: lines.joined(separator: end), to: &forms) }
        }
        return forms.filter { $0.count >= shortest }
    }

    private static func addForms(of secret: String, to forms: inout Set<[UInt8]>) {
        let bytes = Array(secret.utf8)
        guard bytes.count >= shortest else { return }
        var texts = usual(of: secret)
        let encoded = PercentEncoding.component(secret)
        texts.formUnion([
            secret.lowercased(), URLEncoding.path(bytes), encoded.lowercased(),
            PercentEncoding.component(encoded), JSONWriter.escaped(JSONWriter.escaped(secret)),
        ])
        var ascii = JSONWriter(isASCIIOnly: true)
        ascii.string(secret)
        texts.insert(String(ascii.text.dropFirst().dropLast()))
        let ampersands = MarkupEncoding.text(secret)
        let angles = ampersands.replacing(bytes: ">", with: "&gt;")
        texts.formUnion([ampersands, angles])
        for (quote, apostrophe) in [("&quot;", "&apos;"), ("&quot;", "&#39;"), ("&#34;", "&#39;"), ("&#34;", "&#x27;")]
        {
            texts.insert(angles.replacing(bytes: "\"", with: quote).replacing(bytes: "'", with: apostrophe))
        }
        for text in texts { forms.insert(Array(text.utf8)) }
        for text in inBase64(bytes) { forms.formUnion([text.usual, text.url]) }
        let scalars = secret.unicodeScalars
        if scalars.contains(where: { $0.value >= 0x80 }), scalars.allSatisfy({ $0.value <= 0xFF }) {
            forms.insert(scalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }
    }

    /// Base64 of a secret by itself and as a part of a longer text: in the usual alphabet, and what is another text in that for
    /// URLs, without padding.
    static func base64(of secret: String) -> (usual: Set<[UInt8]>, url: Set<[UInt8]>) {
        guard secret.utf8.count >= shortest else { return ([], []) }
        let parts = inBase64(Array(secret.utf8))
        func whole(_ form: RequestLogOptions.Secret.Form) -> [UInt8] { Array(form.text(of: secret).utf8) }
        let usual = Set(parts.map(\.usual) + [whole(.base64)]).filter { $0.count >= shortest }
        let url = Set(parts.map(\.url) + [whole(.base64URL)]).filter { $0.count >= shortest }
        return (usual, url.subtracting(usual))
    }

    /// The digits that the bytes alone decide, wherever they begin in a longer Base64 text, in both alphabets.
    private static func inBase64(_ bytes: [UInt8]) -> [(usual: [UInt8], url: [UInt8])] {
        (0..<3).map { before in
            let text = Array(Base64.encode([UInt8](repeating: 0, count: before) + bytes).utf8)
            let first = (before * 8 + 5) / 6
            let end = (before + bytes.count) * 8 / 6
            let digits = Array(text[first..<max(first, end)])
            let urlDigits = digits.map { digit in
                switch digit {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: digit
                }
            }
            return (digits, urlDigits)
        }
    }

    private static func percentEncoded(_ bytes: [UInt8], digits: String) -> String {
        let digits = Array(digits.utf8)
        var text: [UInt8] = []
        for byte in bytes {
            if URLEncoding.isUnreserved(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
