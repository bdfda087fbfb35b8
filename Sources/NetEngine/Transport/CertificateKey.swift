/// The public key of a certificate, found in its DER bytes (RFC 5280 §4.1).
struct CertificateKey {
    /// The SubjectPublicKeyInfo, tag and length included: what a pin is the hash of (RFC 7469 §2.4).
    let info: [UInt8]

    /// nil if the bytes are not a certificate.
    init?(pem: String) {
        let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        guard let bytes = Base64Reader.decode(lines.joined().utf8) else { return nil }
        var file = DERReader(bytes[...])
        guard var certificate = file.enter(0x30), var body = certificate.enter(0x30) else { return nil }
        // Version 1 certificates omit the version.
        if body.next == 0xa0 { _ = body.skip() }
        // Serial number, signature, issuer, validity, subject.
        for _ in 0..<5 { guard body.skip() != nil else { return nil } }
        guard body.next == 0x30, let info = body.skip() else { return nil }
        self.info = Array(info)
    }

    var pin: PublicKeyPin { PublicKeyPin(hash: SHA256.hash(info)) }

    /// Of a key on one of the NIST curves, by the length of its uncompressed point; nil for other keys.
    var curveBits: Int? {
        var reader = DERReader(info[...])
        guard var content = reader.enter(0x30), content.skip() != nil, let key = content.skip() else { return nil }
        // Tag, length, number of unused bits, and the form of the point.
        switch key.count {
        case 2 + 1 + 1 + 64: return 256
        case 2 + 1 + 1 + 96: return 384
        case 3 + 1 + 1 + 132: return 521
        default: return nil
        }
    }
}

/// Iterates over the values of DER (X.690), as far as certificates need it.
struct DERReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The tag of the next value.
    var next: UInt8? { bytes.first }

    /// The next value, tag and length included.
    mutating func skip() -> ArraySlice<UInt8>? {
        guard let (_, end) = extent() else { return nil }
        defer { bytes = bytes[end...] }
        return bytes[bytes.startIndex..<end]
    }

    /// The inside of the next value, which must have that tag.
    mutating func enter(_ tag: UInt8) -> DERReader? {
        guard next == tag, let (start, end) = extent() else { return nil }
        defer { bytes = bytes[end...] }
        return DERReader(bytes[start..<end])
    }

    /// Where the content of the next value begins and ends.
    private func extent() -> (start: Int, end: Int)? {
        let first = bytes.startIndex
        guard bytes.count >= 2 else { return nil }
        var length = Int(bytes[first + 1])
        var start = first + 2
        if length >= 0x80 {
            let count = length & 0x7f
            guard (1...4).contains(count), bytes.count >= 2 + count else { return nil }
            length = bytes[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
            start += count
        }
        guard length <= bytes.endIndex - start else { return nil }
        return (start, start + length)
    }
}
