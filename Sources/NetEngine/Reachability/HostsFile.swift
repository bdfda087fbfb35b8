/// The names that this machine knows without a network: its file of hosts (hosts(5)).
struct HostsFile: Sendable {
    var path = "/etc/hosts"

    /// Beyond any list that somebody uses, such as those that block advertisements.
    private static let maxBytes = 32 << 20

    /// Whether an address stands there for the name. The file is read each time: it may change, and nobody asks while there is a
    /// network.
    func knows(_ name: String) -> Bool {
        guard let bytes = try? PrivateFile(path: path).read(limit: Self.maxBytes) else { return false }
        let wanted = Array(name.lowercased().utf8)
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            let words = line.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 32 || $0 == 9 || $0 == 13 }
            return words.dropFirst().contains { $0.lazy.map(URLEncoding.lowercased).elementsEqual(wanted) }
        }
    }
}
