import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// What is replayed, to choose: the marked requests, the selected one, its file, its folder, or all.
struct ReplayPicker: OverlayPart {
    static let mostJobs = 64

    let choices: [ReplayJob]
    /// How many requests each sends.
    private let counts: [Int]
    private var selection: Int
    private var jobs = 1

    init(_ choices: [ReplayJob], selection: Int) {
        self.choices = choices
        counts = choices.map(\.count)
        self.selection = selection
    }

    static func open(on model: inout Model) -> [Effect] {
        guard model.tree.phase == .ready else { return [] }
        if model.refusesReplay() { return [] }
        guard let effects = model.finishTyping() else { return [] }
        let choices = model.replayChoices()
        guard !choices.isEmpty else {
            model.say("There is no request to replay.", .warning)
            return effects
        }
        // The file rather than the one request, which s sends.
        let isOnFolder =
            if case .folder? = model.tree.selectedRow?.kind, CollectionsPane.hasFocus(model) { true } else { false }
        let scope = choices.contains { $0.scope == .tag } ? ReplayScope.tag : isOnFolder ? .folder : .file
        let likely = choices.firstIndex { $0.scope == .marked || $0.scope == scope }
        model.overlays.show(ReplayPicker(choices.map(\.job), selection: likely ?? 0))
        return effects
    }

    var title: SafeText { "Replay" }
    var keys: [(String, String)] { [("Enter", "send"), ("+ -", "at a time"), ("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.width, rows: choices.count + 2 + Self.leftOut(width: room.width).count)
    }
    func content(of inside: Rect) -> Rect {
        Rect(x: inside.x, y: inside.y, width: inside.width, height: max(1, inside.height - 2 - notes(in: inside).count))
    }

    private static let leftOut = "Left out of files: # @disabled, and the tag manual."
    private static func leftOut(width: Int) -> [String] { WrappedText.lines(leftOut, width: max(1, width)) }
    /// Whole where there is room beside the choices, else one row.
    private func notes(in inside: Rect) -> [String] {
        let lines = Self.leftOut(width: inside.width)
        return choices.count + 2 + lines.count <= inside.height ? lines : [Self.leftOut]
    }

    func row(at row: Int, in content: Rect) -> Int? {
        row + ListSelection(index: selection).top(count: choices.count, height: content.height)
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case "+": jobs = min(Self.mostJobs, jobs + 1)
        case "-": jobs = max(1, jobs - 1)
        case .escape, "q", "X": model.overlays.close()
        case .enter where choices.indices.contains(selection):
            model.overlays.close()
            var job = choices[selection]
            job.jobs = jobs
            return model.replay(job)
        default:
            if let step = model.scrollStep(key, page: choices.count, count: choices.count) {
                selection = max(0, min(choices.count - 1, selection + step))
            }
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard choices.indices.contains(row) else { return [] }
        selection = row
        return handle(.enter, on: &model)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        List(count: choices.count, selection: ListSelection(index: selection), isFocused: true) { place in
            let job = choices[place]
            return Line(
                [Span(SafeText(job.title), .text, .bold)],
                trailing: [Span(SafeText(Formatting.count(counts[place], "request")), .dim)])
        }.draw(in: content, on: &buffer)
        let environment = model.settings.environmentName ?? "none"
        let text = "Environment \(environment); \(jobs == 1 ? "one after another" : "\(jobs) at a time")."
        let notes = notes(in: inside)
        for (offset, line) in notes.enumerated() {
            buffer.drawTruncated(
                SafeText(line), at: Point(x: inside.x, y: inside.maxY - 1 - notes.count + offset), width: inside.width,
                style: Style(.dim))
        }
        buffer.drawTruncated(
            SafeText(text), at: Point(x: inside.x, y: inside.maxY - 1), width: inside.width, style: Style(.dim))
    }
}

/// Which requests a choice of the picker means.
enum ReplayScope: Sendable, Hashable { case marked, request, tag, file, folder, all }

extension Model {
    /// What can be replayed from where the user is, the smallest first.
    func replayChoices() -> [(scope: ReplayScope, job: ReplayJob)] {
        var choices: [(scope: ReplayScope, job: ReplayJob)] = []
        let marked = collections.marked.filter { tree.request($0) != nil }
        if !marked.isEmpty {
            var job = replayJob(Formatting.count(marked.count, "marked request"), requests: Array(marked))
            job.isOfMarks = true
            choices.append((.marked, job))
        }
        if let key = focused.meantRequest(self), let request = tree.request(key) {
            choices.append((.request, replayJob(request.label, requests: [key])))
        }
        if CollectionsPane.hasFocus(self), let tag = tree.selectedTag {
            let keys = tag.requests.filter { tree.request($0)?.settings.isDisabled == false }
            if !keys.isEmpty { choices.append((.tag, replayJob(tag.name, requests: keys))) }
        }
        if let file = focused.meantFile(self), let state = tree.files[file] {
            choices.append((.file, replayJob(state.file.relativePath, files: [file])))
            let folder = PathText.folder(of: state.file.relativePath)
            if !folder.isEmpty, folder != "." { choices.append((.folder, folderJob(folder))) }
        }
        if CollectionsPane.hasFocus(self), case .folder(let folder)? = tree.selectedRow?.kind {
            choices = choices.filter { $0.scope == .marked } + [(.folder, folderJob(folder))]
        }
        choices.append((.all, replayJob("all files", files: tree.filePaths, path: ".")))
        return choices.filter { $0.scope != .all || $0.job.count > 0 }
    }

    private func folderJob(_ folder: String) -> ReplayJob {
        let files = tree.filePaths.filter { tree.files[$0]?.file.relativePath.hasPrefix(folder + "/") == true }
        return replayJob(folder + "/", files: files, path: folder)
    }

    private func replayJob(_ title: String, files: [String], path: String? = nil) -> ReplayJob {
        let open = files.compactMap { tree.files[$0]?.file }
        var job = emptyReplayJob(title)
        job.files = open
        job.paths = path.map { [$0] } ?? open.map(\.relativePath)
        return job
    }

    /// Also those with `# @disabled`: who names a request wants it.
    private func replayJob(_ title: String, requests: [RequestKey]) -> ReplayJob {
        var job = emptyReplayJob(title)
        let named = Dictionary(grouping: requests, by: \.file)
        job.files = tree.filePaths.filter { named[$0] != nil }.compactMap { tree.files[$0]?.file }
        for file in job.files {
            let indexes = (named[file.path] ?? []).compactMap { tree.index(of: $0) }.sorted()
            job.selection.named[file.path] = Set(indexes)
            job.paths += indexes.map { "\(file.relativePath)#\(file.document.requests[$0].id)" }
        }
        return job
    }

    private func emptyReplayJob(_ title: String) -> ReplayJob {
        ReplayJob(
            id: 0, title: title, paths: [], files: [], selection: RunSelection(), place: tree.place,
            environmentName: settings.environmentName, overrides: settings.overrides,
            cache: settings.cacheChoice(else: .noStore), defaults: settings.requestDefaults,
            isContractStrict: settings.isContractStrict, isRecorded: settings.isLogging,
            answers: sending.askedOnce)
    }
}
