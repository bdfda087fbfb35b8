import TerminalUI

extension ListSelection {
    /// Does what a command for moving asks for in a list of `count` rows. Other commands do nothing.
    mutating func perform(_ command: Command, count: Int, height: Int) {
        let height = max(1, height)
        switch command {
        case .moveUp: move(by: -1, count: count, height: height)
        case .moveDown: move(by: 1, count: count, height: height)
        case .pageUp: move(by: -max(1, height - 1), count: count, height: height)
        case .pageDown: move(by: max(1, height - 1), count: count, height: height)
        case .halfPageUp: move(by: -max(1, height / 2), count: count, height: height)
        case .halfPageDown: move(by: max(1, height / 2), count: count, height: height)
        case .top: select(0, count: count, height: height)
        case .bottom: select(count - 1, count: count, height: height)
        default: break
        }
    }
}
