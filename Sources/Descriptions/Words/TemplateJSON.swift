import Base

/// JSON for request files: a value or member a line, two spaces a level.
package enum TemplateJSON {
    /// - Parameter escapesBraces: writes two braces in a string as an escape: a request file would take them for a
    ///   variable.
    package static func lines(_ value: JSONOutput, escapesBraces: Bool = true) -> [String] {
        // Values come from `SampleMaker` or `DescriptionValue.output`, which end at 200 levels.
        let text = IndentedJSON.write(value)
        // Two braces one after the other are in strings only.
        return String(decoding: escapesBraces ? escaped(text) : text, as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    private static func escaped(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(Byte.openBrace), json.count > 2 else { return json }
        var result: [UInt8] = []
        for (index, byte) in json.enumerated() {
            let isPair = byte == Byte.openBrace && index + 1 < json.count && json[index + 1] == Byte.openBrace
            if isPair { result += "\\u007b".utf8 } else { result.append(byte) }
        }
        return result
    }
}
