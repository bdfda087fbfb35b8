import Glibc

/// A port of the loopback address where the kernel accepts connections and nobody ever responds.
public final class SilentListener: Sendable {
    public let descriptor: Int32
    public let port: Int

    public init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            let generic = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            return bind(descriptor, generic, length) == 0 && listen(descriptor, 8) == 0
                && getsockname(descriptor, generic, &length) == 0
        }
        guard isListening else {
            throw ProgramRun.Failure(description: "no listener: \(String(cString: strerror(errno)))")
        }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}
