import Base
import Descriptions
import HTTPFormat
import TerminalUI
import Workspace

/// All requests and files, and collections that were opened before, to go to one that is found by typing: letters of the name and the
/// file, or a part of the URL, of the name that others refer to it by, or of the method as lists show it. The selected one is shown
/// beside the list.
///
/// Operations of descriptions are also found by what is described of them: paths, ids, tags, parameters and schemas. Their row says where.
struct RequestPicker: OverlayPart {
    private enum Target: Sendable, Hashable {
        case request(RequestKey)
        case file(String)
        /// Absolute path.
        case collection(String)
    }

    private struct Item: Sendable {
        var target: Target
        /// What is searched: method, name and file of a request, the path of a file.
        var text: [UInt8]
        /// The name alone, in small letters: who types all of it means this one.
        var name: [UInt8]
        /// What else finds it, only by whole parts: letters here and there are in every URL.
        var parts: [UInt8]

        init(target: Target, text: String, name: String, parts: String = "") {
            self.target = target
            self.text = Array(text.utf8)
            self.parts = Array(parts.utf8)
            self.name = Array(name.lowercased().utf8)
        }
    }

    private var field = TextField(placeholder: "part of a name, URL, file, parameter or schema")
    private var list = ListSelection()
    /// Those used last are in front.
    private var items: [Item]
    /// How many requests and files are before the collections.
    private let ownCount: Int
    /// Indices of what is listed, the best first.
    private var matches: [Int]
    /// Indices of all that have what was typed.
    private var found: [Int]
    private var foundBy = ""
    /// Where the requests of descriptions are among the items, by file, in the order of the operations.
    private let operations: [(described: DescribedFile, items: [Int?])]
    private var searches: OperationSearches
    /// What of a description was found, by item, where the item's own text has it not or less well.
    private var reasons: [Int: OperationSearch.Match] = [:]

    /// More than this many are not listed; typing on finds the others.
    private static let most = 500
    /// From this width on there is room for the selected request beside the list.
    private static let widthWithPreview = 90

    static func open(on model: inout Model) -> [Effect] {
        let effects = model.wantOperationSearches()
        model.overlays.show(RequestPicker(model))
        return effects + [.readRecentCollections]
    }

    private init(_ model: Model) {
        var items: [Item] = []
        let recent = model.openRequests.list.reversed().map(\.key)
        func add(_ key: RequestKey, _ request: SavedRequest, in file: CollectionFile) {
            let word = MethodText.word(request, of: file.described)
            items.append(
                Item(
                    target: .request(key), text: "\(request.method) \(request.label)  \(file.relativePath)",
                    name: request.label, parts: "\(request.target) \(request.name ?? "") \(word)"))
        }
        for key in recent {
            guard let request = model.tree.request(key), let file = model.tree.files[key.file]?.file else { continue }
            add(key, request, in: file)
        }
        let known = Set(recent)
        for path in model.tree.filePaths {
            guard let state = model.tree.files[path] else { continue }
            let name = state.file.relativePath
            items.append(Item(target: .file(path), text: name, name: name))
            for (index, request) in state.requests.enumerated() {
                guard let key = state.key(index), !known.contains(key) else { continue }
                add(key, request, in: state.file)
            }
        }
        self.items = items
        searches = model.searches
        operations = Self.operations(items, model)
        ownCount = items.count
        found = Array(items.indices)
        matches = Array(items.indices.prefix(Self.most))
    }

    /// - Parameter recent: collections that were opened before, the latest first.
    mutating func take(_ recent: [String]) {
        let selected = matches.indices.contains(list.index) ? matches[list.index] : nil
        items.removeLast(items.count - ownCount)
        items += recent.map { Item(target: .collection($0), text: $0, name: $0) }
        foundBy = ""
        find()
        if let selected, let place = matches.firstIndex(of: selected) { list.index = place }
    }

    private static func operations(
        _ items: [Item], _ model: Model
    ) -> [(described: DescribedFile, items: [Int?])] {
        var lists: [String: [Int?]] = [:]
        for (place, item) in items.enumerated() {
            guard case .request(let key) = item.target, let state = model.tree.files[key.file],
                let count = state.file.described?.openAPI?.operations.count, let index = state.index(of: key.id)
            else { continue }
            var list = lists[key.file] ?? Array(repeating: nil, count: count)
            if list.indices.contains(index) { list[index] = place }
            lists[key.file] = list
        }
        return lists.sorted { $0.key < $1.key }.compactMap { path, list in
            model.tree.files[path]?.file.described.map { ($0, list) }
        }
    }

