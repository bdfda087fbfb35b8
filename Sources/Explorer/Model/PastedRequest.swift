import HTTPFormat
import NetEngine

/// A request made of what a user pasted: a curl command, a URL, a request line, or the text of a request. Pure.
struct PastedRequest: Sendable, Hashable {
    /// As the lines of a request file, with a separator in front.
    let text: String

    /// nil if the text is none of these; the sentence says what it could be.
    init?(_ pasted: String) {
        let text = Self.unwrapped(pasted)
        guard !text.isEmpty, let block = Self.block(of: text) else { return nil }
        self.text = block
    }

    /// Whether a text that was pasted where nothing is typed is meant as a request.
    static func isMeant(by text: String) -> Bool {
        let text = unwrapped(text)
        return isCurl(text) || (isURL(text) && !text.contains(where: \.isWhitespace))
    }

    /// Without what a copy brings along: the prompt of a shell, whitespace around it.
    private static func unwrapped(_ pasted: String) -> String {
        var text = Substring(pasted)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.hasPrefix("$ ") { text = text.dropFirst(2) }
        return String(text).replacing(bytes: "\r\n", with: "\n")
    }

    private static func isCurl(_ text: String) -> Bool { text.hasPrefix("curl ") || text.hasPrefix("curl\n") }

    private static func isURL(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower.hasPrefix("http://") || lower.hasPrefix("https://")
    }

    private static func block(of text: String) -> String? {
        if isCurl(text) {
            let document = HTTPDocument(bytes: Array("### \(text)\n".utf8.dropFirst(4)))
            guard document.requests.count == 1, document.requests[0].curl != nil else { return nil }
            // One that a request cannot express stays a curl command, which is sent all the same.
            let converted = (try? document.applying(.convertCurl, toRequest: 0)) ?? document
            return titled(String(decoding: converted.bytes, as: UTF8.self))
        }
        if !text.contains(where: \.isWhitespace) {
            guard isURL(text) || text.hasPrefix("{{") || text.contains(bytes: ".") || text.hasPrefix("localhost") else {
                return nil
            }
            let hasScheme = text.contains(bytes: "://") || text.hasPrefix("{{")
            return titled("GET \(hasScheme ? text : "http://" + text)\n")
        }
        let document = HTTPDocument(bytes: Array((text + "\n").utf8))
        guard let first = document.requests.first, HTTPWord.isMethodLine(text, first), first.unsupported == nil else {
            return nil
        }
        return text.hasPrefix("###") ? text + "\n" : titled(text + "\n")
    }

    /// With a title that tells what it is about: the last step of its path.
    private static func titled(_ block: String) -> String {
        if block.hasPrefix("###") { return block }
        guard let request = HTTPDocument(bytes: Array(block.utf8)).requests.first else { return block }
        var path = request.target.prefix { $0 != "?" && $0 != "#" }
        if let scheme = path.firstRange(of: "://") { path = path[scheme.upperBound...] }
        let step = path.split(separator: "/").last.map(String.init) ?? request.target
        return "### \(request.method) \(step)\n\(block)"
    }
}

private enum HTTPWord {
    /// Whether a text begins with the line of its first request, and is not taken for one by accident.
    static func isMethodLine(_ text: String, _ request: SavedRequest) -> Bool {
        text.hasPrefix("###") || text.hasPrefix(request.method + " ")
    }
}
