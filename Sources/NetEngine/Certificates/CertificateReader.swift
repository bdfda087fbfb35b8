import CCrypto

/// Reads the facts of a certificate (RFC 5280 §4.1) with libcrypto, whose words they are.
enum CertificateReader {
    /// nil if the text holds no certificate.
    static func facts(pem: String) -> CertificateFacts? {
        let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        return Base64.decode(lines: lines.joined().utf8).flatMap { facts(der: $0) }
    }

    /// nil if the bytes are not a certificate.
    static func facts(der: [UInt8]) -> CertificateFacts? {
        let parsed = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var start = bytes.baseAddress
            return d2i_X509(nil, &start, bytes.count)
        }
        guard let certificate = parsed else { return nil }
        defer { X509_free(certificate) }
        var facts = CertificateFacts(
            subject: printed { ccrypto_print_name($0, X509_get_subject_name(certificate)) },
            issuer: printed { ccrypto_print_name($0, X509_get_issuer_name(certificate)) },
            notBefore: printed { ASN1_TIME_print($0, X509_get0_notBefore(certificate)) },
            notAfter: printed { ASN1_TIME_print($0, X509_get0_notAfter(certificate)) },
            serialNumber: serial(certificate),
            signatureAlgorithm: printed {
                i2a_ASN1_OBJECT($0, OBJ_nid2obj(X509_get_signature_nid(certificate)))
            })
        let place = X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1)
        if place >= 0 {
            facts.alternativeNames = printed {
                X509V3_EXT_print($0, X509_get_ext(certificate, place), 0, 0)
            }
        }
        addKey(of: certificate, to: &facts)
        return facts
    }

    private static func addKey(of certificate: OpaquePointer, to facts: inout CertificateFacts) {
        // What a pin is the hash of: the SubjectPublicKeyInfo, tag and length included (RFC 7469 §2.4).
        var info: UnsafeMutablePointer<UInt8>?
        let count = Int(i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &info))
        if let info, count > 0 {
            facts.publicKeyPin = PublicKeyPin(
                hash: SHA256.hash(Array(UnsafeBufferPointer(start: info, count: count))))
            ccrypto_free(info)
        }
        var algorithm: OpaquePointer?
        X509_PUBKEY_get0_param(&algorithm, nil, nil, nil, X509_get_X509_PUBKEY(certificate))
        let name = printed { i2a_ASN1_OBJECT($0, algorithm) }
        let known = ["rsaEncryption": "RSA", "id-ecPublicKey": "EC"][name] ?? name
        let bits = X509_get0_pubkey(certificate).map { EVP_PKEY_get_bits($0) } ?? 0
        facts.publicKey = bits > 0 ? "\(known) \(bits)" : known
    }

    private static func serial(_ certificate: OpaquePointer) -> String {
        guard let number = X509_get0_serialNumber(certificate), let bytes = ASN1_STRING_get0_data(number) else {
            return ""
        }
        let count = Int(ASN1_STRING_length(number))
        return Hexadecimal.text(Array(UnsafeBufferPointer(start: bytes, count: count)))
    }

    /// What libcrypto prints into a buffer; empty if it cannot.
    private static func printed(_ print: (OpaquePointer) -> Int32) -> String {
        guard let buffer = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(buffer) }
        guard print(buffer) > 0 else { return "" }
        var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(buffer))
        let count = BIO_read(buffer, &text, Int32(truncatingIfNeeded: text.count))
        return String(decoding: text.prefix(Int(max(0, count))), as: UTF8.self)
    }
}

/// The Certificate message of a handshake (RFC 8446 §4.4.2, RFC 5246 §7.4.2): what a server shows before anybody has checked it.
enum CertificateMessage {
    /// The type in the first byte of a handshake message.
    static let type: UInt8 = 11
    /// Chains are a few certificates long; a server that sends more is not worth the memory.
    private static let maxCertificates = 32

    /// The certificates in DER, leaf first; nil if the bytes are not such a message.
    static func certificates(in message: UnsafeRawBufferPointer) -> [[UInt8]]? {
        guard message.count > 7, message[0] == type, number(message, at: 1) == message.count - 4 else { return nil }
        // TLS 1.3 puts a context before the list, empty in what a server sends, and extensions after each certificate.
        let isTLS13 = message[4] == 0 && number(message, at: 5) == message.count - 8
        guard isTLS13 || number(message, at: 4) == message.count - 7 else { return nil }
        var place = isTLS13 ? 8 : 7
        var found: [[UInt8]] = []
        while place < message.count, found.count < maxCertificates {
            guard let length = number(message, at: place), length <= message.count - place - 3 else { return nil }
            found.append(Array(message[(place + 3)..<(place + 3 + length)]))
            place += 3 + length
            guard isTLS13 else { continue }
            guard place + 2 <= message.count else { return nil }
            place += 2 + Int(message[place]) << 8 + Int(message[place + 1])
        }
        return found
    }

    /// Three bytes, big-endian; nil if there are not that many.
    private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int? {
        guard place + 3 <= bytes.count else { return nil }
        return Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
    }
}
