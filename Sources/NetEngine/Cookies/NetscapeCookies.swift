/// The `cookies.txt` that curl, wget and browser extensions read and write: one cookie a line, seven fields between tabs.
///
/// It has no place for `SameSite`, nor for a name or value with a tab in it.
public enum NetscapeCookies {
    /// The content of a text.
    public struct Content: Sendable {
        /// The readable cookies, in the order of the file.
        public var cookies: [Cookie] = []
        /// The numbers of the lines that hold neither a cookie nor a comment, from 1.
        public var unreadLines: [Int] = []
    }

    private static let httpOnlyMark = Array("#HttpOnly_".utf8)
    private static let tab = UInt8(ascii: "\t")

    /// Reads a file's text; lines that are not cookies are reported and skipped. Never fails.
    public static func read(_ bytes: [UInt8]) -> Content {
        var content = Content()
        WorkMeter.count(bytes.count)
        for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            let line = line.last == 13 ? line.dropLast() : line
            let isHTTPOnly = line.starts(with: httpOnlyMark)
            guard isHTTPOnly || line.first != UInt8(ascii: "#"), !line.allSatisfy({ $0 == 32 || $0 == 9 }) else {
                continue
            }
            if let cookie = cookie(isHTTPOnly ? line.dropFirst(httpOnlyMark.count) : line, isHTTPOnly) {
                content.cookies.append(cookie)
            } else {
                content.unreadLines.append(index + 1)
            }
        }
        return content
    }

    private static func cookie(_ line: ArraySlice<UInt8>, _ isHTTPOnly: Bool) -> Cookie? {
        let fields = line.split(separator: tab, omittingEmptySubsequences: false)
        // curl omits the last tab if the value is empty.
        guard fields.count == 6 || fields.count == 7 else { return nil }
        func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
        guard let expires = Int64(text(4)) else { return nil }
        let domain = text(0).hasPrefix(".") ? String(text(0).dropFirst()) : text(0)
        // Written again, `..com` would be `.com`, which is read as `com`.
        guard !domain.hasPrefix(".") else { return nil }
        return Cookie(
            name: Array(fields[5]), value: fields.count == 7 ? Array(fields[6]) : [], domain: domain.lowercased(),
            isHostOnly: text(1).uppercased() != "TRUE", path: text(2), expires: expires == 0 ? nil : expires,
            isSecure: text(3).uppercased() == "TRUE", isHTTPOnly: isHTTPOnly)
    }

    /// Replaces a file in one step; only its owner may read it then.
    /// - Throws: `internal` if it cannot be written.
    public static func save(_ cookies: [Cookie], to path: String) throws(EngineError) {
        try PrivateFile(path: path).write(write(cookies))
    }

    /// Cookies with a tab in name or value are left out.
    public static func write(_ cookies: [Cookie]) -> [UInt8] {
        var bytes = Array("# Netscape HTTP Cookie File\n".utf8)
        for cookie in cookies where !(cookie.nameBytes + cookie.valueBytes).contains(tab) {
            let flags = [
                (cookie.isHostOnly ? "" : ".") + cookie.domain, cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path,
                cookie.isSecure ? "TRUE" : "FALSE", String(cookie.expires ?? 0),
            ].joined(separator: "\t")
            bytes += (cookie.isHTTPOnly ? httpOnlyMark : []) + Array("\(flags)\t".utf8)
            bytes += cookie.nameBytes + [tab] + cookie.valueBytes + [10]
        }
        return bytes
    }
}
