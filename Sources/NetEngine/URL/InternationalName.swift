import CIDN

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Host names beyond ASCII (UTS 46), by the IDN library that libcurl carries.
enum InternationalName {
    /// The `xn--` form, or nil if the name has none or libcurl was built without IDN.
    static func ascii(_ name: String) -> String? {
        guard let text = cidn_ascii(name) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
