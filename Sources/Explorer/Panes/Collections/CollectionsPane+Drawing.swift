import Base
import Descriptions
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

extension CollectionsPane {
    static func title(_ model: Model, width: Int) -> Line {
        let marked = model.collections.marked.count { model.tree.request($0) != nil }
        let trailing: [Span] = marked == 0 ? [] : [Span("\(marked) marked  ", .key)]
        let count = model.tree.phase == .ready ? trailing + [Span("\(model.tree.requestCount)", .dim)] : []
        let role: Role = hasFocus(model) ? .titleFocused : .title
        let room = width - count.reduce(3) { $0 + DisplayWidth.of($1.text) }
        if model.window.layout.isFolded(pane), let open = model.currentRequest {
            return Line([Span("Collections  ", role), Span(SafeText(open.label), .text)], trailing: count)
        }
        // Where there is room for one of them, the name of the pane gives way if the row is deep.
        let isDeep = (model.tree.selectedRow?.depth ?? 0) > 3
        let name: SafeText = room < 24 && isDeep ? .empty : "Collections  "
        guard room >= 24 || isDeep,
            let path = pathOfSelection(model, width: room - DisplayWidth.of(name))
        else { return Line([Span("Collections", role)], trailing: count) }
        return Line([Span(name, role), Span(path, name.isEmpty ? role : .dim)], trailing: count)
    }

    /// The folders that the selected row is in, so that its name needs no room for them; nil at the top.
    private static func pathOfSelection(_ model: Model, width: Int) -> SafeText? {
        let path: String? =
            switch model.tree.selectedRow?.kind {
            case .request(let key)?: model.tree.files[key.file]?.file.relativePath
            case .heading(let file, _)?, .file(let file)?: model.tree.files[file]?.file.relativePath
            case .folder(let folder)?: folder
            case nil: nil
            }
        guard let path, path.contains(bytes: "/") else { return nil }
        // The end says most.
        let all = PathText.steps(of: path)
        var steps = all[...]
        while steps.count > 1, DisplayWidth.of(SafeText(steps.joined(separator: "/"))) + 2 > width {
            steps.removeFirst()
        }
        let isWhole = steps.count == all.count
        return SafeText((isWhole ? "" : "\(model.settings.glyphs.ellipsis)/") + steps.joined(separator: "/"))
    }

    /// The rows of the tree; the line of the filter is above them.
    static func listRect(in inside: Rect, model: Model) -> Rect {
        let hasFilter = model.collections.filter != nil || !model.tree.filter.isEmpty
        return hasFilter
            ? Rect(x: inside.x, y: inside.y + 1, width: inside.width, height: inside.height - 1) : inside
    }

    static func draw(_ model: Model, inside: Rect, on buffer: inout CellBuffer) {
        drawFilter(model, in: inside.row(0), on: &buffer)
        let list = listRect(in: inside, model: model)
        let inFlight = model.inFlightKeys.union(model.runs.live?.runningKeys ?? [])
        Tree(
            count: model.tree.rows.count,
            selection: selection(model),
            isFocused: hasFocus(model),
            emptyText: emptyText(model)
        ) { index in
            row(model.tree.rows[index], model, inFlight)
        }.draw(in: list, on: &buffer)
        if model.tree.phase == .ready, model.tree.rows.isEmpty, model.tree.filter.isEmpty {
            for (offset, line) in EmptyCollection.lines(model).prefix(list.height).enumerated() {
                buffer.draw(line, in: list.row(offset))
            }
        }
        if case .failed(let sentence) = model.tree.phase {
            let text = Rect(x: list.x + 1, y: list.y, width: list.width - 2, height: list.height)
            buffer.drawWrapped(SafeText(sentence), in: text, style: Style(.failure))
        }
    }

    private static func drawFilter(_ model: Model, in row: Rect, on buffer: inout CellBuffer) {
        let field = Rect(x: row.x + 2, y: row.y, width: row.width - 3, height: 1)
        if let typed = model.collections.filter {
            buffer.draw("/", at: Point(x: row.x + 1, y: row.y), style: Style(.key))
            typed.draw(in: field, isFocused: hasFocus(model), on: &buffer)
        } else if !model.tree.filter.isEmpty {
            buffer.draw("/", at: Point(x: row.x + 1, y: row.y), style: Style(.key))
            buffer.drawTruncated(
                SafeText(model.tree.filter), at: Point(x: field.x, y: row.y), width: field.width, style: Style(.match))
        }
    }

    private static func emptyText(_ model: Model) -> SafeText {
        switch model.tree.phase {
        case .reading: "reading\(SafeText(String(model.settings.glyphs.ellipsis)))"
        case .failed: .empty
        case .ready: model.tree.filter.isEmpty ? .empty : "Nothing matches. Esc clears the filter."
        }
    }

    private static func row(_ row: TreeRow, _ model: Model, _ inFlight: Set<RequestKey>) -> Tree.Row {
        switch row.kind {
        case .folder:
            return Tree.Row(
                depth: row.depth, isOpen: model.tree.isOpen(row.kind),
                line: Line(
                    [Span(SafeText(model.tree.name(of: row) + "/"), .title)], trailing: closedMark(row, model)))
        case .file(let path):
            return Tree.Row(depth: row.depth, isOpen: model.tree.isOpen(row.kind), line: fileLine(path, row, model))
        case .heading:
            guard model.tree.isTag(row.kind) else {
                return Tree.Row(depth: row.depth, line: [Span(SafeText(model.tree.name(of: row)), .dim, .bold)])
            }
            return Tree.Row(
                depth: row.depth, isOpen: model.tree.isOpen(row.kind),
                line: Line(
                    [Span(SafeText(model.tree.name(of: row)), .title)],
                    trailing: share(row, model) + closedMark(row, model)))
        case .request(let key):
            return Tree.Row(depth: row.depth, line: requestLine(key, model, isInFlight: inFlight.contains(key)))
        }
    }