    /// Takes indexes of descriptions, in which what was typed is looked for again.
    mutating func take(_ searches: OperationSearches) {
        self.searches = searches
        guard !field.text.isEmpty else { return }
        let selected = matches.indices.contains(list.index) ? matches[list.index] : nil
        let isFirst = list.index == 0
        foundBy = ""
        find()
        if !isFirst, let selected, let place = matches.firstIndex(of: selected) { list.index = place }
    }

    // MARK: Finding

    private mutating func find() {
        let query = FuzzyMatch(field.text)
        // What has a longer text has the shorter one, too.
        if !field.text.hasPrefix(foundBy) || foundBy.isEmpty { found = Array(items.indices) }
        foundBy = field.text
        list = ListSelection()
        reasons = [:]
        guard !query.isEmpty else {
            matches = Array(0..<min(ownCount, Self.most)) + (ownCount..<items.count)
            return
        }
        var scored: [(score: Int, index: Int)] = []
        scored.reserveCapacity(found.count)
        let described = describedMatches()
        let known = found.count == items.count || described.isEmpty ? [] : Set(found)
        let others = known.isEmpty ? [] : described.keys.filter { !known.contains($0) }
        let typed = Array(field.text.lowercased().utf8)
        for index in found + others {
            let named = items[index].name == typed ? Self.wholeName : 0
            let own = query.score(items[index].text, orWholeIn: items[index].parts, whole: Self.foundElsewhere)
                .map { $0 + named }
            guard let match = described[index] else {
                if let own { scored.append((own, index)) }
                continue
            }
            let score = query.score(inAny: [items[index].text, Array(match.text.utf8)], missing: Self.foundElsewhere)
            if score > own ?? .min { reasons[index] = match }
            scored.append((max(score, own ?? .min), index))
        }
        found = scored.map(\.index)
        if scored.count > Self.most {
            let limit = Self.score(ofPlace: Self.most, in: scored)
            scored.removeAll { $0.score < limit }
        }
        scored.sort {
            ($1.score, items[$0.index].text.count, $0.index) < ($0.score, items[$1.index].text.count, $1.index)
        }
        matches = scored.prefix(Self.most).map(\.index)
    }

    /// What is added for the whole name. More than any score of letters: the longest text that is typed is far below it.
    private static let wholeName = 1 << 32

    /// The score of a letter whose word is in another text of the request or operation than the best one.
    private static let foundElsewhere = 12

    /// What the descriptions have of what was typed, by item.
    private func describedMatches() -> [Int: OperationSearch.Match] {
        var found: [Int: OperationSearch.Match] = [:]
        for (described, places) in operations {
            for match in searches[described]?.matches(field.text) ?? [] {
                guard places.indices.contains(match.operation), let item = places[match.operation] else { continue }
                found[item] = match
            }
        }
        return found
    }

    /// The score that so many are not below, without sorting all.
    private static func score(ofPlace place: Int, in scored: [(score: Int, index: Int)]) -> Int {
        var counts: [Int: Int] = [:]
        for entry in scored { counts[entry.score, default: 0] += 1 }
        var seen = 0
        for score in counts.keys.sorted(by: >) {
            seen += counts[score] ?? 0
            if seen >= place { return score }
        }
        return .min
    }

    // MARK: Keys

    var title: SafeText { "Go to" }
    var isTyping: Bool { true }
    var keys: [(String, String)] {
        (matches.isEmpty ? [] : [("Enter", "go"), ("Up Down", "select")])
            + [("Tab", "other collection"), ("Esc", "close")]
    }

    func size(in room: OverlayRoom) -> Size { room.size(columns: min(140, room.fullWidth), rows: 22) }

