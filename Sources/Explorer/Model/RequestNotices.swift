import Base
import HTTPFormat
import TerminalUI

/// A notice and the tab of the request pane that shows the line it is about.
struct PlacedNotice: Sendable, Hashable {
    var notice: Notice
    var tab: RequestTab
    /// The option that its line would set, as the Options tab names it; nil for every other line.
    var option: String?

    /// - Parameter document: the file of the request.
    init(_ notice: Notice, of request: SavedRequest, in document: HTTPDocument) {
        self.notice = notice
        tab = Self.tab(of: notice, request, document)
        guard tab == .options, document.kinds.indices.contains(notice.line - 1) else { return }
        option =
            notice.line == request.line
            ? "name" : Self.tag(in: document, line: notice.line).map { Self.options[$0] ?? $0 }
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

    /// Tags that the Options tab calls otherwise.
    private static let options = [
        "connection-timeout": "connection timeout", "expect": "body must be", "envelope": "body must be",
        "note": "confirm first",
    ]

    /// `timeout` of the line `# @timeout 5`.
    private static func tag(in document: HTTPDocument, line: Int) -> String? {
        guard document.kinds[line - 1] == .metadata else { return nil }
        let text = String(decoding: document.bytes[document.lines.content(line - 1)], as: UTF8.self)
        guard let sign = text.firstIndex(of: "@") else { return nil }
        return text[text.index(after: sign)...].prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            .lowercased()
    }
}

extension Notice.Severity {
    var role: Role {
        switch self {
        case .error: .failure
        case .warning: .warning
        case .info: .info
        }
    }

    /// The sign beside a request, a tab or a row; none where nothing needs to be done.
    func mark(_ glyphs: Glyphs) -> Character? {
        switch self {
        case .error: glyphs.error
        case .warning: glyphs.warning
        case .info: nil
        }
    }

    /// The higher, the worse.
    private var weight: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }

    static func worst(_ severities: some Sequence<Notice.Severity>) -> Notice.Severity? {
        severities.max { $0.weight < $1.weight }
    }
}

extension HTTPDocument {
    /// As many notices of one request as are shown; a hostile file has one on each of a million lines.
    private static let noticeLimit = 500

    /// The notices about the lines of a request. Takes few steps, however many the file has.
    func notices(of request: SavedRequest) -> ArraySlice<Notice> {
        func firstNotice(atOrBelow line: Int) -> Int {
            var (low, high) = (0, notices.count)
            while low < high {
                countWork(1)
                let middle = (low + high) / 2
                if notices[middle].line < line { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let first = firstNotice(atOrBelow: request.lines.lowerBound)
        return notices[first..<firstNotice(atOrBelow: request.lines.upperBound)].prefix(Self.noticeLimit)
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
