@testable import TerminalUI

extension Color {
    /// A dash for the terminal's own colour, its number, or its hexadecimal digits.
    var word: String {
        switch self {
        case .standard: "-"
        case .indexed(let index): "\(index)"
        case .rgb(let red, let green, let blue): RGB(red, green, blue).hex
        }
    }
}
