import Base
import NetEngine

/// A curl command line, parsed into the request that curl would send (HTTP-FORMAT §17).
///
/// Options that only change curl's output are ignored; options that are not supported are named in `remarks`.
struct CurlCommand: Sendable, Hashable {
    /// A part of the body. Several are joined in the order given (`joinedData`).
    enum Data: Sendable, Hashable {
        /// Sent as written.
        case text(String)
        /// The content of a file, without its line breaks where curl drops them (`-d @file`).
        case file(String, dropsLineBreaks: Bool)
        /// Bytes that are not text.
        case bytes([UInt8])
    }

    struct FormPart: Sendable, Hashable {
        enum Content: Sendable, Hashable {
            case text(String)
            /// `@file` is sent with its file name, `<file` as if its content had been typed.
            case file(String, isNamed: Bool)
        }
        var name: String
        var content: Content
        var type: String?
        var fileName: String?
    }

    struct Header: Sendable, Hashable {
        var name: String
        var value: String
    }

    var url = ""
    /// `--request-target`: a path or `*` that replaces the URL's path and query.
    var requestTarget: String?
    /// `-X`; nil if the method follows from the other options.
    var method: String?
    var headers: [Header] = []
    /// Names of curl's own headers that are not sent, in lower case (`-H 'Accept:'`).
    var removedHeaders: Set<String> = []
    var data: [Data] = []
    /// The places in `data` of what `--json` gives.
    private(set) var jsonData: Set<Int> = []
    var form: [FormPart] = []
    var upload: String?
    /// From `--url-query`, and the data with `-G`.
    var query: [String] = []
    var isHead = false
    var sendsDataAsQuery = false
    /// Of `-e`; curl sends none if it is empty.
    private(set) var referer = ""
    var user: String?
    /// The flags that say how `--user` logs in, such as `digest`.
    var loginFlags: Set<String> = []
    /// Those for the proxy, without their `proxy-`.
    var proxyLoginFlags: Set<String> = []
    var followsRedirects = false
    /// `--compressed`.
    private var decodesBody = false
    var checksCertificate = true
    var version: String?
    var timeout: String?
    var connectTimeout: String?
    /// `--retry`, as it is written after `# @retry`.
    private(set) var retries = 0
    var proxy: String?
    var proxyUser: String?
    var usesNoProxy = false
    /// `aws:amz:region:service`, as `--aws-sigv4` has it.
    var signature: String?
    /// URLs after the first: curl sends one request for each.
    private(set) var furtherURLs: [String] = []
    /// Why curl would send nothing: one sentence each.
    private(set) var refusals: [String] = []
    /// One sentence for each difference from what curl would do.
    private(set) var remarks: [String] = []
    private var remarked: Set<String> = []
    private let input: [UInt8]?

    /// - Parameters:
    ///   - words: the words of the command, `curl` first.
    ///   - input: what is piped into the command; nil for nothing that is known.
    init(_ words: [String], input: [UInt8]? = nil) {
        self.input = input
        var reader = Arguments(words: Array(words.dropFirst()))
        var endsOptions = false
        while let word = reader.next() {
            if word == "--", !endsOptions {
                endsOptions = true
            } else if endsOptions || word == "-" || !word.hasPrefix("-") {
                take(url: word)
            } else if word.hasPrefix("--") {
                take(String(word.dropFirst(2)), &reader)
            } else {
                takeShort(word.dropFirst(), &reader)
            }
        }
        remarkFiles()
        remarkLogins()
        if decodesBody { leaveOutAcceptEncoding() }
        if retries > 0, HTTPMethod(sentMethod)?.isIdempotent != true {
            retries = 0
            remark("curl's --retry has no effect here: only methods that may be repeated are sent again.")
        }
    }

    /// With `--compressed` curl decodes the body whatever the header says; of a request that has the header it stays as it is received.
    private mutating func leaveOutAcceptEncoding() {
        func isLeftOut(_ header: Header) -> Bool {
            AcceptEncoding.asksToDecode(name: header.name, value: header.value)
        }
        for header in headers where isLeftOut(header) && !AcceptEncoding.isUsual(header.value) {
            remark(
                "curl's Accept-Encoding: \(header.value) is left out: with it the body would not be decoded, as --compressed asks."
            )
        }
        headers.removeAll(where: isLeftOut)
    }

