/// The overlays that are open, and those that wait until nothing else has the keys.
struct OverlayStack: Sendable {
    private struct Entry: Sendable {
        var id: Int
        var part: any OverlayPart
    }

    private var shown: [Entry] = []
    private var waiting: [any OverlayPart] = []
    private var lastID = 0
    /// The last press opened, closed or used an overlay: the second press of a double click belongs to it.
    var isPressSpent = false

    var isEmpty: Bool { shown.isEmpty }
    var count: Int { shown.count }
    var top: (any OverlayPart)? { shown.last?.part }
    /// From the lowest to the top.
    var parts: [any OverlayPart] { shown.map(\.part) }
    /// The files that overlays are about, also of those that wait.
    var files: [String] { (parts + waiting).flatMap(\.files) }

    mutating func show(_ part: any OverlayPart) {
        lastID += 1
        shown.append(Entry(id: lastID, part: part))
    }

    /// For an overlay that no key press asked for: it is shown when nothing else takes keys, so that it never steals them.
    mutating func showWhenFree(_ part: any OverlayPart) { waiting.append(part) }

    /// Shows the overlay that has waited longest. Call it only if nothing else takes keys.
    mutating func showNext() {
        if !waiting.isEmpty { show(waiting.removeFirst()) }
    }

    /// Closes the top one.
    mutating func close() { _ = shown.popLast() }

    /// Removes overlays, also those that wait.
    /// - Returns: whether there were any.
    @discardableResult mutating func remove(where isGone: (any OverlayPart) -> Bool) -> Bool {
        let count = shown.count + waiting.count
        shown.removeAll { isGone($0.part) }
        waiting.removeAll(where: isGone)
        return shown.count + waiting.count < count
    }

    /// Changes all open overlays of a type.
    mutating func modify<Part: OverlayPart>(_: Part.Type, _ change: (inout Part) -> Void) {
        for place in shown.indices {
            guard var part = shown[place].part as? Part else { continue }
            change(&part)
            shown[place].part = part
        }
    }

    mutating func modifyTop(_ change: (inout any OverlayPart) -> Void) {
        if !shown.isEmpty { change(&shown[shown.count - 1].part) }
    }

    /// Lets the top one change the model; what it changes in itself is kept unless that closed it. Where work on a large file
    /// comes first all overlays stay as they were, because the same action is taken again.
    static func callTop(
        of model: inout Model, _ call: (inout any OverlayPart, inout Model) -> [Effect]
    ) -> [Effect] {
        guard var entry = model.overlays.shown.last else { return [] }
        let before = model.overlays
        let effects = call(&entry.part, &model)
        guard model.files.largeEdits.wanted == nil else {
            model.overlays = before
            return effects
        }
        if let place = model.overlays.shown.firstIndex(where: { $0.id == entry.id }) {
            model.overlays.shown[place].part = entry.part
        }
        return effects
    }
}
