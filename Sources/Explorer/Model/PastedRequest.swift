import HTTPFormat
import NetEngine

/// Requests made of what a user pasted: curl commands, a URL, a request line, or the text of a request. Pure.
struct PastedRequest: Sendable, Hashable {
    /// Why a text makes no request.
    struct Refusal: Error, Hashable {
        /// One sentence for the user.
        var sentence: String
    }

    /// As the lines of a request file, with a separator in front of each request.
    let text: String
    /// How many requests the text has.
    let count: Int
    /// One sentence for each difference from what curl would do.
    let notices: [String]
    /// Whether it was made of curl commands.
    let isOfCommands: Bool

    init(_ pasted: String) throws(Refusal) {
        let text = Self.unwrapped(pasted)
        isOfCommands = Self.isCurl(text)
        if isOfCommands {
            let transfers = try Self.transfers(of: text)
            self.text = transfers.map { Self.titled($0.lines.joined(separator: "\n") + "\n") }.joined(separator: "\n")
            count = transfers.count
            var said: Set<String> = []
            notices = transfers.flatMap(\.remarks).filter { said.insert($0).inserted }
        } else {
            guard !text.isEmpty, let block = Self.block(of: text) else {
                let hasSpace = Self.isURL(text) && !text.contains(where: \.isNewline)
                throw Refusal(
                    sentence: hasSpace
                        ? "A URL has no spaces; write %20 for each."
                        : "This is neither a curl command nor a URL nor a request.")
            }
            self.text = block
            count = HTTPDocument(bytes: Array(block.utf8)).requests.count
            notices = []
        }
    }

    /// As an import reads them.
    private static func transfers(of text: String) throws(Refusal) -> [(lines: [String], remarks: [String])] {
        let commands = CurlCommands(Array(text.utf8))
        if let line = commands.strayLine {
            throw Refusal(sentence: "Line \(line) is not a curl command, and curl commands stand alone.")
        }
        var transfers: [(lines: [String], remarks: [String])] = []
        for transfer in commands.transfers {
            guard let lines = transfer.lines else {
                throw Refusal(sentence: transfer.problem ?? "This curl command cannot be written as a request.")
            }
            transfers.append((lines, transfer.remarks))
        }
        if transfers.isEmpty { throw Refusal(sentence: "The curl command has no URL.") }
        return transfers
    }

    /// Whether a text that was pasted where nothing is typed is meant as a request.
    static func isMeant(by text: String) -> Bool {
        let text = unwrapped(text)
        return isCurl(text) || (isURL(text) && !text.contains(where: \.isWhitespace))
    }

    /// Without what a copy brings along: the prompt of a shell, whitespace around it.
    private static func unwrapped(_ pasted: String) -> String {
        var text = pasted.trimming(\.isWhitespace)
        if text.hasPrefix("$ ") { text = text.dropFirst(2) }
        return String(text).replacing(bytes: "\r\n", with: "\n")
    }

    private static func isCurl(_ text: String) -> Bool {
        text.hasPrefix("curl ") || text.hasPrefix("curl\n")
            // Lines with # are the title and the tags of a request then, and no comments of a shell.
            || !text.hasPrefix("###") && CurlCommands.recognises(Array(text.utf8))
    }

    private static func isURL(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower.hasPrefix("http://") || lower.hasPrefix("https://")
    }

    private static func block(of text: String) -> String? {
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
