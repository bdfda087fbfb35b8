import NetEngine

extension Exchange {
    /// When the response was there as a whole, or the error.
    package var endedAt: Timestamp {
        Timestamp(microsecondsSince1970: startedAt.microsecondsSince1970 + Int64(timings.total / .microseconds(1)))
    }
}
