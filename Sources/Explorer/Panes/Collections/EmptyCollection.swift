import Base
import TerminalUI

/// What a collection without requests shows in place of its rows: what can be done now, with the keys.
enum EmptyCollection {
    static func lines(_ model: Model) -> [Line] {
        let keymap = model.settings.keymap
        func offer(_ command: Command, _ what: SafeText) -> Line {
            let key = keymap.label(command, in: .collections)
            let padded = key + String(repeating: " ", count: max(1, 3 - key.count))
            return [Span(SafeText(" \(padded)"), .key, .bold), Span(what, .text)]
        }
        return [
            [Span(" No requests here yet.", .dim)], [],
            offer(.addItem, "write one"), offer(.pasteRequest, "paste curl or URL"),
            offer(.importFiles, "import from other tools"),
            offer(.openSamples, "Open the samples"), offer(.openCollection, "Open collection"),
            offer(.showHelp, "all keys"),
        ]
    }
}
