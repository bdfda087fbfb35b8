import NetEngine

extension RetryPolicy {
    /// What `# @retry` asks for: a lost connection and the statuses that are worth another try, nothing else. A wait that a server
    /// asks for is limited by the request's own timeout only.
    package static func afterLoss(retries: Int) -> RetryPolicy {
        RetryPolicy(
            maxRetries: retries, categories: [], retriesConnectionLoss: true, maxRetryAfter: .seconds(Int64.max))
    }

    /// The same for a line of a batch. Its statuses are part of the format that other programs write: 408 and 425 are not among them.
    package static func ofBatch(retries: Int, repeatsUnsafe: Bool) -> RetryPolicy {
        var policy = afterLoss(retries: retries)
        policy.statuses = [429, 500, 502, 503, 504]
        policy.retriesUnsafeMethods = repeatsUnsafe
        return policy
    }
}
