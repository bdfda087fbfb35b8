import Base
import TerminalUI
import Workspace

/// The environments of the open request's folder, to choose one.
struct EnvironmentPicker: ChoicePicker {
    /// nil is "no environment".
    var names: [String?]
    var list: ListSelection
    /// Errors in environment files, shown below the list.
    var problems: [String] = []

    static func open(on model: inout Model) -> [Effect] {
        let set = model.environmentSet
        let chosen = model.settings.environmentName
        var names: [String?] = [nil] + set.names
        if let chosen, !set.names.contains(chosen) { names.append(chosen) }
        model.overlays.show(
            EnvironmentPicker(
                names: names, list: ListSelection(index: names.firstIndex { $0 == chosen } ?? 0),
                problems: set.problems.map { model.withoutRoot($0.sentence) }))
        return []
    }

    var title: SafeText { "Environment" }
    var keys: [(String, String)] { [("Enter", "choose"), ("n", "new"), ("e", "edit"), ("Esc", "close")] }

    var count: Int { names.count }
    var openingCommand: Command? { .chooseEnvironment }

    func size(in room: OverlayRoom) -> Size {
        let longest = names.map { DisplayWidth.of(SafeText($0 ?? "")) + 12 }.max() ?? 0
        // The frame names its keys, of which 'n' and 'e' lead to a first environment.
        return size(columns: max(problems.isEmpty ? 44 : 60, longest), in: room)
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case "e":
            model.overlays.close()
            return EnvironmentEditor.open(on: &model)
        case "n":
            model.overlays.close()
            model.overlays.show(
                Form(title: "New environment", labels: ["Name"], fields: [TextField()], purpose: .newEnvironment))
            return []
        default: return handleChoice(key, on: &model)
        }
    }

    func take(_ row: Int, on model: inout Model) -> [Effect] {
        model.settings.environmentName = names[row]
        model.say(model.settings.environmentName.map { "Environment: \($0)." } ?? "No environment.")
        return model.showVariables()
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: names.count, selection: list, isFocused: true) { place in
            let name = names[place]
            return Line(
                [Span(name.map { SafeText($0) } ?? "no environment", name == nil ? .dim : .text)],
                trailing: name == model.settings.environmentName
                    ? [Span(model.settings.glyphs.mark(\.checked, "chosen") + " ", .success)] : [])
        }.draw(in: content, on: &buffer)
        drawProblems(below: content, in: inside, on: &buffer)
    }
}
