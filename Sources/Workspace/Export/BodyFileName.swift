import Base
import NetEngine

/// The name under which a body is offered to be written: short, without folders, and harmless on every system.
///
/// It comes from `Content-Disposition` (RFC 6266, RFC 8187), else from the last part of the URL's path, else it is
/// `response`. A name without an extension gets that of the media type.
package enum BodyFileName {
    /// Names may have 255 bytes on most file systems; drafts beside the file need some more.
    private static let maxBytes = 150

    package static func suggested(for response: Response, url: HTTPURL) -> String {
        let type = ContentType(response.headers.values("Content-Type").last ?? "")
        for field in response.headers where field.isNamed("Content-Disposition") {
            if let name = dispositionName(field.valueBytes), let clean = cleaned(name) { return unread(clean) }
        }
        let segment = url.path.split(separator: "/").last.map { URLEncoding.decode(Array($0.utf8)) } ?? []
        let base = cleaned(String(decoding: segment, as: UTF8.self)) ?? "response"
        return unread(hasExtension(base) ? base : "\(base).\(MediaExtension.of(type))")
    }

    /// A name that is not one of a file with requests or variables: in a collection the server's would be used from then on.
    private static func unread(_ name: String) -> String {
        CollectionStore.isRequestFile(name) || CollectionStore.isEnvironmentFile(name) ? "\(name).txt" : name
    }

    /// A short last part that begins with a letter: `report.json`, not `v1.2`.
    private static func hasExtension(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        let rest = name[name.index(after: dot)...]
        return (1...5).contains(rest.count) && rest.first?.isLetter == true
    }

    // MARK: Content-Disposition

    /// The name that a `Content-Disposition` gives; `filename*` goes before `filename` (RFC 6266 §4.3).
    static func dispositionName(_ value: [UInt8]) -> String? {
        var plain: String?
        var extended: String?
        for parameter in parameters(value) {
            switch parameter.name {
            case "filename*": extended = extended ?? ExtendedValue.text(parameter.value)
            case "filename": plain = plain ?? HeaderField(nameBytes: [], valueBytes: parameter.value).value
            default: break
            }
        }
        return extended ?? plain
    }

    /// What follows the first semicolon: names in lower case, values without quotes.
    private static func parameters(_ value: [UInt8]) -> [(name: String, value: [UInt8])] {
        var result: [(name: String, value: [UInt8])] = []
        var place = value.firstIndex(of: Byte.semicolon) ?? value.endIndex
        while place < value.endIndex {
            place += 1
            let name = value[place...].prefix { $0 != Byte.equals && $0 != Byte.semicolon }
            place = name.endIndex
            guard place < value.endIndex, value[place] == Byte.equals else { continue }
            place += 1
            while place < value.endIndex, LineText.isSpace(value[place]) { place += 1 }
            var content: [UInt8] = []
            if place < value.endIndex, value[place] == Byte.quote {
                place += 1
                while place < value.endIndex, value[place] != Byte.quote {
                    if value[place] == Byte.backslash, place + 1 < value.endIndex { place += 1 }
                    content.append(value[place])
                    place += 1
                }
                place = value[min(place, value.endIndex)...].firstIndex(of: Byte.semicolon) ?? value.endIndex
            } else {
                content = Array(value[place...].prefix { $0 != Byte.semicolon })
                place += content.count
                content = LineText.trimmedBytes(content)
            }
            let trimmed = LineText.trimmedBytes(Array(name))
            result.append((String(decoding: trimmed, as: UTF8.self).lowercased(), content))
        }
        return result
    }

    // MARK: Cleaning

    /// A name that names one visible file in whatever folder it is used; nil if nothing is left of it.
    package static func cleaned(_ name: String) -> String? {
        // Only what follows the last separator, of Windows too (RFC 6266 §4.3). All by scalars: a mark that combines with a
        // slash or a dot makes another character of it, and the same byte for the file system.
        guard let last = name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else { return nil }
        var scalars = String.UnicodeScalarView()
        for scalar in last {
            let isHarmful = scalar.value < 0x20 || "<>:\"|?*'`$;&".unicodeScalars.contains(scalar)
            scalars.append(isHarmful ? "_" : scalar)
        }
        // What cannot be seen is not in a name.
        var text = ""
        for run in SafeText(String(scalars)).runs { text += run.isEscape ? "_" : run.text }
        // No hidden file, no option of a program, and nothing that Windows removes.
        var kept = text.unicodeScalars.drop { ".-~ ".unicodeScalars.contains($0) }
        while let end = kept.last, end == "." || end == " " { kept.removeLast() }
        guard kept.contains(where: { $0 != "_" }) else { return nil }
        let stem = String(kept.prefix { $0 != "." }).lowercased()
        if reserved.contains(stem) { kept.insert("_", at: kept.startIndex) }
        return shortened(String(kept))
    }

    /// Without the end of its stem, so that the extension stays.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maxBytes else { return name }
        let ending = hasExtension(name) ? name[(name.lastIndex(of: ".") ?? name.endIndex)...] : ""
        var stem = name.dropLast(ending.count)
        while stem.utf8.count + ending.utf8.count > maxBytes { stem = stem.dropLast() }
        return String(stem + ending)
    }

    /// Names of devices on Windows, with any extension.
    private static let reserved: Set<String> = [
        "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1",
        "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
    ]
}

/// The extension of a file with a body of some media type. From a fixed list: a server must not choose one that a desktop
/// runs as a program.
package enum MediaExtension {
    private static let known: [String: String] = [
        "text/csv": "csv", "text/tab-separated-values": "tsv", "text/markdown": "md", "text/css": "css",
        "text/javascript": "js.txt", "application/javascript": "js.txt", "application/pdf": "pdf",
        "application/zip": "zip", "application/gzip": "gz", "application/x-gzip": "gz", "application/x-tar": "tar",
        "application/yaml": "yaml", "application/x-yaml": "yaml", "text/yaml": "yaml", "application/toml": "toml",
        "application/cbor": "cbor", "application/msgpack": "msgpack", "application/x-protobuf": "pb",
        "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif",
        "image/svg+xml": "svg", "image/bmp": "bmp", "image/tiff": "tiff", "image/x-icon": "ico",
        "audio/mpeg": "mp3", "audio/ogg": "ogg", "audio/wav": "wav", "video/mp4": "mp4", "video/webm": "webm",
    ]

    package static func of(_ type: ContentType) -> String {
        if let known = known[type.essence] { return known }
        if type.isJSONLines { return "jsonl" }
        if type.isJSON { return "json" }
        if type.isHTML { return "html" }
        if type.isXML { return "xml" }
        return type.isText ? "txt" : "bin"
    }
}
