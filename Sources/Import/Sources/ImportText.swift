import Base

/// The text of a file that may be in another encoding.
package enum ImportText {
    /// The bytes as UTF-8 without a byte order mark. UTF-16 with its mark is converted.
    ///
    /// - Parameter name: of the file, for the error.
    package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try checked(Array(bytes[3...]), name) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            throw ImportError("\(name) is in UTF-32: save it in UTF-8.")
        }
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes, isLittle: true, name) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes, isLittle: false, name) }
        return try checked(bytes, name)
    }

    private static func utf16(_ bytes: [UInt8], isLittle: Bool, _ name: String) throws(ImportError) -> [UInt8] {
        guard bytes.count % 2 == 0 else {
            throw ImportError("\(name) is in UTF-16, and half of its last character is missing.")
        }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for place in stride(from: 2, to: bytes.count, by: 2) {
            let (low, high) = isLittle ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
            units.append(UInt16(high) << 8 | UInt16(low))
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw ImportError("\(name) is in UTF-16, and not valid: save it in UTF-8.")
        }
        return try checked(Array(text.utf8), name)
    }

    private static func checked(_ bytes: [UInt8], _ name: String) throws(ImportError) -> [UInt8] {
        guard let zero = bytes.firstIndex(of: 0) else {
            if bytes.contains(where: { $0 > Byte.space && $0 != 0x7F }) { return bytes }
            let isBlank = bytes.allSatisfy { LineText.isSpace($0) || $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
            throw ImportError(
                isBlank ? "\(name) is empty." : "\(name) is not text: it contains only control characters.")
        }
        let line = bytes[..<zero].count { $0 == Byte.lineFeed } + 1
        throw ImportError("This is not text: it has a byte with the value 0.", at: ImportPlace(file: name, line: line))
    }
}
