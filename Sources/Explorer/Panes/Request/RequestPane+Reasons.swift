import Base
import Explain
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// What can be said about a request before it is sent.
extension RequestPane {
    /// Its headers, the selected one first, then its method.
    static func explanations(_ model: Model) -> [Explanation] {
        guard let open = model.current, let request = model.currentRequest else { return [] }
        var all = Subjects.of(method: request.method, headers: headers(request), now: model.wallSeconds)
        let enabled = request.headers.indices.filter { request.headers[$0].isEnabled }
        if open.pane.tab == .headers, !open.pane.isTitleSelected,
            let place = enabled.firstIndex(of: open.pane.selection)
        {
            all.insert(all.remove(at: place), at: 0)
        }
        return all
    }

    /// Which header would come from where if it were sent now.
    static func reasons(_ model: Model) -> [ReportLine] {
        guard let request = model.currentRequest else { return [] }
        return [.heading("Headers, if it were sent now")]
            + HeaderOrigins.lines(plan(model, request), userAgent: ProgramVersion.userAgent)
    }

    /// Below the headers that are written: those that the program adds, as far as there is room.
    static func drawAddedHeaders(_ model: Model, _ request: SavedRequest, in rect: Rect, on buffer: inout CellBuffer) {
        guard rect.height > 0 else { return }
        let added = HeaderOrigins.added(plan(model, request), userAgent: ProgramVersion.userAgent)
        let key = model.settings.keymap.label(.explain, in: pane)
        for (offset, line) in added.prefix(rect.height).enumerated() {
            let isCut = offset == rect.height - 1 && added.count > rect.height
            let text = isCut ? "\(added.count - offset) more are added when it is sent; \(key) says why" : line.plain
            buffer.drawTruncated(
                SafeText(text), at: Point(x: rect.x + 3, y: rect.y + offset), width: rect.width - 4, style: Style(.dim))
        }
    }

    private static func plan(_ model: Model, _ request: SavedRequest) -> HeaderOrigins.Plan {
        HeaderOrigins.Plan(
            method: request.sentMethod, host: host(request.target, model.current?.pane.variables.known ?? []),
            headers: sentHeaders(request),
            hasBody: !request.body.text.isEmpty,
            jarCount: request.settings.usesCookieJar ? model.jar?.cookies.count ?? 0 : nil,
            cacheMode: model.settings.cacheChoice().mode(of: request))
    }

    private static func headers(_ request: SavedRequest) -> HeaderFields {
        HeaderFields(request.headers.filter(\.isEnabled).map { HeaderField($0.name, $0.value) })
    }

    /// Those of them that are sent, and what is added for GraphQL.
    private static func sentHeaders(_ request: SavedRequest) -> HeaderFields {
        var fields = headers(request).filter { !request.leavesOut($0) }
        if var type = request.addedContentType(to: fields) {
            type.origin = .engine
            fields.append(type)
        }
        return HeaderFields(fields)
    }

    /// Of a URL as written, with the values of variables that are known and not secret. A variable at the beginning that is not
    /// known may be a whole URL, so it is named as that.
    private static func host(_ target: String, _ uses: [VariableUse]) -> String {
        var url = target
        for use in uses where !use.isSecret && url.contains(bytes: "{{") {
            url = url.replacing(bytes: "{{\(use.name)}}", with: use.value)
        }
        guard let scheme = url.firstRange(of: "://") else {
            let start = String(authority(url[...]))
            return start.hasPrefix("{{") ? "that of \(start)" : start
        }
        return String(authority(url[scheme.upperBound...]).split(separator: "@").last ?? "")
    }

    /// What is before path, query and fragment.
    private static func authority(_ url: Substring) -> Substring { url.prefix { !"/?#".contains($0) } }
}