    /// What of a file of `-d` is not done.
    private mutating func remarkFiles() {
        if sendsDataAsQuery, data.contains(where: { if case .bytes = $0 { true } else { false } }) {
            remark("What is piped into curl, which it would add to the URL, is not text and is left out.")
        }
        for case .file(let path, let dropsLineBreaks) in data {
            if sendsDataAsQuery {
                remark("The file \(path), which curl would add to the URL, is left out.")
            } else if dropsLineBreaks, data.count == 1 {
                remark("The line breaks of \(path), which curl leaves out of -d @FILE, are sent.")
            }
        }
    }

    private struct Arguments {
        var words: [String]
        var place = 0

        mutating func next() -> String? {
            guard place < words.count else { return nil }
            place += 1
            return words[place - 1]
        }
    }

    private mutating func take(url text: String) {
        if url.isEmpty {
            url = text
        } else {
            furtherURLs.append(text)
            remark("Only the first URL of a curl command is sent.")
        }
    }

    mutating func remark(_ sentence: String) {
        if remarked.insert(sentence).inserted { remarks.append(sentence) }
    }

    /// Reads `-sSL`, `-XPOST`, `-d@file`: several flags in one word; the last may take the rest as its value.
    private mutating func takeShort(_ letters: Substring, _ reader: inout Arguments) {
        var rest = letters
        while let letter = rest.popFirst() {
            guard let name = Self.shortNames[letter] else {
                remark("curl's -\(letter) is not known and has no effect here.")
                refuse("curl knows no option -\(letter).")
                continue
            }
            guard Self.takesValue(name) else {
                takeFlag(name)
                continue
            }
            if let value = rest.isEmpty ? reader.next() : String(rest) {
                take(name, value)
            } else {
                refuse("curl's -\(letter) needs a value.")
            }
            return
        }
    }

    /// Reads `--name value`, or `--name=value`, as curl does since 8.16.
    private mutating func take(_ word: String, _ reader: inout Arguments) {
        var name = word
        var glued: String?
        if let equals = word.utf8.firstIndex(of: Byte.equals), Self.mayHaveValue(String(word[..<equals])) {
            name = String(word[..<equals])
            glued = String(word[word.utf8.index(after: equals)...])
        }
        guard Self.mayHaveValue(name) else { return takeFlag(name) }
        let given = glued ?? reader.next()
        if name.hasPrefix("expand-") {
            // Its value is made of variables of curl.
            return refuseWithRemark("curl's --\(name) is not read: write the value out.")
        }
        guard let value = given else { return refuseWithRemark("curl's --\(name) needs a value.") }
        take(name, value)
    }

    private static func mayHaveValue(_ name: String) -> Bool { name.hasPrefix("expand-") || takesValue(name) }

    mutating func refuseWithRemark(_ sentence: String) {
        refuse(sentence)
        remark(sentence)
    }

    private mutating func refuse(_ sentence: String) { if refusals.count < 20 { refusals.append(sentence) } }

    /// Whether standard input is sent as a file is: by `-T -` or `-F name=@-`.
    var readsInputAsFile: Bool {
        upload == "-"
            || form.contains { if case .file("-", _) = $0.content { true } else { false } }
    }

    var isJSON: Bool { !jsonData.isEmpty }

    /// The texts of the data as one: curl puts `&` before each but the first, and none before what `--json` gives.
    var joinedData: String {
        var joined = ""
        var isFirst = true
        for (place, item) in data.enumerated() {
            guard case .text(let text) = item else { continue }
            joined += isFirst || jsonData.contains(place) ? text : "&\(text)"
            isFirst = false
        }
        return joined
    }

    /// The files of `-d @FILE`, `-T` and `-F`.
    var sentFiles: [SentFile] {
        var files: [SentFile] = []
        for part in form {
            if case .file(let path, _) = part.content { files.append(.init(path: path, field: part.name)) }
        }
        if let upload { files.append(.init(path: upload)) }
        for case .file(let path, _) in data where !sendsDataAsQuery { files.append(.init(path: path)) }
        return files
    }

    /// Why curl would not send the command: it mixes ways to send that exclude each other.
    var conflict: String? {
        var ways: [String] = []
        if isHead { ways.append("--head") }
        // Data for the URL make a request of their own, though not beside --head.
        if !data.isEmpty, !sendsDataAsQuery || !form.isEmpty || upload != nil {
            ways.append(sendsDataAsQuery ? "--get" : "--data")
        }
        if !form.isEmpty { ways.append("--form") }
        if upload != nil { ways.append("--upload-file") }
        guard ways.count > 1 else { return nil }
        return "curl takes only one of \(ways.joined(separator: " and ")): they are different requests."
    }

