import NetEngine

/// Identifies a cookie jar: there is one for each collection and environment, while the program runs.
package struct CookieScope: Sendable, Hashable {
    /// The collection's root.
    var root: String
    /// nil if no environment is chosen.
    package var environment: String?

    package init(root: String, environment: String? = nil) {
        self.root = root
        self.environment = environment
    }
}

/// The content of a jar when it was last read.
package struct JarContents: Sendable, Equatable {
    package var scope: CookieScope
    /// In the order in which they were first set.
    package var cookies: [Cookie]
    /// Changes with each read, which saves comparing the cookies.
    var version: Int

    package init(scope: CookieScope, cookies: [Cookie], version: Int) {
        self.scope = scope
        self.cookies = cookies
        self.version = version
    }

    package static func == (a: JarContents, b: JarContents) -> Bool { a.version == b.version && a.scope == b.scope }
}
