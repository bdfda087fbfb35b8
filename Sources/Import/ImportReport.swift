import Base
import NetEngine
import OpenAPI

/// What an import would write, and what of the source would be lost: for users, and as JSON.
package struct ImportReport: Sendable {
    private let files: ImportedFiles
    private let place: String
    private let logs: Bool

    /// - Parameters:
    ///   - place: the new folder or file, as the user sees it.
    ///   - logs: whether recorded responses go into the request log.
    package init(_ files: ImportedFiles, place: String, logs: Bool) {
        self.files = files
        self.place = place
        self.logs = logs
    }

    /// `3 files`
    package var fileCount: String { Formatting.count(shown.count, "file") }

    /// The files that are written. Of values that go into the files of a folder, those that get one; its `.gitignore` may have the
    /// line already.
    private var shown: [ImportedFiles.File] {
        guard !files.values.isEmpty else { return files.files }
        return files.files.filter { file in
            file.path != ".gitignore" && files.values.contains { $0.isSecret == file.isPrivate }
        }
    }

    /// Where a file is: in the new folder, or the place itself for one file, whose name may have got a number.
    private func path(of file: ImportedFiles.File) -> String {
        files.folder == nil && files.values.isEmpty ? place : file.path
    }

    /// The preview, line by line.
    package var lines: [SafeText] { tree + history + losses }

    /// What would be written.
    package var tree: [SafeText] {
        var lines = [SafeText("\(files.kind.title): \(summary)")]
        if let folder = files.folder {
            lines.append(SafeText("\(place.isEmpty ? folder : place)/"))
        } else if files.values.isEmpty {
            lines.append(SafeText("\(place)\(detail(files.files[0]))"))
            return lines
        } else {
            lines.append(SafeText("\(place)/"))
        }
        for file in shown {
            lines.append(SafeText("  \(file.path)\(detail(file))"))
        }
        return lines
    }

    private var summary: String {
        var parts: [String] = []
        if files.requestCount > 0 { parts.append(Formatting.count(files.requestCount, "request")) }
        if !files.environments.isEmpty { parts.append(Formatting.count(files.environments.count, "environment")) }
        if !files.secrets.isEmpty { parts.append(Formatting.count(files.secrets.count, "secret")) }
        return parts.isEmpty ? "values for all environments" : parts.joined(separator: ", ")
    }

    private func detail(_ file: ImportedFiles.File) -> String {
        if !file.requests.isEmpty { return "  \(Formatting.count(file.requests.count, "request"))" }
        if file.isPrivate { return "  \(Formatting.count(files.secrets.count, "secret")), for this user only" }
        if file.path.hasSuffix("http-client.env.json"), !files.environments.isEmpty {
            return "  \(files.environments.joined(separator: ", "))"
        }
        return ""
    }

    /// What becomes of recorded responses.
    private var history: [SafeText] {
        let count = files.recorded.count
        guard count > 0 else { return [] }
        let what = Formatting.count(count, "recorded response")
        let (be, become) = count == 1 ? ("is", "goes") : ("are", "go")
        return [
            "",
            SafeText(
                logs
                    ? "\(what) \(become) into the history of \(count == 1 ? "its request" : "their requests")."
                    : "\(what) \(be) left out: nothing is logged."),
        ]
    }

    /// What is not as in the source, item by item.
    package var losses: [SafeText] {
        var lines: [SafeText] = []
        for severity in ImportNotice.Severity.allCases.reversed() {
            let notices = files.notices.filter { $0.severity == severity }
            guard !notices.isEmpty else { continue }
            lines.append("")
            lines.append(SafeText("\(Self.title(severity)) (\(notices.count)):"))
            for notice in notices { lines.append(SafeText("  " + Self.text(notice))) }
        }
        return lines
    }

    private static func title(_ severity: ImportNotice.Severity) -> String {
        switch severity {
        case .lost: "Lost"
        case .kept: "Needs your attention"
        case .changed: "Written in another way"
        }
    }

    private static func text(_ notice: ImportNotice) -> String {
        let item = notice.item.isEmpty ? "" : notice.item.joined(separator: " / ") + ": "
        return "\(item)\(notice.text)\(notice.place.map { " (\($0))" } ?? "")"
    }

    /// - Parameters:
    ///   - written: the paths that were made; empty if nothing was written.
    ///   - stored: how many recorded responses are in the request log now.
    package func json(written: [String], stored: Int = 0) -> JSONOutput {
        [
            "kind": .string(files.kind.rawValue), "place": .string(place),
            "requests": .number(files.requestCount),
            "files": .array(
                shown.map { file in
                    [
                        "path": .string(path(of: file)), "private": .bool(file.isPrivate),
                        "requests": .array(file.requests.map { .string($0) }),
                    ]
                }),
            "environments": .array(files.environments.map { .string($0) }),
            "secrets": .array(files.secrets.map { .string($0) }),
            "notices": .array(
                files.notices.map { notice in
                    [
                        "severity": .string(notice.severity.rawValue),
                        "item": .array(notice.item.map { .string($0) }), "text": .string(notice.text),
                        "file": .optional(notice.place?.file), "line": .optional(notice.place?.position.line),
                        "column": .optional(notice.place?.position.column),
                    ]
                }),
            "responses": ["recorded": .number(files.recorded.count), "stored": .number(stored)],
            "written": .array(written.map { .string($0) }),
        ]
    }
}
