import Base
import NetEngine
import TerminalUI
import Workspace

/// The stored responses: a list by URL, or one URL with all its variants.
struct CacheBrowser: OverlayPart {
    enum Phase: Sendable {
        case reading
        /// Read at that moment of the monotonic clock.
        case read(CacheContents, at: MonotonicTime)
        /// One sentence why there is nothing to look into.
        case unusable(String)
    }

    /// One URL that is looked at.
    struct Opened: Sendable {
        var key: CacheKey
        var scroll = 0
    }

    var phase = Phase.reading
    var filter = TextField()
    var isTyping = false
    var list = ListSelection()
    var opened: Opened?
    /// The moment for which the list was brought into range, as it was drawn: responses leave a list of fresh ones as time passes, and
    /// a key is meant for the row that the user saw.
    private var listedAt: MonotonicTime?
    /// Whether the list had a row then.
    private(set) var hasRows = false

    var contents: CacheContents? { if case .read(let contents, _) = phase { contents } else { nil } }

    /// The wall clock, as far as it moved on since the store was read.
    func wallClock(_ now: MonotonicTime) -> Timestamp? {
        guard case .read(let contents, let readAt) = phase else { return nil }
        let microseconds = now.since(readAt) / .microseconds(1)
        return Timestamp(microsecondsSince1970: contents.readAt.microsecondsSince1970 + Int64(microseconds))
    }

    /// The groups that match the filter: words of the URL, of the state (`fresh`, `stale`, `validated`) and the status.
    func groups(_ now: MonotonicTime) -> [CacheContents.Group] {
        guard let contents, let clock = wallClock(now) else { return [] }
        guard !filter.text.isEmpty else { return contents.groups }
        let filter = TextFilter(filter.text)
        return contents.groups.filter { group in
            group.variants.contains { variant in
                let entry = CachedEntry(variant, now: clock)
                return filter.matches("\(variant.status) \(entry.state) \(group.key.text)")
            }
        }
    }

    /// The groups as the user sees them.
    private func listed(_ now: MonotonicTime) -> [CacheContents.Group] { groups(listedAt ?? now) }

    /// The URL under the selection, or the one that is open.
    func chosen(_ now: MonotonicTime) -> CacheContents.Group? {
        if let opened { return contents?.groups.first { $0.key == opened.key } }
        let groups = listed(now)
        return groups.indices.contains(list.index) ? groups[list.index] : nil
    }

    /// The lines of the URL that is open: all variants, with their freshness now.
    func openedLines(_ now: MonotonicTime) -> [SafeText] {
        guard opened != nil, let group = chosen(now), let clock = wallClock(now) else { return [] }
        var lines: [SafeText] = []
        for (index, variant) in group.variants.enumerated() {
            if index > 0 { lines.append("") }
            let all = CachedEntry(variant, now: clock).lines
            lines += all.dropFirst(index == 0 ? 0 : 1)
        }
        return lines
    }
}

extension CacheBrowser {
    static func open(on model: inout Model) -> [Effect] {
        model.overlays.show(CacheBrowser())
        return [.readCache]
    }

    mutating func take(_ result: Result<CacheContents, CacheUnusable>, at now: MonotonicTime) {
        let before = listed(now)
        switch result {
        case .success(let contents): phase = .read(contents, at: now)
        case .failure(let failure): phase = .unusable(failure.sentence)
        }
        if let key = opened?.key, contents?.groups.contains(where: { $0.key == key }) != true { opened = nil }
        // The list is sorted by last use, so any row may have moved.
        list.follow(from: before.map(\.key), to: groups(now).map(\.key))
        listedAt = now
    }

    // MARK: Keys

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if isTyping {
            filterKey(key)
            return []
        }
        let content = content(on: model.window.size)
        let count =
            opened == nil
            ? listed(model.clock.now).count : lines(model.clock.now, width: content.width).count
        if let step = model.scrollStep(key, page: content.height, count: count), key != " " {
            if opened == nil { list.index += step } else { opened?.scroll += step }
            return []
        }
        switch key {
        case .escape, "q":
            if opened != nil {
                opened = nil
            } else if key == .escape, !filter.text.isEmpty {
                filter = TextField()
            } else {
                model.overlays.close()
            }
        case .enter, "l", .right:
            if opened == nil, let group = chosen(model.clock.now) { opened = Opened(key: group.key) }
        case "h", .left: opened = nil
        case "/":
            opened = nil
            isTyping = true
        case "D", .delete: return chosen(model.clock.now).map { [.removeCached($0.variants)] } ?? []
        case "X":
            if let usage = contents?.usage, usage.count > 0 { model.overlays.show(Question.clearCache(usage)) }
        case "R": return [.readCache]
        default: break
        }
        return []
    }

    private mutating func filterKey(_ key: Key) {
        switch key {
        case .enter: isTyping = false
        case .escape:
            isTyping = false
            filter = TextField()
        case .up: list.index -= 1
        case .down: list.index += 1
        default: if filter.handle(key) { list.index = 0 }
        }
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        guard isTyping else { return [] }
        filter.paste(text)
        list.index = 0
        return []
    }

    func row(at row: Int, in content: Rect) -> Int? { opened == nil ? list.top + row : nil }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard opened == nil, listed(model.clock.now).indices.contains(row) else { return [] }
        list.index = row
        return handle(.enter, on: &model)
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        if let scroll = opened?.scroll {
            let last = lines(now, width: content.width).count - content.height
            opened?.scroll = max(0, min(scroll, last))
        } else {
            let groups = groups(now)
            if !filter.text.isEmpty {
                let before = listed(now)
                // The selection may have been moved past an end of the list that was in view.
                list.index = max(0, min(list.index, before.count - 1))
                list.follow(from: before.map(\.key), to: groups.map(\.key))
            }
            (listedAt, hasRows) = (now, !groups.isEmpty)
            list.settle(groups.count, in: content.height)
        }
    }

    /// The age of what is shown changes with time.
    func wake(at now: MonotonicTime) -> MonotonicTime? { contents == nil ? nil : now + .seconds(1) }
}

extension Question {
    fileprivate static func clearCache(_ usage: CacheUsage) -> Question {
        Question(
            title: "Clear the cache",
            lines: [
                "Remove all \(Formatting.count(usage.count, "stored response")) (\(Formatting.byteCount(usage.bytes)))?",
                "Other runs of the program use the same cache.",
            ],
            choices: [
                Choice(key: "x", label: "Remove them", consequence: .clearCache),
                Choice(key: "c", label: "Keep them", consequence: .nothing),
            ], selection: 1)
    }
}
