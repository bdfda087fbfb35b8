import Base
import NetEngine
import TerminalUI
import Workspace

/// How all sends use the cache until the program ends, to choose.
struct CacheModePicker: OverlayPart {
    /// nil is "as each request says".
    static let choices: [CacheMode?] = [nil] + CacheMode.allCases

    var selection: Int

    static func open(on model: inout Model) -> [Effect] {
        guard model.settings.hasCache else {
            model.say(UserFolder.cache.missing("There is no cache"), .warning)
            return []
        }
        model.overlays.show(
            CacheModePicker(selection: choices.firstIndex(of: model.settings.cacheMode) ?? 0))
        return []
    }

    var title: SafeText { "How sends use the cache" }
    var keys: [(String, String)] { [("Enter", "choose"), ("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: min(70, room.width), rows: Self.choices.count)
    }

    func row(at row: Int, in content: Rect) -> Int? { row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let count = Self.choices.count
        if let step = model.scrollStep(key, page: count, count: count), key != " " {
            selection = max(0, min(count - 1, selection + step))
            return []
        }
        switch key {
        case .escape, "q", "M": model.overlays.close()
        case .enter, " ":
            model.overlays.close()
            model.settings.cacheMode = Self.choices[selection]
            model.say(
                model.settings.cacheMode.map { "Cache: \($0.rawValue), for every send." }
                    ?? "Cache: as each request says.")
        default: break
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard Self.choices.indices.contains(row) else { return [] }
        selection = row
        return handle(.enter, on: &model)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: Self.choices.count, selection: ListSelection(index: selection), isFocused: true) { place in
            let mode = Self.choices[place]
            let name = mode?.rawValue ?? "as each request says"
            let padded = mode == nil ? name : name + String(repeating: " ", count: max(1, 16 - name.count))
            return Line(
                [Span(SafeText(padded), .text, .bold), Span(SafeText(mode?.explanation ?? ""), .dim)],
                trailing: mode == model.settings.cacheMode
                    ? [Span(model.settings.glyphs.mark(\.checked, "chosen") + " ", .success)] : [])
        }.draw(in: content, on: &buffer)
    }
}

extension CacheMode {
    /// What it does, in a few words for the user.
    var explanation: String {
        switch self {
        case .default: "what is fresh comes from the cache"
        case .noStore: "off: the cache is neither asked nor filled"
        case .reload: "the server is asked, the response is stored"
        case .noCache: "the server says whether what is stored still holds"
        case .forceCache: "what is stored is used, however old"
        case .onlyIfCached: "only what is stored, nothing is sent"
        }
    }
}
