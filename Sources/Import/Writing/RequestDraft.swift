import Base
import HTTPFormat

/// The parts of one block, as lines.
struct RequestDraft {
    struct Header {
        var name: String
        var value: String
        var isEnabled = true
    }

    var title = ""
    var id = ""
    /// Without `# `.
    var remarks: [String] = []
    /// Without `# `.
    var scripts: [String] = []
    /// `@key value`
    var metadata: [String] = []
    /// `@name = value`
    var variables: [String] = []
    /// Scripts above the request line, with their marks.
    var above: [String] = []
    /// How many they are.
    var scriptsAbove = 0
    /// The request line and the lines that continue it.
    var target: [String] = []
    var headers: [Header] = []
    var body: [String] = []
    var captures: [String] = []
    var outputFile: String?

    var text: String {
        var lines = ["### \(title)", "# @name \(id)"]
        lines += remarks.map { $0.isEmpty ? "#" : "# \($0)" }
        lines += metadata.map { "# \($0)" }
        if !scripts.isEmpty { lines += [""] + scripts.map { $0.isEmpty ? "#" : "# \($0)" } }
        lines += variables
        lines += above
        lines += target
        for header in headers {
            let line = header.value.isEmpty ? "\(header.name):" : "\(header.name): \(header.value)"
            lines.append(header.isEnabled ? line : "# \(line)")
        }
        if !body.isEmpty { lines += [""] + body }
        if !captures.isEmpty { lines += [""] + captures }
        if let outputFile { lines += ["", ">> \(outputFile)"] }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// Why the reader of request files would not take the block as it is meant.
    enum Misreading: Hashable { case title, head, body }

    /// - Parameter method: as it is sent.
    func misreading(method: String) -> Misreading? {
        let document = HTTPDocument(bytes: Array(text.utf8))
        guard document.requests.count == 1, let request = document.requests.first, request.name == id else {
            return .body
        }
        let written = request.headers.map { Header(name: $0.name, value: $0.value, isEnabled: $0.isEnabled) }
        guard request.unsupported == nil, request.method == method.uppercased() || request.method == method,
            written.elementsEqual(
                headers, by: { $0.name == $1.name && $0.value == $1.value && $0.isEnabled == $1.isEnabled })
        else { return .head }
        let scripts = request.handlers.filter { $0.phase == .before }
        guard above.isEmpty || scripts.count == scriptsAbove else { return .head }
        // What scripts above the request set is among the captures.
        let setAbove = scripts.reduce(0) { $0 + $1.settings.count { $0.scope == .global } }
        guard request.body.text == body.joined(separator: "\n"), request.captures.count == captures.count + setAbove,
            request.outputFile?.path == outputFile
        else { return .body }
        guard !document.notices.contains(where: { $0.severity == .error }) else { return .head }
        return request.title == title ? nil : .title
    }
}
