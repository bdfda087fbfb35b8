/// FIPS 180-4.
package enum SHA256 {
    /// The digest, 32 bytes.
    package static func hash(_ message: [UInt8]) -> [UInt8] { HashFunction.sha256.hash(message) }

    /// That of a body, piece by piece.
    package static func hash(_ body: BodyBytes) -> [UInt8] {
        var stream = HashStream(HashFunction.sha256)
        body.forEachPiece { piece in stream.update(piece.bindMemory(to: UInt8.self)) }
        return stream.finish()
    }
}

/// FIPS 180-4.
package enum SHA512 {
    /// The digest, 64 bytes.
    package static func hash(_ message: [UInt8]) -> [UInt8] { HashFunction.sha512.hash(message) }

    /// SHA-512/256: a digest of 32 bytes with its own initial values (FIPS 180-4 §6.7).
    package static func hash256(_ message: [UInt8]) -> [UInt8] { HashFunction.sha512Half.hash(message) }
}

/// RFC 1321. Broken as a signature; here only because digest authentication asks for it.
package enum MD5 {
    /// The digest, 16 bytes; nil where the machine's libcrypto does not offer MD5.
    package static func hash(_ message: [UInt8]) -> [UInt8]? { HashFunction.md5?.hash(message) }

    package static var isAvailable: Bool { HashFunction.md5 != nil }
}
