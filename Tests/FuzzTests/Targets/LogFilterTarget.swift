import Base
import NetEngine
import RequestLog
import Settings

/// Filters of the log: an error is inside the text; what is understood is written, and read as the same condition.
enum LogFilterTarget {
    private static let now = Timestamp(microsecondsSince1970: 1_795_256_100_000_000)

    private static func read(_ text: String) throws(LogFilterError) -> LogFilter {
        try LogFilter(
            parsing: text, now: now, zone: 7200, saved: ["bad": "status:>=400"], pid: 4711)
    }

    static func fault(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = LogFilter.completions(for: text, cursor: text.utf8.count / 2, saved: ["bad"]) { _, _ in ["api.example.com"]
        }
        _ = SavedFilters(bytes)
        do throws(LogFilterError) {
            let condition = try read(text).condition
            let written = condition.text
            guard let again = try? read(written).condition else { return "\(written) cannot be read" }
            return again == condition ? nil : "\(written) is another condition"
        } catch {
            let isInside = 0 <= error.range.lowerBound && error.range.upperBound <= text.utf8.count
            return isInside && (error.sentence.hasSuffix(".") || error.sentence.hasSuffix("?"))
                ? nil : "\(error.range): \(error.sentence)"
        }
    }
}

/// The configuration file: any bytes give settings and sentences with places inside the file.
enum SettingsTarget {
    static func fault(_ bytes: [UInt8]) -> String? {
        // YAML ends lines at more characters: NEL, LS and PS.
        let marks = [[0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]].map { mark in
            bytes.indices.count { bytes[$0...].starts(with: mark) }
        }
        let lines = bytes.count { $0 == 10 || $0 == 13 } + marks.reduce(1, +)
        for problem in SettingsFile(bytes: bytes).problems {
            if problem.sentence.isEmpty { return "a problem without words" }
            if let place = problem.place, !(1...(lines + 1)).contains(place.line) {
                return "a problem at line \(place.line) of \(lines)"
            }
        }
        return nil
    }
}
