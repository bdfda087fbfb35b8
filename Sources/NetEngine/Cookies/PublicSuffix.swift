import CPublicSuffix

/// Whether a name belongs to a registry and not to somebody, so that no cookie may be set for all below it.
///
/// By the list of publicsuffix.org, its private part (`github.io`) included: the newer of the list that libpsl was built
/// with and the system's own. A name of one label that is on no list counts as a suffix, too.
enum PublicSuffix {
    /// Read when it is first needed, and never freed.
    // Safe to share: libpsl only reads a list once it is loaded, and every call below takes it as constant.
    nonisolated(unsafe) private static let list: OpaquePointer? = psl_latest(nil) ?? psl_builtin()

    /// - Parameter domain: lower case, ASCII (`xn--` where needed).
    static func contains(_ domain: String) -> Bool {
        let name = domain.hasSuffix(".") ? String(domain.dropLast()) : domain
        // Without any list all names count as suffixes: cookies then stay with the host that set them.
        return name.isEmpty || psl_is_public_suffix(list, name) != 0
    }
}
