import Base
import HTTPFormat
import TerminalUI

extension Notice.Severity {
    var role: Role {
        switch self {
        case .error: .failure
        case .warning: .warning
        case .info: .info
        }
    }

    /// The sign beside a request, a tab or a row; none where nothing needs to be done.
    func mark(_ glyphs: Glyphs) -> SafeText? {
        switch self {
        case .error: glyphs.mark(\.error, "error")
        case .warning: glyphs.mark(\.warning, "warning")
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
