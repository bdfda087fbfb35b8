/// What holds for requests that say nothing else; nil leaves it to the engine.
package struct RequestDefaults: Sendable, Hashable {
    package var timeout: Duration?
    package var connectTimeout: Duration?
    /// In bytes.
    package var maxBody: Int?

    package init(timeout: Duration? = nil, connectTimeout: Duration? = nil, maxBody: Int? = nil) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.maxBody = maxBody
    }
}
