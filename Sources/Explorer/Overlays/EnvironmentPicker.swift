import Base
import TerminalUI
import Workspace

/// The environments of the open request's folder, to choose one.
struct EnvironmentPicker: OverlayPart {
    /// nil is "no environment".
    var names: [String?]
    var list: ListSelection
    /// Errors in environment files, shown below the list.
    var problems: [String] = []

    static func open(on model: inout Model) -> [Effect] {
        let folder = model.current.map { PathText.folder(of: $0.key.file) } ?? model.tree.root
        let set =
            model.surroundings.environments[folder] ?? model.surroundings.environments[model.tree.root]
            ?? EnvironmentSet()
        let chosen = model.settings.environmentName
        var names: [String?] = [nil] + set.names
        if let chosen, !set.names.contains(chosen) { names.append(chosen) }
        model.overlays.show(
            EnvironmentPicker(
                names: names, list: ListSelection(index: names.firstIndex { $0 == chosen } ?? 0),
                problems: set.problems.map(model.withoutRoot)))
        return []
    }

    var title: SafeText { "Environment" }
    var keys: [(String, String)] { [("Enter", "choose"), ("e", "edit"), ("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size {
        let longest = names.map { ($0 ?? "").count + 12 }.max() ?? 0
        let columns = min(room.width, max(problems.isEmpty ? 30 : 60, longest))
        return room.size(columns: columns, rows: names.count + problemLines(columns).count)
    }

    func content(of inside: Rect) -> Rect {
        let height = max(1, inside.height - problemLines(inside.width).count)
        return Rect(x: inside.x, y: inside.y, width: inside.width, height: height)
    }

    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let page = content(on: model.window.size).height
        if let step = model.scrollStep(key, page: page, count: names.count), key != " " {
            list.index += step
            return []
        }
        switch key {
        case .escape, "q", ",": model.overlays.close()
        case "e":
            model.overlays.close()
            return EnvironmentEditor.open(on: &model)
        case .enter, " ":
            guard names.indices.contains(list.index) else { return [] }
            model.overlays.close()
            model.settings.environmentName = names[list.index]
            model.say(model.settings.environmentName.map { "Environment: \($0)." } ?? "No environment.")
            return model.showVariables()
        default: break
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard names.indices.contains(row) else { return [] }
        list.index = row
        return handle(.enter, on: &model)
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(names.count, in: content.height) }

    private func problemLines(_ width: Int) -> [String] {
        problems.flatMap { WrappedText.lines("! " + $0, width: width) }
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: names.count, selection: list, isFocused: true) { place in
            let name = names[place]
            return Line(
                [Span(name.map { SafeText($0) } ?? "no environment", name == nil ? .dim : .text)],
                trailing: name == model.settings.environmentName
                    ? [Span(model.settings.glyphs.mark(\.checked, "chosen") + " ", .success)] : [])
        }.draw(in: content, on: &buffer)
        for (offset, line) in problemLines(inside.width).enumerated() {
            buffer.draw(
                SafeText(line), at: Point(x: inside.x, y: content.maxY + offset), style: Style(.failure))
        }
    }
}
