/// A value as text, for comparison with a recorded one: each member with a value on a line of its own, in an order that is always the same.
public struct Printed {
    public private(set) var text = ""

    public init(_ value: Any) { write(value, label: "", depth: 0) }

    private mutating func line(_ depth: Int, _ label: String, _ text: String) {
        self.text +=
            String(repeating: "  ", count: depth) + label + (label.isEmpty || text.isEmpty ? "" : " ") + text + "\n"
    }

    /// Leaves out what says nothing: nil, false, and collections without elements.
    private mutating func write(_ value: Any, label: String, depth: Int) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            if let wrapped = mirror.children.first { write(wrapped.value, label: label, depth: depth) }
            return
        }
        if let simple = Self.simple(value) {
            if !simple.isEmpty { line(depth, label, simple) }
            return
        }
        switch mirror.displayStyle {
        case .enum: writeCase(value, mirror, label: label, depth: depth)
        case .set, .dictionary:
            let parts = mirror.children.map { Printed($0.value).text }.sorted()
            if !parts.isEmpty { line(depth, label, "") }
            for part in parts { writeLines(part, depth: depth + 1) }
        case .collection:
            if mirror.children.isEmpty { return }
            line(depth, label, "")
            for child in mirror.children { write(child.value, label: "-", depth: depth + 1) }
        default:
            line(depth, label, "")
            for child in mirror.children {
                write(child.value, label: child.label.map { "\($0):" } ?? "", depth: depth + 1)
            }
        }
    }

    private mutating func writeCase(_ value: Any, _ mirror: Mirror, label: String, depth: Int) {
        guard let payload = mirror.children.first else { return line(depth, label, "\(value)") }
        line(depth, label, ".\(payload.label ?? "")")
        if let simple = Self.simple(payload.value) {
            line(depth + 1, "", simple)
        } else {
            for child in Mirror(reflecting: payload.value).children {
                write(child.value, label: child.label.map { "\($0):" } ?? "", depth: depth + 1)
            }
        }
    }

    private mutating func writeLines(_ text: String, depth: Int) {
        for part in text.split(separator: "\n") { line(depth, "", String(part)) }
    }

    /// What fits a line; empty for what says nothing; nil for what has members.
    private static func simple(_ value: Any) -> String? {
        switch value {
        case let text as String: return quoted(text)
        case let text as Substring: return quoted(String(text))
        case let bytes as [UInt8]: return bytes.isEmpty ? "" : "bytes \(quoted(String(decoding: bytes, as: UTF8.self)))"
        case let isOn as Bool: return isOn ? "yes" : ""
        case let range as Range<Int>: return "\(range.lowerBound)..<\(range.upperBound)"
        case let length as Duration: return "\(length)"
        case let number as any BinaryInteger: return "\(number)"
        case let number as any BinaryFloatingPoint: return "\(number)"
        case let text as Unicode.Scalar: return quoted(String(text))
        case let text as Character: return quoted(String(text))
        default: return nil
        }
    }

    /// Control characters and invalid bytes as escapes: a recorded file is a text.
    public static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    public static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\t": "\\t"
            case "\\": "\\\\"
            case " "..."~": String(scalar)
            default:
                scalar.properties.isAlphabetic
                    ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }.joined()
    }
}
