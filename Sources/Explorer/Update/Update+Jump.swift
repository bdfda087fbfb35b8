import TerminalUI

extension Model {
    /// Shows letters on what a click would choose on the screen as it is drawn now.
    mutating func jump() -> [Effect] {
        let places = RootView.draw(self).targets
        guard !places.isEmpty else {
            say("There is nothing to jump to.")
            return []
        }
        overlays.show(JumpOverlay(places))
        return []
    }
}
