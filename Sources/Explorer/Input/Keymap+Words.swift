extension Keymap {
    /// The key of a command in a pane, for a sentence; where it has none, that of the palette.
    func label(_ command: Command, in pane: Pane) -> String {
        let key = row(command, in: pane)?.keys.first ?? row(.showPalette, in: pane)?.keys.first
        return key?.label ?? "the palette"
    }
}
