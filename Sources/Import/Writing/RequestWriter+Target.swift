import Base
import Descriptions
import HTTPFormat
import NetEngine
import Workspace

extension RequestWriter {
    /// A line is no longer than this if it can be broken at parameters.
    private static let longestTarget = 100

    mutating func writeTarget() {
        var (url, query) = split(named(request.url.trimmingAllWhitespace()))
        if url.isEmpty, query.isEmpty {
            let name = state.unset("url")
            note(.kept, "The request has no URL: give the variable \(name) a value.")
            url = "{{\(name)}}"
        }
        if !url.contains(bytes: "://"), !url.hasPrefix("{{"), !url.hasPrefix("/"), url != "*" { url = "http://" + url }
        let own = query.isEmpty ? [] : query.split(separator: "&").map { RequestLineText.url(String($0)) }
        var pieces = own.map { (text: $0, isEnabled: true) }
        for row in parameters { pieces.append((parameter(row), row.isEnabled)) }
        pieces.removeAll { $0.text.isEmpty }
        var line = "\(method) \(RequestLineText.url(url))"
        let length = pieces.reduce(line.utf8.count) { $0 + $1.text.utf8.count + 1 }
        let isShort = pieces.allSatisfy(\.isEnabled) && (length <= Self.longestTarget || pieces.count < 2)
        let version = request.options.httpVersion.map { " HTTP/\($0)" } ?? ""
        var separator = "?"
        guard !isShort else {
            for piece in pieces {
                line += separator + piece.text
                separator = "&"
            }
            draft.target = [line + version]
            return
        }
        // A line that begins with two question marks is a check.
        if let first = pieces.firstIndex(where: \.isEnabled), pieces[first].text.hasPrefix("?") {
            line += separator + pieces.remove(at: first).text
            separator = "&"
        }
        draft.target = [line + version]
        for piece in pieces where piece.isEnabled {
            draft.target.append("    \(separator)\(piece.text)")
            separator = "&"
        }
        for piece in pieces where !piece.isEnabled { draft.target.append("    # &\(piece.text)") }
    }

    /// The URL without its query, and the query; the fragment is never sent.
    private func split(_ url: String) -> (url: String, query: String) {
        var isInReference = false
        var question: String.Index?
        var end = url.endIndex
        var index = url.startIndex
        while index < url.endIndex {
            let character = url[index]
            let next = url.index(after: index)
            if character == "{", next < url.endIndex, url[next] == "{" {
                isInReference = url[next...].firstRange(of: "}}") != nil
            } else if character == "}", isInReference {
                isInReference = false
            } else if !isInReference, character == "#" {
                end = index
                break
            } else if !isInReference, character == "?", question == nil {
                question = index
            }
            index = next
        }
        guard let question else { return (String(url[..<end]), "") }
        return (String(url[..<question]), String(url[url.index(after: question)..<end]))
    }

    /// A row as it is written in a query or a form.
    mutating func parameter(_ row: ImportedRow) -> String {
        func written(_ text: String, isName: Bool) -> String {
            row.isEncoded
                ? RequestLineText.url(text) : RequestLineText.oneLine(ParameterText.written(text, isName: isName))
        }
        let name = written(named(row.name), isName: true)
        if row.isNameOnly { return name }
        let value = written(named(row.value), isName: false)
        guard row.isEnabled, SecretName.isSecret(row.name), SecretName.isLiteral(value), !value.contains(bytes: "\\{")
        else {
            return name.isEmpty && value.isEmpty ? "" : "\(name)=\(value)"
        }
        return "\(name)=\(secret(value, named: row.name))"
    }
}
