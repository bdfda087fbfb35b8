import Base
import NetEngine

extension JSONWebToken {
    /// The tokens in a text, wherever they stand: after `Bearer `, in quotes, in a URL. At most 8.
    package static func all(in text: String) -> [JSONWebToken] {
        var found: [JSONWebToken] = []
        let words = Array(text.utf8).split { !isCharacter($0) && $0 != Byte.dot }
        for word in words where word.starts(with: "eyJ".utf8) && found.count < 8 {
            if let token = try? JSONWebToken(String(decoding: word, as: UTF8.self)) { found.append(token) }
        }
        return found
    }

    /// What header and claims say, outermost members only: `header`, `alg`, `RS256`. Long values are cut.
    package var members: [(part: String, name: String, value: String)] {
        Self.members(of: header).map { ("header", $0, $1) }
            + (claims.map(Self.members) ?? []).map { ("claim", $0, $1) }
    }

    private static func members(of json: [UInt8]) -> [(String, String)] {
        var members: [(String, String)] = []
        json.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            do {
                guard try reader.next(in: bytes) == .objectStart else { return }
                while try reader.next(in: bytes) == .name {
                    let name = String(decoding: JSONText.decoded(json, quote: reader.tokenStart), as: UTF8.self)
                    let token = try reader.next(in: bytes)
                    let start = reader.tokenStart
                    let range = try reader.skipValue(from: token, in: bytes)
                    let value = token == .string ? JSONText.decoded(json, quote: start) : Array(json[range])
                    let text = String(decoding: value.prefix(200), as: UTF8.self)
                    members.append((name, value.count > 200 ? text + "…" : text))
                }
            } catch {}
        }
        return members
    }
}
