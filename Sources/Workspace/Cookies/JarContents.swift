import NetEngine

/// Which jar is meant: cookies are kept for a collection and an environment, while the program runs.
package struct CookieScope: Sendable, Hashable {
    /// The collection's root.
    var root: String
    /// nil: none chosen.
    package var environment: String?

    package init(root: String, environment: String? = nil) {
        self.root = root
        self.environment = environment
    }
}

/// What a jar held when it was looked into last.
package struct JarContents: Sendable, Equatable {
    package var scope: CookieScope
    /// In the order they were first set.
    package var cookies: [Cookie]
    /// Another number after each look, which spares comparing the cookies.
    var version: Int

    package init(scope: CookieScope, cookies: [Cookie], version: Int) {
        self.scope = scope
        self.cookies = cookies
        self.version = version
    }

    package static func == (a: JarContents, b: JarContents) -> Bool { a.version == b.version && a.scope == b.scope }
}
