import Base
import Contract
import Descriptions
import HTTPFormat
import NetEngine
import OpenAPI
import TerminalUI
import Workspace

/// The documented links of the response in view: where each leads, and with which values. Enter opens that operation with them filled in.
struct LinkPicker: OverlayPart {
    private let job: LinkJob
    /// nil until their values are there.
    private var links: [FollowedLink]?
    private var list = ListSelection()

    private static let detailRows = 6

    static func open(on model: inout Model) -> [Effect] {
        switch model.linkJob {
        case .success(let job):
            model.overlays.show(LinkPicker(job: job))
            return [.readLinks(job)]
        case .failure(let stop):
            if let sentence = stop.sentence { model.say(sentence) }
            return []
        }
    }

    fileprivate init(job: LinkJob) { self.job = job }

    /// Takes the links of a response; the one that is waited for is followed.
    static func take(_ id: ExchangeID, _ links: [FollowedLink], on model: inout Model) -> [Effect] {
        var followed: (link: FollowedLink, described: DescribedFile)?
        model.overlays.modify(LinkPicker.self) { picker in
            guard id == picker.job.exchange.id else { return }
            picker.links = links
            guard let index = links.firstIndex(where: { $0.place == picker.job.wanted }) else { return }
            picker.list.index = index
            followed = (links[index], picker.job.described)
        }
        return followed.map { model.follow($0.link, of: $0.described) } ?? []
    }

    private var chosen: FollowedLink? {
        guard let links, links.indices.contains(list.index) else { return nil }
        return links[list.index]
    }

    var title: SafeText { "Links of the response" }
    var keys: [(String, String)] {
        (chosen?.target == nil ? [] : [("Enter", "follow")]) + ((links?.count ?? 0) > 1 ? [("j k", "select")] : [])
            + [("Esc", "close")]
    }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.wideWidth, rows: max(1, links?.count ?? 1) + Self.detailRows)
    }

    private func listHeight(_ height: Int) -> Int { max(1, min(links?.count ?? 1, height - Self.detailRows)) }

    func row(at row: Int, in content: Rect) -> Int? { row < listHeight(content.height) ? list.top + row : nil }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let page = listHeight(content(on: model.window.size).height)
        if let step = model.scrollStep(key, page: page, count: links?.count ?? 0) {
            list.index += step
            return []
        }
        switch key {
        case .escape, "q", "F": model.overlays.close()
        case .enter: return chosen.map { model.follow($0, of: job.described) } ?? []
        default: break
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard links?.indices.contains(row) == true else { return [] }
        list.index = row
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        list.settle(links?.count ?? 0, in: listHeight(content.height))
    }

    // MARK: Drawing

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        guard let links else {
            buffer.draw("Reading the response.", at: Point(x: content.x, y: content.y), style: Style(.pending))
            return
        }
        let height = listHeight(content.height)
        let arrow = buffer.glyphs.usesWords ? " leads to " : "  > "
        List(count: links.count, selection: list, isFocused: true) { place in
            let link = links[place]
            let target = link.target.map { "\($0.method) \($0.path)" } ?? "nowhere"
            return Line(
                [
                    Span(SafeText(link.name), .key), Span(SafeText(arrow), .dim),
                    Span(SafeText(target), link.target == nil ? .failure : .url),
                ], trailing: link.problems.isEmpty ? [] : [Span("! ", .warning)])
        }.draw(in: Rect(x: content.x, y: content.y, width: content.width, height: height), on: &buffer)
        guard let chosen else { return }
        buffer.drawWrapped(Self.detail(chosen), in: content.dropping(height + 1), style: .text)
    }

    private static func detail(_ link: FollowedLink) -> [String] {
        var lines = link.problems
        let values = link.values.parameters.sorted {
            ($0.key.name, $0.key.location.rawValue) < ($1.key.name, $1.key.location.rawValue)
        }
        lines += values.map { "\($0.key.location.rawValue) \($0.key.name) = \(String($0.value.text.prefix(200)))" }
        if let body = link.values.body { lines.append("body = \(String(body.text.prefix(200)))") }
        if let server = link.server { lines.append(LinkJob.sentence(server: server)) }
        if let text = link.text { lines.append(text) }
        return lines
    }
}

