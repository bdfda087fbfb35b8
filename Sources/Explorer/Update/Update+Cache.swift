import Base
import NetEngine
import TerminalUI
import Workspace

// The cache browser and the mode of the session. What is read and removed comes and goes as effects.

extension Model {
    mutating func browseCache() -> [Effect] {
        overlays.append(.cache(CacheBrowser()))
        return [.readCache]
    }

    mutating func cacheRead(_ result: Result<CacheContents, CacheUnusable>) {
        for place in overlays.indices {
            guard case .cache(var browser) = overlays[place] else { continue }
            switch result {
            case .success(let contents): browser.phase = .read(contents, at: now)
            case .failure(let failure): browser.phase = .unusable(failure.sentence)
            }
            if let opened = browser.opened, browser.contents?.groups.contains(where: { $0.key == opened.key }) != true {
                browser.opened = nil
            }
            overlays[place] = .cache(browser)
        }
    }

    mutating func cacheBrowserKey(_ key: Key, _ browser: CacheBrowser) -> [Effect] {
        var browser = browser
        defer { if case .cache? = overlays.last { overlays[overlays.count - 1] = .cache(browser) } }
        if browser.isTyping {
            switch key {
            case .enter: browser.isTyping = false
            case .escape:
                browser.isTyping = false
                browser.filter = TextField()
            case .up: browser.selection -= 1
            case .down: browser.selection += 1
            default: if browser.filter.handle(key) { browser.selection = 0 }
            }
            return []
        }
        let count = browser.opened == nil ? browser.groups(now).count : overlayLineCount
        if let step = scrollStep(key, page: overlayRect.height, count: count), key != " " {
            if browser.opened == nil { browser.selection += step } else { browser.opened?.scroll += step }
            return []
        }
        switch key {
        case .escape, "q":
            if browser.opened != nil {
                browser.opened = nil
            } else if key == .escape, !browser.filter.text.isEmpty {
                browser.filter = TextField()
            } else {
                overlays.removeLast()
            }
        case .enter, "l", .right:
            if browser.opened == nil, let group = browser.chosen(now) {
                browser.opened = CacheBrowser.Opened(key: group.key)
            }
        case "h", .left: browser.opened = nil
        case "/":
            browser.opened = nil
            browser.isTyping = true
        case "D", .delete:
            guard let group = browser.chosen(now) else { return [] }
            return [.removeCached(group.variants)]
        case "X":
            guard let contents = browser.contents, contents.usage.count > 0 else { return [] }
            overlays.append(.question(.clearCache(contents.usage)))
        case "R": return [.readCache]
        default: break
        }
        return []
    }

    mutating func settle(_ browser: CacheBrowser) -> CacheBrowser {
        var browser = browser
        let height = overlayRect.height
        if var opened = browser.opened {
            opened.scroll = max(0, min(opened.scroll, overlayLineCount - height))
            browser.opened = opened
        } else {
            let count = browser.groups(now).count
            browser.selection = max(0, min(browser.selection, count - 1))
            browser.scroll = Self.scroll(browser.scroll, toShow: browser.selection, of: count, in: height)
        }
        return browser
    }

    // MARK: The mode

    mutating func chooseCacheMode() {
        guard hasCache else {
            say("There is no cache: neither XDG_CACHE_HOME nor HOME names a folder.", .warning)
            return
        }
        overlays.append(.cacheMode(CacheModePicker(cacheMode)))
    }

    mutating func cacheModeKey(_ key: Key, _ picker: CacheModePicker) -> [Effect] {
        var picker = picker
        let count = CacheModePicker.choices.count
        if let step = scrollStep(key, page: count, count: count), key != " " {
            picker.selection = max(0, min(count - 1, picker.selection + step))
            overlays[overlays.count - 1] = .cacheMode(picker)
            return []
        }
        switch key {
        case .escape, "q", "M": overlays.removeLast()
        case .enter, " ":
            overlays.removeLast()
            cacheMode = CacheModePicker.choices[picker.selection]
            say(cacheMode.map { "Cache: \($0.rawValue), for every send." } ?? "Cache: as each request says.")
        default: break
        }
        return []
    }
}

extension Question {
    static func clearCache(_ usage: CacheUsage) -> Question {
        Question(
            title: "Clear the cache",
            lines: [
                "Remove all \(Formatting.count(usage.count, "stored answer")) (\(Formatting.byteCount(usage.bytes)))?",
                "Other runs of the program use the same cache.",
            ],
            choices: [
                Choice(key: "x", label: "Remove them", consequence: .clearCache),
                Choice(key: "c", label: "Keep them", consequence: .nothing),
            ], selection: 1)
    }
}
