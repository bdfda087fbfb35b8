import Base
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import RequestLog

/// What each key takes, what may be typed next, which moments are meant and which filters are kept, as it was recorded (`Recorded`).
@Suite struct RecordedFilterTests {
    private static func said(_ text: String) -> String {
        do throws(LogFilterError) {
            let found = try filter(text)
            return "\(found.condition.text) | \(found.words)"
        } catch {
            let better = error.replacement.map { ", better \(Printed.quoted($0))" } ?? ""
            return "\(error.range.lowerBound)–\(error.range.upperBound) \(error.sentence)\(better)"
        }
    }

    @Test func `each key with each sign is read as it was recorded`() throws {
        let signs = [":", "=", "!=", ">", "<=", ":>=", "*=", "~", ":!"]
        let values = ["", "x", "5", "none", "any", "a*", "1..2", "5x", "/a.b/", "\"a b\",c"]
        try Recorded.expect(
            LogFilterKey.suggested.map { key in
                let lines = signs.flatMap { sign in
                    values.map { "\(sign)\($0)   \(Self.said("\(key.name)\(sign)\($0)"))" }
                }
                return (key.name, lines.joined(separator: "\n"))
            }, in: "log-filters/keys")
    }

    @Test func `each other name of a key is read as it was recorded`() throws {
        let names = LogFilterKey.allNames + ["header.Via", "req.header.", "res.header.A", "header.a b", "stat", "hsot"]
        let values = ["", ":", ":4", ":today", "=get", ":is", ">1s"]
        let flags = LogFilterFlag.allNames + ["process-12", "process-0", "process-x", "PENDING", "slo", "x"]
        try Recorded.expect(
            names.map { name in
                (name, values.map { "\($0)   \(Self.said(name + $0))" }.joined(separator: "\n"))
            } + [("is", flags.map { "\($0)   \(Self.said("is:\($0)"))" }.joined(separator: "\n"))],
            in: "log-filters/names")
    }

    @Test func `what may be typed next is what was recorded`() throws {
        let ends = [
            "", "s", "a ", "(", "-", "!", "not ", "-(re", "method:GET ", "status:4", "status:40", "status:404",
            "status>", "host:", "host:a", "host=", "host!=B", "host:\"", "host:\"b", "host:x,", "host:x,b", "host~a",
            "host*=a", "time:", "time>1", "ttfb:", "size:", "req.size:", "larger-than:", "since:", "since:t", "until:y",
            "before:", "started:", "scheme:", "scheme:http", "is:", "is:p", "-is:c", "saved:", "saved:s", "id:", "pid:",
            "header:", "header.A:", "has-header:", "body:", "cache:", "cache!=re", "phase:", "source:", "category:t",
            "category:", "method:", "tag:", "name:", "url:", "type:a", "env:", "x\"host:", "x\" host:", "x\\\" host:",
            "unknown:", "host:a) st", "STATUS:4", "Is:", "ho st", "path:\"a\\", "é:", "é st",
        ]
        func next(_ text: String, _ cursor: Int) -> String {
            let found = LogFilter.completions(for: text, cursor: cursor, saved: ["slow-posts", "mine"]) { text, _ in
                switch text {
                case .host: ["api.example.com", "b host", "B", "none", "/x"]
                case .method: ["GET", "POST", "M-SEARCH"]
                case .contentType: ["application/json", "audio/x y"]
                case .tag: ["any", "ä", "a\"b"]
                default: []
                }
            }
            return found.map {
                "\($0.range.lowerBound)–\($0.range.upperBound) \(Printed.quoted($0.text)) \($0.help)\($0.isSearchedByPart ? " (by part)" : "")"
            }.joined(separator: "\n")
        }
        try Recorded.expect(
            ends.map { ($0, next($0, $0.utf8.count)) }
                + [-1, 0, 3, 7, 8, 12, 99].map {
                    ("cursor \($0)", next("method:P host:a", $0))
                }, in: "log-filters/completions")
    }

