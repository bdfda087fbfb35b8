import Base
import HTTPFormat
import NetEngine
import Settings
import TerminalUI

extension RequestPane {
    /// What the metadata lines of the request set, and what holds without them.
    /// Each notice of an option's line is below that option, all others at the top.
    /// - Parameter configured: the defaults of the user.
    static func optionLines(
        _ request: SavedRequest, _ notices: [PlacedNotice] = [], width: Int = 80,
        configured: EffectiveSettings = EffectiveSettings()
    ) -> [Line] {
        let settings = request.settings
        func option(
            _ name: String, _ value: String, isSet: Bool, from id: SettingID? = nil
        ) -> (name: String, line: Line) {
            let padded = name + String(repeating: " ", count: max(1, 22 - name.count))
            let line = Line(
                [Span(SafeText(padded), .headerName), Span(SafeText(value), isSet ? .text : .dim, isSet ? .bold : [])],
                trailing: [Span(isSet ? "set in the request" : origin(id), .dim)])
            return (name, line)
        }
        func origin(_ id: SettingID?) -> SafeText {
            SafeText(id.map { configured.entry($0).source.words } ?? "default")
        }
        func onOff(_ name: String, _ value: Bool, default normal: Bool) -> (name: String, line: Line) {
            option(name, value ? "yes" : "no", isSet: value != normal)
        }
        var options = [
            onOff("follow redirects", settings.followRedirects, default: true),
            onOff("cookie jar", settings.usesCookieJar, default: true),
            onOff("write to history", settings.logs, default: true),
            onOff("encode the URL", settings.autoEncodes, default: true),
            onOff("verify TLS", settings.verifiesTLS, default: true),
            option(
                "cache", (settings.cacheMode ?? configured.cache ?? .default).rawValue,
                isSet: settings.cacheMode != nil, from: .cache),
            option(
                "timeout", (settings.timeout ?? configured.timeout).map(DurationText.setting) ?? "60 s",
                isSet: settings.timeout != nil, from: .timeout),
            option(
                "connection timeout",
                (settings.connectTimeout ?? configured.connectTimeout).map(DurationText.setting) ?? "10 s",
                isSet: settings.connectTimeout != nil, from: .connectTimeout),
            option(
                "max body",
                (settings.maxBody ?? configured.maxBody).map { $0 == .max ? "none" : Formatting.byteCount($0) }
                    ?? "none", isSet: settings.maxBody != nil, from: .maxBody),
            option("HTTP version", request.httpVersion ?? "automatic", isSet: request.httpVersion != nil),
            option(
                "body must be", ExpectationSyntax.words(settings.expects), isSet: settings.expects != .anything),
        ]
        if let name = request.name { options.insert(option("name", name, isSet: true), at: 0) }
        if let text = graphQLText(request) { options.append(option("sent as GraphQL", text, isSet: true)) }
        if settings.isDisabled { options.append(option("disabled", "yes", isSet: true)) }
        if let note = settings.note {
            options.append(option("confirm first", note.isEmpty ? "yes" : note, isSet: true))
        }
        let names = Set(options.map(\.name))
        let own = notices.filter { $0.tab == .options }
        let others = own.filter { notice in notice.option.map { !names.contains($0) } ?? true }
        var lines = others.flatMap { $0.lines(width: width - 2) }
        lines += (request.documentation?.split(separator: "\n") ?? []).map { Line(SafeText($0), Style(.dim)) }
        for option in options {
            lines.append(option.line)
            for notice in own where notice.option == option.name { lines += notice.lines(width: width - 2) }
        }
        return lines
    }

    /// What a GraphQL request is sent as, as far as its text shows before variables are replaced.
    private static func graphQLText(_ request: SavedRequest) -> String? {
        guard request.graphQL != nil else { return nil }
        let method = request.graphQL == .method ? "POST" : request.method
        do throws(GraphQLRequest.Problem) {
            let query = try GraphQLRequest(request.body.text)
            var parts = ["\(method) with query"]
            if let name = query.operationName { parts.append("operationName \(name)") }
            parts.append(query.variables.map { "variables \(String($0.prefix(60)))" } ?? "no variables")
            return parts.joined(separator: ", ")
        } catch {
            // A file's name in place of a query: what is sent is known when it is read.
            return "\(method) with the query as JSON"
        }
    }
}

extension SavedRequest {
    /// A word for the tab: `json`, `xml`, `file`, `text`.
    var bodyKind: String {
        if body.text.hasPrefix("< ") || body.text.hasPrefix("<@") { return "file" }
        let known = bodyExtension
        return known == "txt" ? "text" : known
    }

    /// The file name extension by which an editor knows what the body is.
    var bodyExtension: String {
        let type = headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        return switch true {
        case _ where type.contains("json"): "json"
        case _ where type.contains("xml"): "xml"
        case _ where type.contains("html"): "html"
        case _ where type.contains("graphql"): "graphql"
        default: "txt"
        }
    }
}
