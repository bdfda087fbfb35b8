import Base
import NetEngine

/// Which files a reference may name: those in the chosen folder and below it. Nothing is read here.
package enum FolderPolicy {
    /// Why a reference is refused: a clause.
    package struct Refusal: Error, Sendable, Hashable { package var reason: String }

    /// The path of the file that a reference names, relative to the folder.
    /// - Parameters:
    ///   - reference: a URI reference (RFC 3986 §4.1) without its fragment.
    ///   - base: the path of the file with the reference, relative to the folder.
    package static func path(of reference: String, from base: String) throws(Refusal) -> String {
        let scheme = reference.utf8.prefix { $0 != Byte.colon && $0 != Byte.slash && $0 != Byte.questionMark }
        if scheme.count < reference.utf8.count, reference.utf8.dropFirst(scheme.count).first == Byte.colon {
            let name = String(Substring(scheme)).lowercased()
            if name == "file" { throw Refusal(reason: "file: addresses are not followed") }
            throw Refusal(reason: "it leads out of the folder, to \(quoted(name + ":")), and nothing is fetched")
        }
        if reference.hasPrefix("//") {
            throw Refusal(reason: "it leads to another host, and nothing is fetched")
        }
        let path = reference.utf8.prefix { $0 != Byte.questionMark }
        let bytes = URLEncoding.decode(Array(path))
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(reason: "its path is not UTF-8")
        }
        guard !bytes.contains(0), !bytes.contains(Byte.backslash) else {
            throw Refusal(reason: "its path has a NUL character or a backslash")
        }
        guard text.utf8.first != Byte.slash else { throw Refusal(reason: "absolute paths are not followed") }
        var parts = PathText.steps(of: base).dropLast().map(String.init)
        for part in PathText.steps(of: text) {
            switch part {
            case ".": continue
            case "..":
                guard parts.popLast() != nil else { throw Refusal(reason: "it leads out of the folder") }
            default: parts.append(String(part))
            }
        }
        guard !parts.isEmpty else { throw Refusal(reason: "it names a folder") }
        return parts.joined(separator: "/")
    }
}
