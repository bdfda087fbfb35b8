import Base
import NetEngine
import TerminalUI
import Workspace

/// How all sends use the cache until the program ends, to choose.
struct CacheModePicker: ChoicePicker {
    /// nil is "as each request says".
    static let choices: [CacheMode?] = [nil] + CacheMode.allCases

    var list: ListSelection

    static func open(on model: inout Model) -> [Effect] {
        guard model.settings.hasCache else {
            model.say(UserFolder.cache.missing("There is no cache"), .warning)
            return []
        }
        model.overlays.show(
            CacheModePicker(list: ListSelection(index: choices.firstIndex(of: model.settings.cacheMode) ?? 0)))
        return []
    }

    var title: SafeText { "How sends use the cache" }
    var count: Int { Self.choices.count }
    var openingCommand: Command? { .chooseCacheMode }

    func size(in room: OverlayRoom) -> Size { size(columns: 70, in: room) }

    func take(_ row: Int, on model: inout Model) -> [Effect] {
        model.settings.cacheMode = Self.choices[row]
        model.say(
            model.settings.cacheMode.map { "Cache: \($0.rawValue), for every send." }
                ?? "Cache: as each request says.")
        return []
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: count, selection: list, isFocused: true) { place in
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
