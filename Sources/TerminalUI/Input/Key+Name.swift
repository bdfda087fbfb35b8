extension Key {
    /// The key's name in help and footer: `Ctrl-A`, `Alt-B`, `Esc`, `PgUp`, `F5`, `Space`, or the character itself.
    package var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(" "): "Ctrl-Space"
        case .control(let character): "Ctrl-" + character.uppercased()
        case .alt("\u{7F}"): "Alt-Backspace"
        case .alt(" "): "Alt-Space"
        case .alt(let character): "Alt-" + String(character)
        case .wordLeft: "Ctrl-Left"
        case .wordRight: "Ctrl-Right"
        case .textStart: "Ctrl-Home"
        case .textEnd: "Ctrl-End"
        case .deleteWord: "Ctrl-Del"
        case .function(let number): "F\(number)"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        }
    }
}
