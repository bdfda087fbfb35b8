import NetEngine

extension RetryPolicy {
    /// What `# @retry` and a line of a batch ask for: a lost connection and these five statuses, nothing else. A wait that
    /// a server asks for is limited by the request's own timeout only.
    package static func afterLoss(retries: Int, repeatsUnsafe: Bool) -> RetryPolicy {
        RetryPolicy(
            maxRetries: retries, categories: [], retriesConnectionLoss: true, statuses: [429, 500, 502, 503, 504],
            retriesUnsafeMethods: repeatsUnsafe, maxRetryAfter: .seconds(Int64.max))
    }
}
