import NetEngine

/// A JSON value to write. Members keep their order and numbers their digits, so the same value is always written as the
/// same bytes.
package indirect enum JSONOutput: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case null
    case bool(Bool)
    /// A number's digits exactly as they will be written, for example `19.90`.
    case number(String)
    case string(String)
    case array([JSONOutput])
    case object([(String, JSONOutput)])

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONOutput)...) { self = .object(elements) }

    package static func number(_ value: Int) -> JSONOutput { .number(String(value)) }

    /// The value as compact JSON: UTF-8, without whitespace.
    package var bytes: [UInt8] {
        var out = JSONWriter()
        write(to: &out)
        return out.bytes
    }

    /// `bytes` as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text as a string, or `null` if there is none.
    package static func optional(_ text: String?) -> JSONOutput { text.map { .string($0) } ?? .null }
    package static func optional(_ number: Int?) -> JSONOutput { number.map { .number($0) } ?? .null }

    package func write(to out: inout JSONWriter) {
        switch self {
        case .null: out.raw("null")
        case .bool(let value): out.bool(value)
        case .number(let digits): out.raw(Array(digits.utf8))
        case .string(let text): out.string(text)
        case .array(let values): out.array(values) { $1.write(to: &$0) }
        case .object(let members):
            out.object { out in
                for (name, value) in members {
                    out.key(name)
                    value.write(to: &out)
                }
            }
        }
    }
}

extension JSONOutput {
    /// A copy with `change` applied to every string, except inside members with these names at any depth.
    package func changingTexts(except kept: Set<String>, _ change: (String) -> String) -> JSONOutput {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(change(text))
        case .array(let values): .array(values.map { $0.changingTexts(except: kept, change) })
        case .object(let members):
            .object(members.map { ($0, kept.contains($0) ? $1 : $1.changingTexts(except: kept, change)) })
        }
    }
}
