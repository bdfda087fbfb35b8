import Base
import Descriptions
import HTTPFormat
import NetEngine

/// curl commands, one or many, of any shell.
package enum CurlReader: ImportReader {
    package static let kind = ImportKind.curl

    package static func recognises(_ source: ImportSource) -> ImportRecognition {
        guard let file = source.file else { return .no }
        if CurlCommands.recognises(file.bytes, after: .settings) { return .yes }
        let start = file.bytes.prefix(200).drop { $0 <= Byte.space }
        let isPowerShell =
            start.starts(with: "Invoke-WebRequest".utf8) || start.starts(with: "$session = New-Object".utf8)
        return isPowerShell
            ? .unusable("This is PowerShell's Invoke-WebRequest: copy the request as cURL instead.") : .no
    }

    package static func read(
        _ source: ImportSource, progress: (Double) -> Void
    ) throws(ImportError) -> ImportedCollection {
        guard let file = source.file else { throw ImportError("curl commands are read from one file.") }
        let commands = CurlCommands(file.bytes, movesBodies: true, others: .skipped, namesVariables: true)
        var collection = ImportedCollection(kind: .curl, name: "requests")
        collection.notices = skipped(commands.skippedLines, file.path)
        for (index, transfer) in commands.transfers.enumerated() {
            let place = ImportPlace(file: file.path, line: transfer.line)
            guard let lines = transfer.lines,
                let saved = HTTPDocument(bytes: Array(lines.joined(separator: "\n").utf8)).requests.first
            else {
                collection.notices.append(
                    ImportNotice(.lost, "The command is left out. \(problem(with: transfer))", at: place))
                continue
            }
            var request = SavedRequestReading.request(saved, lines: lines, moved: transfer.moved)
            request.place = place
            collection.items.append(.request(request))
            let item = [request.name]
            for remark in transfer.remarks {
                collection.notices.append(ImportNotice(.lost, remark, item: item, at: place))
            }
            collection.notices += variables(of: request, transfer, at: place)
            for file in transfer.files {
                let what = file.field.map { "the form field \(PlainLine.quoted($0))" } ?? "the body"
                let text = RequestWriter.notPart(file.path, for: what)
                collection.notices.append(ImportNotice(.kept, text, item: item, at: place))
            }
            if index % 100 == 0 { progress(Double(index) / Double(commands.transfers.count)) }
        }
        if collection.items.isEmpty {
            guard let first = commands.transfers.first else {
                throw ImportError("There is no curl command in \(file.path).")
            }
            throw ImportError(problem(with: first), at: ImportPlace(file: file.path, line: first.line))
        }
        if let host = collection.items.first.flatMap(name) { collection.name = host }
        return collection
    }

    private static func skipped(_ lines: [Int], _ file: String) -> [ImportNotice] {
        var notices = lines.prefix(mostSkipped).map {
            ImportNotice(
                .lost, "The line is not a curl command; it is left out.", at: ImportPlace(file: file, line: $0))
        }
        if lines.count > mostSkipped {
            let count = lines.count - mostSkipped
            let others =
                count == 1
                ? "1 other line is not a curl command; it is left out."
                : "\(count) other lines are not curl commands; they are left out."
            notices.append(ImportNotice(.lost, others))
        }
        return notices
    }

    private static let mostSkipped = 20

    /// What has to have a value before the request can be sent.
    private static func variables(
        of request: ImportedRequest, _ transfer: CurlCommands.Transfer, at place: ImportPlace
    ) -> [ImportNotice] {
        let ofShell = Set(transfer.variables)
        var names: [String] = []
        for name in request.texts.flatMap(ReferenceNames.references) where !names.contains(name) && names.count < 20 {
            names.append(name)
        }
        return names.filter { !$0.isEmpty }.map { name in
            let shown = PlainLine.quoted(name)
            let text =
                ofShell.contains(name)
                ? "The shell's variable \(shown) is a variable of the request: give it a value."
                : "The two braces around \(shown) make it a variable here; curl sends them as they are."
            return ImportNotice(.kept, text, item: [request.name], at: place)
        }
    }

    private static func problem(with transfer: CurlCommands.Transfer) -> String {
        transfer.problem ?? "It cannot be written as a request."
    }

    /// The host of a request, as a name of the file.
    private static func name(_ item: ImportedItem) -> String? {
        guard case .request(let request) = item else { return nil }
        let server = request.writtenURL.host
        // The colons of an IPv6 address are in brackets.
        let host = server.hasPrefix("[") ? server.dropFirst().prefix { $0 != "]" } : server.prefix { $0 != ":" }
        return host.isEmpty || host.contains(bytes: "{") ? nil : String(host)
    }
}

/// A request of a request file in the words of an import.
enum SavedRequestReading {
    /// - Parameter moved: as of `ImportedBody.lines`.
    static func request(_ saved: SavedRequest, lines: [String], moved: [Int: [UInt8]]) -> ImportedRequest {
        let body = saved.body.text
        let isEmpty = body.isEmpty
        var request = ImportedRequest(
            name: saved.idBesideMethod, method: saved.method, url: saved.target,
            headers: saved.headers.map { ImportedRow($0.name, $0.value, isEnabled: $0.isEnabled) },
            body: isEmpty
                ? .none
                : .lines(
                    body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), moved: moved))
        request.name = title(saved)
        let settings = saved.settings
        request.options = ImportedOptions(
            timeout: settings.timeout, connectTimeout: settings.connectTimeout,
            followsRedirects: settings.followRedirects ? nil : false, verifiesTLS: settings.verifiesTLS ? nil : false,
            httpVersion: saved.httpVersion, retries: settings.retries)
        for line in lines {
            if line.hasPrefix("# @proxy ") { request.options.proxy = String(line.dropFirst(9)) }
            if line == "# @no-proxy" { request.options.proxy = "" }
            if line == "# @no-auto-encoding" { request.options.encodes = false }
            if line == "# @keep-body-comments" { request.options.keepsBodyComments = true }
        }
        return request
    }

    /// `GET /orders`
    private static func title(_ saved: SavedRequest) -> String {
        let path = WrittenURL(saved.target).path
        return "\(saved.method) \(path.isEmpty ? "/" : path)"
    }
}
