import Workspace

// Values of environment files are written at once, and so is what takes them back.

extension Model {
    /// Notes a change that was tried.
    /// - Returns: what to say if it took a change back, or made it again.
    mutating func noteWritten(_ change: WrittenValue.Change, _ problem: String?) -> String? {
        if let running = surroundings.values.running, running.change == change {
            surroundings.values.running = nil
            guard problem == nil else { return nil }
            if running.isBack {
                surroundings.values.takenBack.append(running.value)
            } else {
                surroundings.values.add(running.value)
            }
            return "\(words(for: running.value)) is \(running.isBack ? "taken back" : "made again")."
        }
        guard problem == nil else { return nil }
        let written = noted(change)
        surroundings.values.add(written)
        surroundings.values.takenBack = []
        return nil
    }

    /// A change that is made, made again, or taken back now.
    private mutating func noted(_ change: WrittenValue.Change) -> WrittenValue {
        WrittenValue(number: clock.nextTicket(), change: change, edits: tree.editCount)
    }

    private func words(for value: WrittenValue) -> String {
        switch value.change {
        case .saved(let edit), .removed(let edit):
            "The edit of \(edit.path.last ?? "") in \(withoutRoot(edit.file))"
        case .moved(let move):
            "The move of \(move.edit.path.last ?? "") to \(withoutRoot(move.edit.file))"
        case .values(let edits):
            "The edit of \(edits.first?.path.last ?? "") in \(files(of: edits))"
        case .login(let edits): "The login in \(files(of: edits))"
        }
    }

    /// Each once.
    func files(of edits: [EnvironmentFileEdit]) -> String {
        Set(edits.map { withoutRoot($0.file) }).sorted().joined(separator: " and ")
    }

    /// The value that was written after the last edit of a file; nil if that edit is to be taken back first.
    func valueToTakeBack(before path: String?) -> WrittenValue? {
        let edits = path.flatMap { tree.files[$0]?.undo.last?.edits } ?? -1
        return surroundings.values.done.last.flatMap { $0.edits > edits ? $0 : nil }
    }

    /// The value that was taken back after the last edit of a file was; nil if that edit is to be made again first. What is edited
    /// anew ends what can be made again.
    func valueToMakeAgain(before path: String?) -> WrittenValue? {
        let edits = path.flatMap { tree.files[$0]?.redo.last?.edits } ?? -1
        return surroundings.values.takenBack.last.flatMap { $0.edits > edits && $0.edits >= tree.lastEdit ? $0 : nil }
    }

    mutating func takeBack(_ value: WrittenValue) -> [Effect] {
        guard surroundings.values.running == nil else { return [] }
        surroundings.values.done.removeLast()
        guard let inverse = value.change.inverse else {
            say("\(words(for: value)) is not taken back: the value before it is not known.", .warning)
            return []
        }
        let back = noted(value.change)
        surroundings.values.running = (back, true, inverse)
        return [inverse.effect]
    }

    mutating func makeAgain(_ value: WrittenValue) -> [Effect] {
        guard surroundings.values.running == nil else { return [] }
        surroundings.values.takenBack.removeLast()
        let again = noted(value.change)
        surroundings.values.running = (again, false, value.change)
        return [value.change.effect]
    }
}
