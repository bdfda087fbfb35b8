import CCrypto

/// A hash function of libcrypto, fetched once.
struct HashFunction: @unchecked Sendable {
    // libcrypto counts references to it with atomic operations, and nothing changes it.
    let type: OpaquePointer

    /// In a separate library context: a configuration file of the machine can switch functions off in the default one, and what
    /// names cache entries and downloads must always work.
    static let sha256 = known("SHA2-256")
    static let sha512 = known("SHA2-512")
    static let sha512Half = known("SHA2-512/256")
    /// nil where the machine forbids it, for example in FIPS mode. Therefore from the default context.
    static let md5 = EVP_MD_fetch(nil, "MD5", nil).map { HashFunction(type: $0) }

    /// libcrypto guards it with locks.
    fileprivate nonisolated(unsafe) static let context = OSSL_LIB_CTX_new()

    private static func known(_ name: String) -> HashFunction {
        guard let type = EVP_MD_fetch(context, name, nil) else { preconditionFailure("libcrypto has no \(name)") }
        return HashFunction(type: type)
    }

    func hash(_ message: [UInt8]) -> [UInt8] {
        var stream = HashStream(self)
        message.withUnsafeBufferPointer { stream.update($0) }
        return stream.finish()
    }
}

/// A hash computed piece by piece.
struct HashStream: ~Copyable {
    private let context: OpaquePointer
    private let size: Int

    init(_ function: HashFunction) {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, function.type, nil) == 1 else {
            preconditionFailure("libcrypto found no memory for a hash")
        }
        self.context = context
        size = Int(EVP_MD_get_size(function.type))
    }

    deinit { EVP_MD_CTX_free(context) }

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        _ = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { update($0) } }

    /// The digest; nothing may be added after it.
    mutating func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1 ? size : 0
        }
    }
}

/// A keyed hash (RFC 2104) with SHA-256.
package enum HMACSHA256 {
    package static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let made = EVP_Q_mac(
                HashFunction.context, "HMAC", nil, "SHA2-256", nil, key, key.count, message, message.count,
                buffer.baseAddress, buffer.count, &count)
            precondition(made != nil, "libcrypto found no memory for a keyed hash")
        }
    }
}
