import TerminalUI

/// How the panes share a screen that has room for several.
package enum Arrangement: String, Sendable, Hashable, CaseIterable {
    /// On the right the pane with the focus has the room; the others keep their title and one line.
    case accordion
    /// Request above response above log.
    case classic
    /// Request beside response, above the log.
    case wide

    /// What a screen of that size is given, if the user has not chosen.
    ///
    /// - Parameter before: what it had at its last size: a screen that is enlarged and shrunk by a few columns keeps it.
    static func automatic(for size: Size, before: Arrangement?) -> Arrangement {
        let slack = 8
        switch before {
        case .accordion? where size.columns < narrow + slack: return .accordion
        case .wide? where size.columns >= broad - slack: return .wide
        default: return size.columns < narrow ? .accordion : size.columns < broad ? .classic : .wide
        }
    }

    /// From this width on, there is room for all panes.
    private static let narrow = 100
    /// From this width on, there is room for request and response beside each other.
    private static let broad = 160

    /// What a key changes it to; nil is by the size of the screen.
    static func next(after chosen: Arrangement?) -> Arrangement? {
        switch chosen {
        case nil: .accordion
        case .accordion?: .classic
        case .classic?: .wide
        case .wide?: nil
        }
    }

    var sentence: String {
        switch self {
        case .accordion: "Layout: accordion. The pane with the focus grows."
        case .classic: "Layout: classic. Request above response."
        case .wide: "Layout: wide. Request beside response."
        }
    }
}

/// What the user changed with keys or by dragging a border: the share of the screen that a pane has, in thousandths.
struct PaneSizes: Sendable, Hashable {
    private var shares: [Pane: Int] = [:]

    /// The cells of a pane, of so many; nil if the user did not change it.
    func cells(of pane: Pane, in total: Int) -> Int? { shares[pane].map { ($0 * total + 500) / 1000 } }

    mutating func set(_ pane: Pane, to cells: Int, of total: Int) {
        guard total > 0 else { return }
        shares[pane] = max(0, min(1000, (cells * 1000 + total / 2) / total))
    }

    var isEmpty: Bool { shares.isEmpty }
}