    /// Says where words stand for marks that what is in it is not listed.
    private static func closedMark(_ row: TreeRow, _ model: Model) -> [Span] {
        model.settings.glyphs.usesWords && !model.tree.isOpen(row.kind) ? [Span("closed ", .dim)] : []
    }

    private static func fileLine(_ path: String, _ row: TreeRow, _ model: Model) -> Line {
        guard let state = model.tree.files[path] else { return [] }
        let name = SafeText(model.tree.name(of: row))
        if let problem = state.file.problem?.withoutPath {
            return [Span("! \(name) ", .failure), Span(SafeText(problem), .dim)]
        }
        if let progress = model.files.reading[path] {
            return Line([Span("reading ", .pending), Span(name, .text), Span(SafeText(" \(progress.text)"), .pending)])
        }
        if state.file.isUnread {
            let key = SafeText(model.keyName(.open, in: pane))
            return Line([Span(name, .text), Span("  not read: \(key) reads it", .warning)])
        }
        var trailing = closedMark(row, model)
        if state.isChangedOnDisk { trailing.append(Span("disk! ", .warning)) }
        if state.file.document.isReadOnly { trailing.append(Span("bytes ", .warning)) }
        if model.files.saving.contains(path) {
            trailing.append(Span("saving ", .pending))
        } else if state.file.hasUnsavedChanges {
            trailing.append(Span(model.settings.glyphs.mark(\.unsaved, "unsaved") + " ", .unsaved))
        }
        return Line([Span(name, .text)], trailing: trailing)
    }

    private static func requestLine(_ key: RequestKey, _ model: Model, isInFlight: Bool) -> Line {
        guard let request = model.tree.request(key) else { return [] }
        let isShown = model.current?.key == key
        let glyphs = model.settings.glyphs
        let gap: SafeText = glyphs.usesWords ? " " : .empty
        var trailing = coverage(key, request, model)
        let found = model.openRequests[key]?.pane.foundNotices ?? []
        let severity = Notice.Severity.worst(
            [model.tree.worstNotice(of: key)].compactMap(\.self) + found.map(\.severity))
        if let severity, let mark = severity.mark(glyphs) {
            trailing.append(Span(mark + gap, severity.role, .bold))
        }
        if let last = model.lastResults[key.file, request.id], !isInFlight {
            trailing.append(ending(last))
            if last.isCached { trailing.append(Span(glyphs.usesWords ? "cached " : "c ", .cached)) }
        }
        if isInFlight { trailing.append(Span(spinner(model) + gap, .pending)) }
        if model.collections.marked.contains(key) {
            trailing.append(Span(glyphs.mark(\.checked, "marked") + gap, .key, .bold))
        }
        if isShown {
            trailing.append(Span(glyphs.mark(\.selected, "shown"), .titleFocused))
        }
        let style = Style(request.settings.isDisabled ? .disabled : .text, isShown ? .bold : [])
        return Line(
            [
                Span(
                    SafeText(MethodText.padded(request, of: model.tree.files[key.file]?.file.described)),
                    MethodText.role(request.method)),
                Span(SafeText(CollectionTree.shortLabel(request)), style),
            ], trailing: trailing)
    }

    /// The status, and in a word what it does not say: that the request failed, or that its checks asked for the failure.
    private static func ending(_ last: LastResults.Result) -> Span {
        let status: SafeText = last.status.map { "\($0) " } ?? .empty
        if last.failsChecks { return Span(status + "fail ", .failure) }
        if last.isErrorExpected { return Span(status + "ok ", .success) }
        // A status below 400 says nothing of a failure.
        if last.category != nil, (last.status ?? 0) < 400 { return Span(status + "fail ", .failure) }
        return Span(status, .ofStatus(last.status ?? 0))
    }

    /// How many operations of a tag were exercised: `3/11`.
    private static func share(_ row: TreeRow, _ model: Model) -> [Span] {
        guard case .heading(let path, let group) = row.kind, let described = model.tree.files[path]?.file.described,
            let share = model.coverages.share(ofGroup: group, of: described)
        else { return [] }
        let word = model.settings.glyphs.usesWords ? " sent" : ""
        return [Span(SafeText("\(share.used)/\(share.total)\(word) "), share.used == share.total ? .success : .dim)]
    }

    /// Whether an operation was exercised, once one of its description was.
    private static func coverage(_ key: RequestKey, _ request: SavedRequest, _ model: Model) -> [Span] {
        guard let described = model.tree.files[key.file]?.file.described,
            let index = described.openAPI?.operation(of: request),
            let isExercised = model.coverages.isExercised(index, of: described)
        else { return [] }
        return [Span(CoverageMark.text(isExercised, model.settings.glyphs) + " ", CoverageMark.role(isExercised))]
    }

    /// The frame of the spinner for the moment; it moves while something is in flight. Or the word for it.
    static func spinner(_ model: Model) -> SafeText {
        let glyphs = model.settings.glyphs
        let frames = glyphs.spinner
        guard !frames.isEmpty else { return glyphs.mark(\.dot, "sending") }
        return SafeText(String(frames[Int(model.clock.now.nanoseconds / 100_000_000 % UInt64(frames.count))]))
    }
}
