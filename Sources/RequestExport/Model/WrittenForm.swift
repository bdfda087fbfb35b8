import Base
import HTTPFormat
import NetEngine
import Workspace

/// The parts of a multipart form as the lines of a request file have them, without the contents of files.
struct WrittenForm {
    struct Part: Hashable {
        var name: String
        var fileName: String?
        var type: String?
        /// A text, or the path of a file as it is written.
        var text = ""
        var path: String?
    }

    private(set) var parts: [Part]

    /// nil if the text is not made of parts that are one text or one file each.
    init?(_ body: String, boundary: String) {
        let mark = "--\(boundary)"
        var parts: [Part] = []
        var part: Part?
        var lines: [Substring] = []
        var isInHead = false
        var isEnded = false
        func finish() -> Bool {
            guard var done = part else { return true }
            guard !done.name.isEmpty else { return false }
            if lines.last == "" { lines.removeLast() }
            if lines.count == 1, let path = Self.path(lines[0]) {
                done.path = path
            } else {
                guard !lines.contains(where: { Self.path($0) != nil }) else { return false }
                done.text = lines.joined(separator: "\n")
            }
            parts.append(done)
            return true
        }
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) where !isEnded {
            let trimmed = line.trimmingWhitespace()
            if trimmed == mark || trimmed == mark + "--" {
                // What is before the first part is not sent as a part.
                guard finish() else { return nil }
                (part, lines, isInHead) = (Part(name: ""), [], true)
                if trimmed == mark + "--" { (part, isEnded) = (nil, true) }
            } else if isInHead {
                guard !trimmed.isEmpty else {
                    isInHead = false
                    continue
                }
                guard let colon = trimmed.firstIndex(of: ":") else { return nil }
                let value = String(trimmed[trimmed.index(after: colon)...]).trimmingWhitespace()
                switch trimmed[..<colon].lowercased() {
                case "content-disposition":
                    let parameters = ContentType.parameters(of: Array(value.utf8))
                    part?.name = parameters.first { $0.name == "name" }?.value ?? ""
                    part?.fileName = parameters.first { $0.name == "filename" }?.value
                case "content-type": part?.type = value
                default: return nil
                }
            } else {
                lines.append(line)
            }
        }
        guard finish(), !parts.isEmpty else { return nil }
        self.parts = parts
    }

    /// The parts without texts whose names mean a secret; a variable is not the secret itself.
    var withoutSecrets: WrittenForm {
        var form = self
        for index in form.parts.indices
        where form.parts[index].path == nil && SecretName.isSecret(form.parts[index].name)
            && !form.parts[index].text.contains(bytes: "{{")
        {
            form.parts[index].text = Redaction.mark
        }
        return form
    }

    /// `< ./path`, but not `<@ path`, whose variables are replaced.
    private static func path(_ line: Substring) -> String? {
        guard line.hasPrefix("<"), line.dropFirst().first == " " else { return nil }
        let path = String(line.dropFirst()).trimmingWhitespace()
        return path.isEmpty ? nil : path
    }
}
