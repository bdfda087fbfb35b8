import Base
import NetEngine

/// Text with references between two braces, as most tools write them.
enum TemplateText {
    /// The text with something else for some of its references.
    ///
    /// - Parameter change: gets what is between the braces, without spaces around it, and returns what is written instead of the
    ///   reference with its braces; nil leaves it as it is.
    static func replacing(_ text: String, _ change: (String) -> String?) -> String {
        guard text.contains(bytes: "{{") else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        countWork(bytes.count)
        while place < bytes.count {
            guard isPair(Byte.openBrace, at: place, in: bytes), !isPair(Byte.openBrace, at: place + 1, in: bytes) else {
                result.append(bytes[place])
                place += 1
                continue
            }
            guard let end = end(of: place, in: bytes) else {
                result += bytes[place...]
                break
            }
            let inner = String(decoding: bytes[(place + 2)..<end].trimmed, as: UTF8.self)
            result += change(inner).map { Array($0.utf8) } ?? Array(bytes[place..<(end + 2)])
            place = end + 2
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// What is between the braces of each reference, in order.
    static func references(in text: String) -> [String] {
        var found: [String] = []
        _ = replacing(text) { inner in
            found.append(inner)
            return nil
        }
        return found
    }

    private static func isPair(_ byte: UInt8, at place: Int, in bytes: [UInt8]) -> Bool {
        place + 1 < bytes.count && bytes[place] == byte && bytes[place + 1] == byte
    }

    private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
        var place = start + 2
        while place + 1 < bytes.count {
            if isPair(Byte.closeBrace, at: place, in: bytes) { return place }
            place += 1
        }
        return nil
    }
}
