/// `FILE` or `FILE#NAME`, as commands take it.
struct RequestAddress: Sendable, Hashable {
    var path: String
    /// nil: the whole file.
    var name: String?

    /// The first `#` parts file and name; one in the file name counts to it where `.http` or `.rest` follows.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var separator = bytes.firstIndex(of: 0x23)
        for index in bytes.indices where bytes[index] == 0x23 {
            let before = bytes[..<index]
            if before.ends(with: ".http") || before.ends(with: ".rest") {
                separator = index
                break
            }
        }
        guard let separator else {
            path = text
            name = nil
            return
        }
        path = String(decoding: bytes[..<separator], as: UTF8.self)
        let rest = String(decoding: bytes[(separator + 1)...], as: UTF8.self)
        name = rest.isEmpty ? nil : rest
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with suffix: StaticString) -> Bool {
        count >= suffix.utf8CodeUnitCount
            && self.suffix(suffix.utf8CodeUnitCount).elementsEqual(
                UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount))
    }
}

extension CollectionFile {
    /// The request of a name: by its id, else by its id in the way httpYac writes names, else by its title.
    func request(named name: String) throws(CollectionError) -> SavedRequest {
        let requests = document.requests
        let wanted = Self.normalised(name)
        for matches in [
            { (request: SavedRequest) in request.id == name }, { Self.normalised($0.id) == wanted },
            { $0.title == name },
        ] {
            let found = requests.filter(matches)
            if found.count == 1 { return found[0] }
            if found.count > 1 {
                let lines = found.map { String($0.line) }.joined(separator: ", ")
                throw CollectionError(
                    sentence: "\(relativePath) has \(found.count) requests named \(name), at lines \(lines); "
                        + "give them different names with # @name.")
            }
        }
        guard !requests.isEmpty else { throw CollectionError(sentence: "\(relativePath) holds no request.") }
        let known = requests.prefix(10).map(\.id).joined(separator: ", ")
        throw CollectionError(
            sentence:
                "\(relativePath) has no request named \(name); it has \(known)\(requests.count > 10 ? ", …" : "").")
    }

    /// Spaces and dashes taken out, the letter after them in upper case: `my-request` is `myRequest` (§4).
    static func normalised(_ name: String) -> String {
        var result = ""
        var isRaised = false
        for character in name {
            if character == " " || character == "-" {
                isRaised = !result.isEmpty
            } else {
                result += isRaised ? character.uppercased() : String(character)
                isRaised = false
            }
        }
        return result
    }
}
