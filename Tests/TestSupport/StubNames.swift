import Foundation
import Glibc
import Synchronization

/// Name lookups controlled by the tests: `hang….test` waits until `release()` is called, `slow….test` until
/// `release(_:)`; every other name is looked up normally.
///
/// libcurl resolves names with the C function `getaddrinfo`; a test program that defines this function is called first.
public enum StubNames {
    fileprivate static let gate = Gate()

    private static let heldNames = Mutex<[String: Gate]>([:])

    fileprivate static func gate(of name: String) -> Gate? {
        guard name.hasPrefix("slow"), name.hasSuffix(".test") else { return nil }
        return heldNames.withLock { names in
            if let gate = names[name] { return gate }
            let gate = Gate()
            names[name] = gate
            return gate
        }
    }

    /// Completes the lookups of one `slow….test` name with 127.0.0.1.
    public static func release(_ name: String) { gate(of: name)?.open() }

    /// Completes all hanging lookups with a failure.
    public static func release() { gate.open() }

    fileprivate typealias Lookup =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<addrinfo>?,
            UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
        ) -> Int32

    fileprivate static let systemLookup: Lookup? = {
        // RTLD_NEXT: the next definition after this one.
        guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "getaddrinfo") else { return nil }
        return unsafeBitCast(symbol, to: Lookup.self)
    }()
}

@_cdecl("getaddrinfo")
public func stubbedGetaddrinfo(
    _ node: UnsafePointer<CChar>?, _ service: UnsafePointer<CChar>?, _ hints: UnsafePointer<addrinfo>?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
) -> Int32 {
    if let node {
        let name = String(cString: node)
        if name.hasPrefix("hang"), name.hasSuffix(".test") {
            StubNames.gate.wait()
            return EAI_AGAIN
        }
        if let gate = StubNames.gate(of: name) {
            gate.wait()
            return StubNames.systemLookup?("127.0.0.1", service, hints, result) ?? EAI_SYSTEM
        }
        // RFC 6761 §6.4: such names never exist, so nobody is asked.
        if name.hasSuffix(".invalid") { return EAI_NONAME }
    }
    return StubNames.systemLookup?(node, service, hints, result) ?? EAI_SYSTEM
}
