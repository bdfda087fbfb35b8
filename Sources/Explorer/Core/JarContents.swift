import NetEngine

/// Which jar is meant: cookies are kept for a collection and an environment, while the program runs.
package struct CookieScope: Sendable, Hashable {
    /// The collection's root.
    var root: String
    /// nil: none chosen.
    var environment: String?
}

/// What a jar held when it was looked into last.
package struct JarContents: Sendable, Equatable {
    var scope: CookieScope
    /// In the order they were first set.
    var cookies: [Cookie]
    /// Another number after each look, which spares comparing the cookies.
    var version: Int

    package static func == (a: JarContents, b: JarContents) -> Bool { a.version == b.version && a.scope == b.scope }
}
