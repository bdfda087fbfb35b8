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
                surroundings.values.takenBack.append((running.value, tree.editCount))
            } else {
                surroundings.values.add(running.value)
            }
            return "\(words(for: running.value)) is \(running.isBack ? "taken back" : "made again")."
        }
        guard problem == nil else { return nil }
        surroundings.values.add(WrittenValue(number: clock.nextTicket(), change: change, edits: tree.editCount))
        surroundings.values.takenBack = []
        return nil
    }

    private func words(for value: WrittenValue) -> String {
        let edit = value.change.edit
        return "The edit of \(edit.path.last ?? "") in \(withoutRoot(edit.file))"
    }

    /// The value that was written after the last edit of a file; nil if that edit is to be taken back first.
    func valueToTakeBack(before path: String?) -> WrittenValue? {
        let edits = path.flatMap { tree.files[$0]?.undo.last?.edits } ?? -1
        return surroundings.values.done.last.flatMap { $0.edits > edits ? $0 : nil }
    }

    /// The value to write again before what was taken back in a file.
    func valueToMakeAgain(before path: String?) -> WrittenValue? {
        let state = path.flatMap { tree.files[$0] }
        guard let last = surroundings.values.takenBack.last, last.edits > state?.undo.last?.edits ?? -1,
            last.value.edits <= state?.redo.last?.edits ?? .max
        else { return nil }
        return last.value
    }

    mutating func takeBack(_ value: WrittenValue) -> [Effect] {
        guard surroundings.values.running == nil else { return [] }
        surroundings.values.done.removeLast()
        guard let inverse = value.change.inverse else {
            say("\(words(for: value)) is not taken back: the value before it is not known.", .warning)
            return []
        }
        surroundings.values.running = (value, true, inverse)
        return [inverse.effect]
    }

    mutating func makeAgain(_ value: WrittenValue) -> [Effect] {
        guard surroundings.values.running == nil else { return [] }
        surroundings.values.takenBack.removeLast()
        surroundings.values.running = (value, false, value.change)
        return [value.change.effect]
    }
}
