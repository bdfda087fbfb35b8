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
