import NetEngine

/// The engine of the screen, `send` and `run`.
package enum ProgramEngine {
    /// - Parameter cache: nil if nothing is stored.
    package static func configuration(
        tokens: TokenBank, cache: (any CacheStore)?, limits: ConnectionLimits = ConnectionLimits(), threads: Int = 1
    ) -> EngineConfiguration {
        EngineConfiguration(
            userAgent: ProgramVersion.userAgent, interceptors: [ShorthandAuthentication(), TokenRenewal(tokens)],
            connectionLimits: limits, threads: threads, cache: cache, usesHeuristicFreshness: false,
            // What a user types as a condition is a question to the server, not to this cache.
            evaluatesConditions: false)
    }
}
