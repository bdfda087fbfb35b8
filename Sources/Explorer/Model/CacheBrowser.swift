import Base
import NetEngine
import TerminalUI
import Workspace

/// The stored answers, to look through: a list by URL, or one URL with all its variants.
struct CacheBrowser: Sendable {
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
    var selection = 0
    var scroll = 0
    var opened: Opened?

    var contents: CacheContents? { if case .read(let contents, _) = phase { contents } else { nil } }

    /// The wall clock, as far as it moved on since the store was read.
    func wallClock(_ now: MonotonicTime) -> Timestamp? {
        guard case .read(let contents, let readAt) = phase else { return nil }
        let microseconds = now.since(readAt) / .microseconds(1)
        return Timestamp(microsecondsSince1970: contents.readAt.microsecondsSince1970 + Int64(microseconds))
    }

    /// What the filter lets through: words of the URL, of the state (`fresh`, `stale`, `validated`) and the status.
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

    /// The URL under the selection, or the one that is open.
    func chosen(_ now: MonotonicTime) -> CacheContents.Group? {
        if let opened { return contents?.groups.first { $0.key == opened.key } }
        let groups = groups(now)
        return groups.indices.contains(selection) ? groups[selection] : nil
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

/// How requests use the cache, chosen for the session.
struct CacheModePicker: Sendable {
    /// nil stands for "as each request says".
    static let choices: [CacheMode?] = [nil] + CacheMode.allCases

    var selection: Int

    init(_ mode: CacheMode?) { selection = Self.choices.firstIndex(of: mode) ?? 0 }
}

extension CacheMode {
    /// What it does, in a few words for a person.
    var explanation: String {
        switch self {
        case .default: "what is fresh comes from the cache"
        case .noStore: "off: the cache is neither asked nor filled"
        case .reload: "the server is asked, the answer is stored"
        case .noCache: "the server says whether what is stored still holds"
        case .forceCache: "what is stored is used, however old"
        case .onlyIfCached: "only what is stored, nothing is sent"
        }
    }
}

/// Why there is no cache to look into.
package struct CacheUnusable: Error, Sendable, Hashable {
    /// One sentence.
    var sentence: String
}
