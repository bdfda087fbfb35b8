import Base
import NetEngine
import OpenAPI

/// What the address of a server accepts: an origin, and the beginning of a path.
struct ServerPattern: Sendable {
    /// Texts that variables may stand for, in one server.
    static let mostExpansions = 64

    /// As it is written in the description.
    let written: String
    /// In lower case; nil for any.
    private var scheme: String?
    /// nil for any.
    private var host: SegmentPattern?
    /// nil for the scheme's own.
    private var port: Int?
    private var isAnyPort = false
    private(set) var path: [SegmentPattern] = []

    /// - Parameters:
    ///   - url: with variables in braces.
    ///   - values: of variables that are known: each stands for these texts, if one of them has a slash, else for
    ///     anything within a segment.
    ///   - address: where the description is; without it, relative servers are on any host.
    static func patterns(url: String, values: [String: [String]], address: HTTPURL?) -> [ServerPattern] {
        var texts: [[UInt8]] = [[]]
        for part in PathTemplate(url).parts {
            var choices: [[UInt8]] = [[SegmentPattern.mark]]
            switch part {
            case .text(let text): choices = [text.utf8.filter { $0 > Byte.space }]
            case .parameter(let name):
                if let values = values[name], values.contains(where: { $0.contains(bytes: "/") }) {
                    choices = values.map { $0.utf8.filter { $0 > Byte.space } }
                }
            }
            texts = Array(texts.flatMap { text in choices.map { text + $0 } }.prefix(mostExpansions))
        }
        return texts.map { ServerPattern($0, written: url, address: address) }
    }

    private init(_ text: [UInt8], written: String, address: HTTPURL?) {
        self.written = written
        var rest = text[...]
        let colon = ByteSearch.offsets(of: Array("://".utf8), in: text, most: 1).first
        let isAbsolute = colon.map { !text[..<$0].contains(Byte.slash) } ?? false
        if isAbsolute, let colon {
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            if !text[..<colon].contains(SegmentPattern.mark) { scheme = name }
            rest = text[(colon + 3)...]
        } else if text.starts(with: "//".utf8) {
            scheme = address?.scheme.rawValue
            rest = text[2...]
        }
        if isAbsolute || text.starts(with: "//".utf8) {
            let end =
                rest.firstIndex { $0 == Byte.slash || $0 == Byte.questionMark || $0 == Byte.hash } ?? rest.endIndex
            readAuthority(rest[..<end])
            rest = rest[end...]
        } else if let address {
            scheme = address.scheme.rawValue
            host = .literal(Array(address.host.utf8))
            port = address.explicitPort
        }
        let pathEnd = rest.firstIndex { $0 == Byte.questionMark || $0 == Byte.hash } ?? rest.endIndex
        rest = rest[..<pathEnd]
        var segments: [ArraySlice<UInt8>] = []
        // RFC 3986 §5.2.3: a relative path follows the folder of the base.
        if !isAbsolute, rest.first != Byte.slash, let address {
            segments = Array(address.path.utf8).split(separator: Byte.slash, omittingEmptySubsequences: false)
                .dropLast()
        }
        segments += rest.split(separator: Byte.slash, omittingEmptySubsequences: false)
        for segment in segments where !segment.isEmpty && segment != [Byte.dot] {
            if segment == [Byte.dot, Byte.dot] { _ = path.popLast() } else { path.append(SegmentPattern(segment)) }
        }
    }

    private mutating func readAuthority(_ text: ArraySlice<UInt8>) {
        var text = text
        if let at = text.lastIndex(of: Byte.at) { text = text[(at + 1)...] }
        // An IPv6 address has colons in its brackets.
        let bracket = text.lastIndex(of: Byte.closeBracket) ?? text.startIndex
        if let colon = text[bracket...].firstIndex(of: Byte.colon) {
            let digits = text[(colon + 1)...]
            isAnyPort = digits.contains(SegmentPattern.mark)
            port = Int(String(decoding: digits, as: UTF8.self))
            text = text[..<colon]
        }
        host = SegmentPattern(Array(String(decoding: text, as: UTF8.self).lowercased().utf8))
    }

    /// How exactly the origin is said: 2 by name, 1 with variables, 0 not at all; nil if the URL's is another.
    func exactness(for url: HTTPURL) -> Int? {
        if let scheme, scheme != url.scheme.rawValue { return nil }
        guard let host else { return 0 }
        if !isAnyPort {
            let standard = url.scheme == .https ? 443 : 80
            guard (port ?? standard) == url.port else { return nil }
        }
        let name = Array(url.host.utf8)
        guard host.captures(name[...], decoded: name) != nil else { return nil }
        if case .literal = host { return 2 }
        return 1
    }

    /// How many of the server's segments are fixed; nil if the path does not begin with them.
    func prefix(of path: URLPath) -> Int? {
        guard self.path.count <= path.segments.count else { return nil }
        var fixed = 0
        for (index, segment) in self.path.enumerated() {
            guard segment.captures(path.segments[index], decoded: path.decoded[index]) != nil else { return nil }
            if case .literal = segment { fixed += 1 }
        }
        return fixed
    }
}

/// The path of a URL, split.
struct URLPath {
    let segments: [ArraySlice<UInt8>]
    let decoded: [[UInt8]]

    init(_ url: HTTPURL) {
        let bytes = Array(url.path.utf8).dropFirst(url.path.utf8.first == Byte.slash ? 1 : 0)
        segments = bytes.split(separator: Byte.slash, omittingEmptySubsequences: false)
        decoded = segments.map { URLEncoding.decode(Array($0)) }
        countWork(segments.count)
    }

    private init(segments: [ArraySlice<UInt8>], decoded: [[UInt8]]) {
        self.segments = segments
        self.decoded = decoded
    }

    /// What follows a server's path; the server itself is `/`.
    func dropFirst(_ count: Int) -> URLPath {
        guard count > 0 else { return self }
        guard count < segments.count else { return URLPath(segments: [[]], decoded: [[]]) }
        return URLPath(segments: Array(segments.dropFirst(count)), decoded: Array(decoded.dropFirst(count)))
    }
}
