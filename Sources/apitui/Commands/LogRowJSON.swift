import Base
import NetEngine
import NetEngineRequestLog

/// A row of the request log as an object for scripts; members that are not known are null.
enum LogRowJSON {
    static func document(_ row: LogRow) -> JSONOutput {
        .object([
            ("id", .number(Int(row.id))), ("state", .string("\(row.state)")),
            ("startedAt", .string(Formatting.iso8601(row.startedAt))), ("method", .string(row.method)),
            ("url", .string(row.url)), ("host", .string(row.host)), ("path", .string(row.path)),
            ("status", .optional(row.status)), ("category", .optional(row.category?.rawValue)),
            ("phase", .optional(row.phase?.rawValue)), ("networkTime", milliseconds(row.duration)),
            ("firstByte", milliseconds(row.firstByte)), ("requestBytes", .optional(row.requestBytes)),
            ("bodyBytes", .optional(row.responseBytes)), ("contentType", .optional(row.contentType)),
            ("cache", .optional(row.cache?.rawValue)), ("attempts", .number(row.attempts)),
            ("redirects", .number(row.redirects)), ("reused", .bool(row.isReused)),
            ("unverified", .bool(row.isUnverified)), ("truncated", .bool(row.isTruncated)),
            ("unlogged", .bool(row.isFactOnly)), ("name", .optional(row.name)), ("file", .optional(row.file)),
            ("line", .optional(row.line)), ("collection", .optional(row.collection)),
            ("environment", .optional(row.environment)), ("run", .optional(row.run)),
            ("source", .string(row.source.rawValue)), ("process", .string(row.process)), ("pid", .number(row.pid)),
            ("resendOf", .optional(row.resendOf.map { Int($0) })), ("tag", .optional(row.tag)),
            ("pinned", .bool(row.isPinned)), ("checksPassed", .optional(row.checksPassed)),
            ("checksFailed", .optional(row.checksFailed)), ("errorExpected", .bool(row.isErrorExpected)),
        ])
    }

    private static func milliseconds(_ duration: Duration?) -> JSONOutput {
        duration.map { .number(DurationText.milliseconds($0)) } ?? .null
    }
}