    @Test func `each moment is the recorded one`() throws {
        let texts = [
            "now", "today", "Yesterday", "monday", "tue", "sat", "sun", "wednes", "10m", "2h", "7d", "90s", "1w", "5",
            "0s", "1.5h", "9999999d", "10:15", "10:15:30", "10:15:30.5", "10:15:30.123456", "10:15:30.1234567", "24:00",
            "23:59:60", "9:15", "10:5", "10:60", "02:30", "2026-11-20", "2026-11", "2026", "2026-13", "2026-02-29",
            "2024-02-29", "2026-11-31", "2026-1-2", "2026-11-20T10", "2026-11-20T10:15", "2026-11-20 10:15",
            "2026-11-20T10:15Z", "2026-11-20t10:15:01.25z", "2026-11-20T10:15+02:00", "2026-11-20T10:15-0530",
            "2026-11-20T10:15+02", "2026-11-20T10:15+25:00", "2026-11-20T10:15+", "2026-11-20T", "2026-11T10:15",
            "2025-03-30", "2025-03-30T02:30", "2025-10-26", "2025-10-26T02:30", "2025-10", "0000-01-01", "9999-12-31",
            "1969-12-31", "x", "", " ", "today ", "2026-11-20T10:15:30.Z",
        ]
        let berlin = LocalZoneTests.Place.berlin.zone
        let auckland = LocalZoneTests.Place.auckland.zone
        let zones: [(String, LocalZone)] = [
            ("UTC", 0), ("east", 7200), ("half", -12_600), ("Berlin", berlin), ("Auckland", auckland),
        ]
        // A Saturday, and the Sundays on which Berlin changes its clocks.
        let moments: [Int64] = [1_795_256_100, 1_743_300_000, 1_761_447_600]
        var parts: [(String, String)] = []
        for (name, zone) in zones {
            for moment in moments {
                let now = Timestamp(microsecondsSince1970: moment * 1_000_000 + 250_000)
                let lines = texts.map { text in
                    let found = LogMoment.read(text, now: now, zone: zone).map {
                        "\(LogMoment.written($0.lowerBound.microsecondsSince1970)) … \(LogMoment.written($0.upperBound.microsecondsSince1970))"
                    }
                    return "\(Printed.quoted(text)): \(found ?? "none")"
                }
                let clocks = [0, 1, 3600, 86_400, 400 * 86_400].map { (ago: Int64) in
                    let then = Timestamp(microsecondsSince1970: now.microsecondsSince1970 - ago * 1_000_000)
                    let short = zone.clock(then, showsMilliseconds: false)
                    return "\(ago) s ago: \(zone.dayAndClock(then, now: now)), \(zone.clock(then)), \(short)"
                }
                parts.append(("\(name) \(moment)", (lines + clocks).joined(separator: "\n")))
            }
        }
        try Recorded.expect(parts, in: "log-filters/moments")
    }

    @Test func `filters are kept in their file as it was recorded`() throws {
        let file = """
            # mine
            bad status:>=400
              spaced \t method:POST \t

            oops
            bad x
            !? y
            \u{20} # no
            a.b-c_D host:x # y
            loop saved:loop
            first saved:second
            second saved:bad
            """
        let long = String(repeating: "n", count: 40)
        let changes: [(String, String)] = [
            ("new", "method:GET"), ("bad", "status:500"), ("new", " "), ("new", ""), ("new", "a\nb"), ("a b", "x"),
            ("", "x"), ("é", "x"), (long, "x"), ("\(long)n", "x"), ("new", "status:x"), ("new", "saved:none"),
            ("new", "saved:bad"), ("new", "saved:loop"), ("bad", "saved:first"), ("new", "saved:new"),
            ("new", "saved:theirs"), ("new", "  method:GET \t "), ("new", "(a"),
        ]
        func text(_ saved: SavedFilters) -> String {
            let filters = saved.names.map { "\($0): \(Printed.quoted(saved.filters[$0] ?? ""))" }
            let problems = saved.problems.map { "line \($0.line): \($0.sentence)" }
            return (filters + problems).joined(separator: "\n") + "\n"
                + Printed.quoted(
                    String(decoding: saved.bytes, as: UTF8.self))
        }
        let start = SavedFilters(Array("\(file)\n".utf8))
        var parts = [("file", text(start)), ("empty", text(SavedFilters()))]
        for end in ["a x", "a x\n", "a x\n\n", "a x\r\n", "a", "\n", "a \u{0}"] {
            parts.append((Printed.quoted(end), text(SavedFilters(Array(end.utf8)))))
        }
        for (name, filter) in changes {
            var saved = start
            let why = saved.set(name, to: filter, beside: ["theirs": "host:y", "bad": "host:z"])
            parts.append(
                (
                    "\(name) is \(Printed.quoted(filter))",
                    (why ?? SavedFilters.savedSentence(name)) + (saved == start ? "" : "\n\(text(saved))")
                ))
        }
        for name in ["bad", "loop", "none", "oops", "#"] {
            var saved = start
            let why = saved.forget(name)
            parts.append(
                (
                    "forget \(name)",
                    (why ?? SavedFilters.forgottenSentence(name)) + (why == nil ? "\n\(text(saved))" : "")
                ))
        }
        try Recorded.expect(parts, in: "log-filters/saved")
    }
}
