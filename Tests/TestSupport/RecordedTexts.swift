/// Texts below each other, each after its name, with the next one left out where it is equal.
package struct AlikeTexts {
    package var text = ""
    private var last = ""

    package init() {}

    /// - Parameter onNewLine: the text begins below its name.
    package mutating func add(_ name: String, _ text: String, onNewLine: Bool = false) {
        self.text += "\(name): " + (text == last ? "the same\n" : (onNewLine ? "\n" : "") + text)
        last = text
    }
}

/// The texts in the order in which they first came, each with the names of all that have it.
package func groupedTexts(
    _ all: [(name: String, text: String)], between separator: String
) -> [(names: String, text: String)] {
    var groups: [(names: String, text: String)] = []
    for (name, text) in all {
        if let place = groups.firstIndex(where: { $0.text == text }) {
            groups[place].names += separator + name
        } else {
            groups.append((name, text))
        }
    }
    return groups
}

/// What is found at each place of a text; neighbouring places with the same result are one line.
package func placesText(_ bytes: [UInt8], _ found: (Int) -> String) -> String {
    var (text, last, first) = ("", "", 0)
    for offset in 0...bytes.count + 1 {
        let line = offset <= bytes.count ? found(offset) : ""
        guard line != last else { continue }
        let end = min(offset, bytes.count)
        if offset > 0 {
            text += "\(String(decoding: bytes[first..<end], as: UTF8.self).debugDescription) -> \(last)\n"
        }
        (last, first) = (line, end)
    }
    return text
}
