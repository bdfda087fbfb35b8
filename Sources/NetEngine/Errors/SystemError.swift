#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What an error number of the system means.
package enum SystemError {
    /// The system's own words: `Permission denied` for `EACCES`. Thread-safe.
    package static func text(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A clause for a sentence about a file: the system's own words, but `it is a folder` for `EISDIR` and `a part of the path is not
    /// a folder` for `ENOTDIR`.
    package static func clause(_ code: Int32) -> String {
        switch code {
        case EISDIR: "it is a folder"
        case ENOTDIR: "a part of the path is not a folder"
        default: text(code)
        }
    }
}

extension UnderlyingCode {
    /// An error number of the system with the system's own words.
    package init(errno code: Int32) {
        self.init(domain: .errno, code: Int(code), text: SystemError.text(code))
    }
}
