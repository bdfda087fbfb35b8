import Glibc

/// Asks the kernel's routing tables whether there is a way out of this machine and its own networks.
///
/// A look at two small files of `/proc`; nothing is sent. It is asked at the start, before a send and after a failure,
/// so a change in between shows with the next request.
enum NetworkRoutes {
    static func state() -> NetworkState {
        let four = text(of: "/proc/net/route")
        let six = text(of: "/proc/net/ipv6_route")
        guard four != nil || six != nil else { return .unknown }
        return state(ipv4: four ?? "", ipv6: six ?? "")
    }

    /// The state that the tables' texts tell: online when either has a default route that is up and not a rejection.
    static func state(ipv4: String, ipv6: String) -> NetworkState {
        let up = 0x1
        let reject = 0x200
        let four = ipv4.split(separator: "\n").dropFirst().contains { line in
            let fields = line.split(separator: "\t").map { $0.filter { $0 != " " } }
            guard fields.count > 7, let flags = Int(fields[3], radix: 16) else { return false }
            return fields[1] == "00000000" && fields[7] == "00000000" && flags & up != 0 && flags & reject == 0
        }
        let six = ipv6.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, let flags = Int(fields[8], radix: 16) else { return false }
            return fields[0].allSatisfy { $0 == "0" } && fields[1] == "00" && fields[9] != "lo" && flags & up != 0
                && flags & reject == 0
        }
        return four || six ? .online : .localOnly
    }

    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count < 1 << 20 {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
