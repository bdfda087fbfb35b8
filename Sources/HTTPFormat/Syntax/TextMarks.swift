import Base
import NetEngine

/// Marks that take the place of values in a text until it is known how each is to be written.
///
/// A mark has lower-case letters and digits only, so it stays what it is in a URL, a header, JSON and a form. Its salt is chosen at
/// random: no text from outside can hold one.
package struct TextMarks: Sendable, Hashable {
    package enum Piece: Sendable, Hashable {
        case bytes([UInt8])
        /// The number of a mark.
        case mark(Int)
    }

    private static let digits = 5
    /// How many different marks there are.
    package static let most = 100_000

    private var prefix: [UInt8]

    /// - Parameter salt: tests give their own.
    package init(salt: UInt64 = UInt64.random(in: .min ... .max)) {
        let digits = String(salt, radix: 36)
        prefix = Array("v\(String(repeating: "0", count: max(0, 13 - digits.count)))\(digits)".utf8)
    }

    /// Marks that are numbers, for texts in which a value need not be in quotation marks.
    package static var numeric: TextMarks {
        var marks = TextMarks()
        let digits = String(UInt64.random(in: 0..<1_000_000_000_000))
        marks.prefix = Array("7\(String(repeating: "0", count: 12 - digits.count))\(digits)".utf8)
        return marks
    }

    /// - Parameter number: below `most`.
    package func text(_ number: Int) -> String {
        let digits = String(number)
        return String(decoding: prefix, as: UTF8.self)
            + String(repeating: "0", count: max(0, Self.digits - digits.count)) + digits
    }

    private var length: Int { prefix.count + Self.digits }

    package func occur(in bytes: [UInt8]) -> Bool { ByteSearch.contains(prefix, in: bytes) }
    package func occur(in text: String) -> Bool { occur(in: Array(text.utf8)) }

    /// The text between the marks, and the marks, in order; without empty texts.
    package func pieces(of bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var copied = 0
        var place = 0
        countWork(bytes.count)
        while place + length <= bytes.count {
            guard bytes[place] == prefix[0], bytes[place..<place + prefix.count].elementsEqual(prefix),
                let number = Int(
                    String(decoding: bytes[place + prefix.count..<place + length], as: UTF8.self))
            else {
                place += 1
                continue
            }
            if place > copied { pieces.append(.bytes(Array(bytes[copied..<place]))) }
            pieces.append(.mark(number))
            place += length
            copied = place
        }
        if copied < bytes.count { pieces.append(.bytes(Array(bytes[copied...]))) }
        return pieces
    }

    /// The bytes with something else for each mark.
    package func replacing(in bytes: [UInt8], _ text: (Int) -> String) -> [UInt8] {
        pieces(of: bytes).flatMap { piece in
            switch piece {
            case .bytes(let bytes): bytes
            case .mark(let number): Array(text(number).utf8)
            }
        }
    }

    package func replacing(in text: String, _ replacement: (Int) -> String) -> String {
        String(decoding: replacing(in: Array(text.utf8), replacement), as: UTF8.self)
    }

    /// The numbers of the marks in a text, in order.
    package func numbers(in bytes: [UInt8]) -> [Int] {
        pieces(of: bytes).compactMap { if case .mark(let number) = $0 { number } else { nil } }
    }
}
