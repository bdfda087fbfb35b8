/// The six places of the screen that can have the focus.
enum Pane: Int, Sendable, Hashable, CaseIterable {
    case collections = 1
    case request, response, log, history, runs

    /// Its name in the configuration file.
    var id: String {
        switch self {
        case .collections: "collections"
        case .request: "request"
        case .response: "response"
        case .log: "log"
        case .history: "history"
        case .runs: "runs"
        }
    }

    var title: String {
        switch self {
        case .collections: "Collections"
        case .request: "Request"
        case .response: "Response"
        case .log: "Log"
        case .history: "History"
        case .runs: "Runs"
        }
    }

    /// If the title does not fit.
    var shortTitle: String {
        switch self {
        case .collections: "Coll"
        case .request: "Req"
        case .response: "Resp"
        case .log: "Log"
        case .history: "Hist"
        case .runs: "Runs"
        }
    }

    /// The pane after this one, round the screen.
    var next: Pane { Pane(rawValue: rawValue % Pane.allCases.count + 1) ?? .collections }
    var previous: Pane { Pane(rawValue: (rawValue + Pane.allCases.count - 2) % Pane.allCases.count + 1) ?? .runs }
}
