import Base
import HTTPFormat
import TerminalUI

/// A notice and the tab of the request pane that shows the line it is about.
struct PlacedNotice: Sendable, Hashable {
    var notice: Notice
    var tab: RequestTab

    /// - Parameter document: the file of the request.
    init(_ notice: Notice, of request: SavedRequest, in document: HTTPDocument) {
        self.notice = notice
        tab = Self.tab(of: notice, request, document)
    }

    private static func tab(of notice: Notice, _ request: SavedRequest, _ document: HTTPDocument) -> RequestTab {
        let line = notice.line
        // Definitions above the request, and values of environment files.
        guard request.lines.contains(line), document.kinds.indices.contains(line - 1) else { return .variables }
        switch document.kinds[line - 1] {
        case .variable: return .variables
        // The name of a request is on the Options tab.
        case .requestLine where notice.id == "N4": return .options
        case .requestLine, .targetContinuation, .disabledParameter: return .params
        case .header, .headerContinuation, .disabledHeader: return .headers
        case .body, .bodyComment: return .body
        case .unknown where line > request.line:
            return request.body.lines.isEmpty || line < request.body.lines.lowerBound ? .headers : .body
        default: return .options
        }
    }
}

extension RequestPaneState {
    /// Takes the notices of the request as its file is now, and those that were found when its variables were looked up.
    mutating func keepNotices(of request: SavedRequest, in document: HTTPDocument) {
        var seen: Set<Notice> = []
        let all = Array(document.notices(of: request)) + foundNotices
        notices = all.filter { seen.insert($0).inserted }.map { PlacedNotice($0, of: request, in: document) }
    }

    func notices(on tab: RequestTab) -> [PlacedNotice] { notices.filter { $0.tab == tab } }

    /// The worst notice about a tab, or about one line of it.
    func worstNotice(on tab: RequestTab, line: Int? = nil) -> Notice.Severity? {
        Notice.Severity.worst(
            notices.lazy.filter { $0.tab == tab && (line == nil || $0.notice.line == line) }.map(\.notice.severity))
    }
}

extension Model {
    /// Shows the tab with the line that a notice is about.
    mutating func showTab(of notice: Notice, about request: SavedRequest, in document: HTTPDocument) {
        modifyCurrentPane { $0.show(PlacedNotice(notice, of: request, in: document).tab) }
    }
}