extension Model {
    /// The links of the response in view; a sentence if it has none.
    var linkJob: Result<LinkJob, EditStop> {
        guard let exchange = response.exportedExchange, let status = exchange.response?.status else {
            return .failure(
                EditStop(sentence: response.reasonForNone("There is no response whose links could be followed.")))
        }
        guard let key = current?.key, let subject = docsSubject(of: key), let collection = subject.described.openAPI
        else { return .failure(EditStop(sentence: "No description says where this response leads.")) }
        let entry = collection.operations[subject.index]
        let documented = ContractCheck.response(for: status, of: collection.api.operation(entry))
        guard documented?.links.isEmpty == false else {
            return .failure(
                EditStop(
                    sentence:
                        "\(collection.fileName) documents no links of \(entry.method) \(entry.path) for the status "
                        + "\(status)."))
        }
        return .success(LinkJob(exchange: exchange, described: subject.described, operation: subject.index))
    }

    /// Enter on a documented link: with the values of the response in view, if it has that link, else as the operation is.
    mutating func follow(_ documented: DocumentedLink, of subject: DocsSubject) -> [Effect] {
        guard let collection = subject.described.openAPI else { return [] }
        let api = collection.api
        if case .success(var job) = linkJob, job.described == subject.described, job.operation == subject.index,
            let status = job.exchange.response?.status,
            ContractCheck.response(for: status, of: api.operation(collection.operations[subject.index]))?.status
                == documented.status
        {
            job.wanted = documented.link.place
            overlays.show(LinkPicker(job: job))
            return [.readLinks(job)]
        }
        switch Links.target(of: documented.link, api) {
        case .failure(let failure):
            say("The link \(quoted(documented.link.name)) leads nowhere: \(failure.reason).", .failure)
            return []
        case .success(let target):
            guard let index = collection.operations.firstIndex(of: target),
                let key = tree.key(subject.described.path, index)
            else {
                say(cannotOpenOperation(of: subject.described), .warning)
                return []
            }
            let effects = go(to: key)
            say("There is no response \(documented.status) to fill in from: the operation is as it was.")
            return effects
        }
    }

    private func cannotOpenOperation(of described: DescribedFile) -> String {
        let name = tree.relativePath(of: described.path)
        return tree.files[described.path] == nil
            ? "\(name) is not in this collection: open it to follow its links."
            : "The description was read again meanwhile: open the links of the response once more."
    }

    /// Opens the operation that a link leads to, with its values filled in: an edit like any other.
    mutating func follow(_ link: FollowedLink, of described: DescribedFile) -> [Effect] {
        guard let target = link.target else {
            say(link.problems.first ?? "The link \(quoted(link.name)) leads nowhere.", .failure)
            return []
        }
        guard let collection = described.openAPI, let index = collection.operations.firstIndex(of: target),
            let key = tree.key(described.path, index)
        else {
            say(cannotOpenOperation(of: described), .warning)
            return []
        }
        _ = expand(key)
        guard let request = tree.request(key) else { return [] }
        let (values, left) = withoutPrivate(link.values)
        var text = collection.block(of: index, values: values, server: link.server).text
        while text.hasSuffix("\n\n") { text.removeLast() }
        do throws(EditStop) { try edit(key.file, by: .replaceLines(request.lines, with: text)) } catch {
            return stop(error)
        }
        overlays.close()
        let effects = go(to: key)
        let names = values.parameters.keys.map(\.name).sorted() + (values.body == nil ? [] : ["the body"])
        var sentence =
            names.isEmpty
            ? "The link \(quoted(link.name)) fills in nothing."
            : "Filled in from the response: \(listed(names, most: 5)). \(keyName(.send)) sends it, \(keyName(.undo)) takes it back."
        if !link.problems.isEmpty { sentence = link.problems.joined(separator: " ") + " " + sentence }
        if !left.isEmpty {
            sentence += " Left out, because others see the request: the private \(listed(left, most: 5))."
        }
        if let server = link.server { sentence += " " + LinkJob.sentence(server: server) }
        say(sentence, link.problems.isEmpty && link.server == nil && left.isEmpty ? .info : .warning)
        return effects
    }

    /// Links may name headers and parameters of the request that was sent, whose values may come from private files.
    /// - Returns: what may be written into a request, and the names of what may not.
    private func withoutPrivate(
        _ values: OperationRequest.Values
    ) -> (values: OperationRequest.Values, left: [String]) {
        func isPrivate(_ value: JSONOutput) -> Bool {
            let text = if case .string(let text) = value { text } else { value.text }
            return privates.texts.contains { text.contains(bytes: $0) }
        }
        var (rest, left) = (values, [String]())
        for (parameter, value) in values.parameters where isPrivate(value) {
            rest.parameters[parameter] = nil
            left.append(parameter.name)
        }
        left.sort()
        if let body = values.body, isPrivate(body) {
            rest.body = nil
            left.append("body")
        }
        return (rest, left)
    }
}