    /// Why curl itself would send nothing: one sentence.
    var refusal: String? { refusals.first ?? conflict }

    private static func takesValue(_ name: String) -> Bool { valued.contains(name) || ignoredValued.contains(name) }

    private static func hasNoEffect(_ flag: String) -> Bool {
        ignoredFlags.contains(flag) || notDoneFlags.contains(flag)
    }

    private mutating func takeFlag(_ name: String) {
        switch name {
        case "get": sendsDataAsQuery = true
        case "head": isHead = true
        case "insecure": checksCertificate = false
        case "location": followsRedirects = true
        case "location-trusted":
            followsRedirects = true
            remark("curl's --location-trusted is --location here: the login is not sent to other servers.")
        case "no-get": sendsDataAsQuery = false
        case "no-head": isHead = false
        case "no-insecure": checksCertificate = true
        case "no-location", "no-location-trusted": followsRedirects = false
        case "compressed": decodesBody = true
        case "no-compressed": decodesBody = false
        case "http1.0": version = "1.0"
        case "http1.1": version = "1.1"
        case "http2": version = "2"
        case "http2-prior-knowledge": version = "2 (Prior Knowledge)"
        case "help", "manual", "version", "dump-ca-embed":
            refuseWithRemark("With --\(name) curl only prints something, and sends nothing.")
        case "next": remark("What follows --next is a second transfer and is not sent.")
        case let flag where take(loginFlag: flag): break
        case let flag where Self.ignoredFlags.contains(flag): break
        case let flag where Self.notDoneFlags.contains(flag): remark("curl's --\(flag) has no effect here.")
        // `--no-fail` switches a flag off.
        case let flag where flag.hasPrefix("no-") && Self.hasNoEffect(String(flag.dropFirst(3))): break
        default:
            remark("curl's --\(name) is not known and has no effect here.")
            refuse("curl knows no option --\(name).")
        }
    }

    private mutating func take(_ name: String, _ value: String) {
        switch name {
        case "request": method = value
        case "header": take(header: value)
        case "data", "data-ascii": take(data: value, dropsLineBreaks: true)
        case "data-raw": data.append(.text(value))
        case "data-binary": take(data: value, dropsLineBreaks: false)
        case "json":
            jsonData.insert(data.count)
            take(data: value, dropsLineBreaks: false)
        case "data-urlencode": takeEncoded(value)
        case "form", "form-string": take(form: value, isLiteral: name == "form-string")
        case "user": user = value
        case "oauth2-bearer": headers.append(Header(name: "Authorization", value: "Bearer \(value)"))
        case "cookie":
            if value.contains(bytes: "=") {
                headers.append(Header(name: "Cookie", value: value))
            } else {
                remark("The cookie file \(value) is not read.")
            }
        case "user-agent": take(header: "User-Agent: \(value)")
        // The last one counts. What follows `;auto` is for redirects.
        case "referer": referer = value.firstRange(of: ";auto").map { String(value[..<$0.lowerBound]) } ?? value
        case "url": take(url: value)
        case "url-query": take(query: value)
        // `.` is standard input, too, and no name is no upload.
        case "upload-file": upload = value.isEmpty ? nil : value == "." ? "-" : value
        case "max-time":
            if let seconds = seconds(name, value) { timeout = seconds }
        case "connect-timeout":
            if let seconds = seconds(name, value) { connectTimeout = seconds }
        case "retry": take(retries: value)
        case "proxy": proxy = value
        case "socks4", "socks4a", "socks5", "socks5-hostname":
            proxy = "\(name == "socks5-hostname" ? "socks5h" : name)://\(value)"
        case "proxy-user": proxyUser = value
        case "noproxy":
            if value == "*" { usesNoProxy = true } else { remark("curl's --noproxy \(value) has no effect here.") }
        case "range": headers.append(Header(name: "Range", value: "bytes=\(value)"))
        case "aws-sigv4": signature = value
        case "request-target":
            if value == "*" || value.hasPrefix("/") {
                requestTarget = value
            } else {
                remark("curl's --request-target \(value) has no effect here: it is neither a path nor *.")
            }
        default:
            // A variable may be anything.
            if let form = CurlValueForm.forms[name], !form.allows(value), !value.contains(bytes: "{{") {
                return refuse("curl's --\(name) takes \(form.text), not \(value).")
            }
            if Self.notDone.contains(name) { remark("curl's --\(name) has no effect here.") }
        }
    }

