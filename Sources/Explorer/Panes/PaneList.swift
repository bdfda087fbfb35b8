extension Pane {
    var part: any PanePart.Type {
        switch self {
        case .collections: CollectionsPane.self
        case .request: RequestPane.self
        case .response: ResponsePane.self
        case .log: LogPane.self
        case .history: HistoryPane.self
        case .runs: RunsPane.self
        }
    }
}

extension Model {
    var focused: any PanePart.Type { window.focus.part }

    /// Whether keys go to a text field or area of a pane (overlays are asked first).
    var isTyping: Bool { focused.isTyping(self) }

    /// Whether keys go to text, in a pane or in an overlay.
    var isTextFocused: Bool { overlays.top?.isTyping ?? isTyping }
}