    func content(of inside: Rect) -> Rect {
        let width = inside.width >= Self.widthWithPreview ? inside.width * 11 / 20 : inside.width
        return Rect(x: inside.x, y: inside.y + 1, width: width, height: inside.height - 1)
    }

    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape, .control("o"): model.overlays.close()
        case .tab:
            model.overlays.close()
            return CollectionPicker.open(on: &model, typed: field.text)
        case .enter: return go(on: &model)
        default:
            let height = content(on: model.window.size).height
            if list.handleBesideText(key, height: height) { return [] }
            let before = field.text
            if field.handle(key), field.text != before { find() }
        }
        return []
    }

    private func go(on model: inout Model) -> [Effect] {
        guard matches.indices.contains(list.index) else { return [] }
        model.overlays.close()
        switch items[matches[list.index]].target {
        case .request(let key): return model.go(to: key)
        case .file(let path):
            model.tree.setFilter("")
            model.tree.reveal(file: path)
            model.window.focus = .collections
            return []
        case .collection(let path): return model.leave(for: path)
        }
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard matches.indices.contains(row) else { return [] }
        list.index = row
        return go(on: &model)
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        field.paste(text)
        find()
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(matches.count, in: content.height) }

    // MARK: Drawing

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let count = SafeText(searches.isIncomplete ? " reading descriptions  \(found.count)" : " \(found.count)")
        field.draw(
            in: Rect(x: inside.x, y: inside.y, width: inside.width - DisplayWidth.of(count), height: 1),
            isFocused: true, on: &buffer)
        buffer.draw(
            count, at: Point(x: inside.maxX - DisplayWidth.of(count), y: inside.y), style: Style(.dim))
        List(
            count: matches.count, selection: list, isFocused: true,
            emptyText: searches.isIncomplete ? "Nothing matches so far." : "Nothing matches."
        ) { place in
            line(matches[place], model, width: content.width)
        }.draw(in: content, on: &buffer)
        guard content.maxX < inside.maxX, matches.indices.contains(list.index),
            case .request(let key) = items[matches[list.index]].target, let request = model.tree.request(key)
        else { return }
        let rect = Rect(
            x: content.maxX + 2, y: content.y, width: inside.maxX - content.maxX - 2, height: content.height)
        for (offset, line) in preview(request).prefix(rect.height).enumerated() {
            buffer.draw(line, in: rect.row(offset))
        }
    }

    private func line(_ item: Int, _ model: Model, width: Int) -> Line {
        switch items[item].target {
        case .collection(let path): return CollectionPicker.line(path)
        case .file(let path):
            return [Span(SafeText(model.tree.files[path]?.file.relativePath ?? ""), .title)]
        case .request(let key):
            guard let request = model.tree.request(key) else { return [Span("It is gone.", .dim)] }
            let state = model.tree.files[key.file]
            let file = Span(SafeText("  \(state?.file.relativePath ?? "")"), .dim)
            return Line(
                [
                    Span(
                        SafeText(MethodText.padded(request, of: state?.file.described)),
                        MethodText.role(request.method)),
                    Span(SafeText(CollectionTree.shortLabel(request)), .text),
                ], trailing: trailing(item, file, width))
        }
    }

    /// Where it was found, and its file; where there is not room for both beside its name, the file gives way.
    private func trailing(_ item: Int, _ file: Span, _ width: Int) -> [Span] {
        guard let match = reasons[item] else { return [file] }
        let reason = Self.reason(match)
        let used = DisplayWidth.of(reason.text) + DisplayWidth.of(file.text)
        return used * 2 > width ? [reason] : [reason, file]
    }

    /// Where it was found: `parameter X-Trace`.
    private static func reason(_ match: OperationSearch.Match) -> Span {
        var text = match.text
        if match.field == .path, let space = text.firstIndex(of: " ") {
            text = String(text[text.index(after: space)...])
        }
        return Span(SafeText("  \(match.field.word) \(text.cut(to: mostReasonLetters))"), .match)
    }

    private static let mostReasonLetters = 24

    private func preview(_ request: SavedRequest) -> [Line] {
        var lines: [Line] = [
            [
                Span(SafeText(request.method + " "), MethodText.role(request.method), .bold),
                Span(SafeText(request.target), .url),
            ]
        ]
        lines += request.headers.filter(\.isEnabled).prefix(12).map { header in
            [Span(SafeText(header.name + ": "), .headerName), Span(SafeText(header.value), .headerValue)]
        }
        guard !request.body.text.isEmpty else { return lines }
        let body = request.body.text.prefix(4000).split(separator: "\n", omittingEmptySubsequences: false)
        return lines + [[]] + body.prefix(40).map { [Span(SafeText(String($0)), .text)] }
    }
}
