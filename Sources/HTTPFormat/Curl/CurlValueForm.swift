import Base
import NetEngine

/// What curl takes as the value of an option that has no effect here: with another value it sends nothing.
enum CurlValueForm: Sendable {
    case number, redirects, seconds, size, offset, ports, rate, mode, tlsVersion

    /// By the name of the option, without its dashes.
    static let forms: [String: CurlValueForm] = [
        "max-redirs": .redirects, "keepalive-time": .number, "keepalive-cnt": .number, "speed-limit": .number,
        "speed-time": .number, "happy-eyeballs-timeout-ms": .number, "tftp-blksize": .number,
        "parallel-max": .number, "parallel-max-host": .number, "vlan-priority": .number, "retry-delay": .seconds,
        "retry-max-time": .seconds, "expect100-timeout": .seconds, "limit-rate": .size, "max-filesize": .size,
        "continue-at": .offset, "local-port": .ports, "rate": .rate, "create-file-mode": .mode,
        "tls-max": .tlsVersion,
    ]

    /// For a sentence: `takes …`.
    var text: String {
        switch self {
        case .number, .redirects: "a number"
        case .seconds: "a number of seconds"
        case .size: "a number of bytes such as 100K"
        case .offset: "a number of bytes or -"
        case .ports: "a port or a range of ports"
        case .rate: "a number of transfers such as 2/s"
        case .mode: "an octal mode up to 777"
        case .tlsVersion: "default or a version from 1.0 to 1.3"
        }
    }

    /// Whether curl takes the value. Where its versions differ, what any of them takes is taken.
    func allows(_ value: String) -> Bool {
        let bytes = value.utf8
        return switch self {
        case .number: Self.isWhole(bytes)
        case .redirects: Self.isWhole(bytes) || value == "-1"
        case .seconds: Self.isDecimal(bytes) || Double(value).map { $0 >= 0 } == true
        case .size:
            Self.isDecimal(bytes)
                || value.last.map { "bkmgtpBKMGTP".contains($0) } == true && Self.isDecimal(bytes.dropLast())
        case .offset: Self.isWhole(bytes) || value == "-"
        case .ports: Self.arePorts(value)
        case .rate: Self.isRate(bytes)
        case .mode: Int(value, radix: 8).map { (0...0o777).contains($0) } == true
        case .tlsVersion: ["default", "1.0", "1.1", "1.2", "1.3"].contains(value)
        }
    }

    private static func isWhole(_ text: some Collection<UInt8>) -> Bool {
        let digits = text.first == Byte.plus ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.allSatisfy(LineText.isDigit)
    }

    private static func isDecimal(_ text: some Collection<UInt8>) -> Bool {
        text.split(separator: Byte.dot, maxSplits: 1, omittingEmptySubsequences: false).allSatisfy { isWhole($0) }
    }

    /// `4000` or `4000-4100`, the lower one first.
    private static func arePorts(_ text: String) -> Bool {
        let words = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let ports = words.compactMap { Int($0.trimmingWhitespace()) }
        guard ports.count == words.count, let first = ports.first, let last = ports.last else { return false }
        return first >= 0 && first <= last && last <= 65_535
    }

    /// `2`, `2/s`, `2/hour` or `2/30m`.
    private static func isRate(_ text: some Collection<UInt8>) -> Bool {
        let parts = text.split(separator: Byte.slash, maxSplits: 1, omittingEmptySubsequences: false)
        guard let count = parts.first, isWhole(count) else { return false }
        guard parts.count == 2, let unit = parts.last else { return true }
        let number = unit.prefix { LineText.isDigit($0) }
        return unit.dropFirst(number.count).first.map { "smhd".utf8.contains($0) } == true
    }
}