    private mutating func take(retries text: String) {
        guard let number = Int(text), number >= 0 else {
            return refuse("curl's --retry takes a number, not \(text).")
        }
        retries = min(number, RequestOption.maxRetries)
        if number > retries { remark("curl's --retry is \(retries) here, the most that is possible.") }
    }

    /// The value of an option that takes seconds; nil if it is no number.
    private mutating func seconds(_ name: String, _ value: String) -> String? {
        if value.contains(bytes: "{{") { return value }
        guard let number = Double(value), number >= 0, number.isFinite else {
            refuse("curl's --\(name) takes a number of seconds, not \(value).")
            return nil
        }
        guard number > 0 else {
            remark("curl's --\(name) 0, which is no limit, has no effect here.")
            return nil
        }
        return value
    }

    /// Headers that every request gets if it has none, even if its command removes them.
    private static let addedHeaders: Set<String> = ["accept", "host", "user-agent"]

    /// `Name: value`; `Name:` removes one of curl's own headers, `Name;` sends an empty one.
    private mutating func take(header text: String) {
        if text.hasPrefix("@") { return remark("The header file \(text.dropFirst()) is not read.") }
        if let colon = text.firstIndex(of: ":") {
            let name = text[..<colon].trimmingWhitespace()
            let value = text[text.index(after: colon)...].trimmingWhitespace()
            if value.isEmpty {
                removedHeaders.insert(name.lowercased())
                if Self.addedHeaders.contains(name.lowercased()) {
                    remark("curl would send no \(name); here one is added to a request that has none.")
                }
            } else {
                headers.append(Header(name: name, value: value))
            }
        } else if text.hasSuffix(";") {
            headers.append(Header(name: text.dropLast().trimmingWhitespace(), value: ""))
        }
    }

    private mutating func take(data text: String, dropsLineBreaks: Bool) {
        guard text.hasPrefix("@") else { return data.append(.text(text)) }
        guard text == "@-", let input else {
            return data.append(.file(String(text.dropFirst()), dropsLineBreaks: dropsLineBreaks))
        }
        let bytes = dropsLineBreaks ? input.filter { ![Byte.lineFeed, Byte.carriageReturn, 0].contains($0) } : input
        data.append(String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes))
    }

    private mutating func takeEncoded(_ text: String) {
        switch Self.encoded(text) {
        case .text(let encoded): data.append(.text(encoded))
        case .file(let name):
            remark("The file named by --data-urlencode \(text) is not read.")
            // The request has a body all the same.
            data.append(.text(name.isEmpty ? "" : "\(name)="))
        }
    }

    private mutating func take(query text: String) {
        if text.hasPrefix("+") { return query.append(String(text.dropFirst())) }
        switch Self.encoded(text) {
        case .text(let encoded): query.append(encoded)
        case .file: remark("The file named by --url-query \(text) is not read.")
        }
    }

    private enum Encoded {
        case text(String)
        case file(name: String)
    }

    /// `content`, `=content` or `name=content` with the content percent-encoded, or `@file` or `name@file`. A `{{reference}}`
    /// becomes `{{%reference}}`, whose value is encoded once it is known.
    private static func encoded(_ text: String) -> Encoded {
        // With an equals sign an at sign is part of the name.
        guard let equals = text.utf8.firstIndex(of: Byte.equals) else {
            guard let at = text.utf8.firstIndex(of: Byte.at) else { return .text(encode(text)) }
            return .file(name: String(text[..<at]))
        }
        let content = encode(String(text[text.utf8.index(after: equals)...]))
        return .text(equals == text.startIndex ? content : "\(text[..<equals])=\(content)")
    }

    /// The text with what is outside of references, and the references themselves, as these functions make them.
    static func mapped(
        _ text: String, _ literal: (Substring) -> String, reference: (Substring) -> String
    ) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            result += literal(rest[..<open.lowerBound])
            result += reference(rest[open.lowerBound..<close.upperBound])
            rest = rest[close.upperBound...]
        }
        return result + literal(rest)
    }

    /// Percent-encodes a text, and the values of its references once they are known.
    static func encode(_ text: String) -> String {
        mapped(text) { literal in
            PercentEncoding.component(String(literal))
        } reference: { reference in
            encodedReference(reference)
        }
    }

    /// A reference with `%`, so that its value is percent-encoded once it is known. One that has it already, and a dynamic variable, stay
    /// as they are.
    static func encodedReference(_ reference: Substring) -> String {
        let inside = reference.dropFirst(2).dropLast(2).trimmingWhitespace()
        return inside.hasPrefix("%") || inside.hasPrefix("$") ? "{{\(inside)}}" : "{{%\(inside)}}"
    }
}
