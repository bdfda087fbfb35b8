import NetEngine
import NetEngineURLSession
import TestSupport
import Testing

/// A transport as the conformance suite sees it: how to create one, and what it can report. Whatever it cannot report
/// must be absent, which the suite asserts as well.
struct TransportUnderTest: Sendable, CustomTestStringConvertible {
    /// What not every transport can report or do.
    enum Ability: Sendable {
        /// `sentHead`, and fields sent in the given order, repeated ones apart.
        case sentHead
        /// `rawHead`, `reason`, interim heads, trailers, the HTTP version, fields in order and repeated ones apart.
        case receivedHead
        case connectionFacts
        case phases
        /// Limits that take effect in their phase before the response begins.
        case phaseLimits
        /// The number of bytes on the wire for a coded body without a declared length.
        case codedWireBytes
        /// HTTP version, certificate authorities, proxy.
        case connectionOptions
        case bodyWithGet
        /// Sends a stream while it is produced.
        case unfinishedStreams
        case undecodedBodies
    }

    let name: String
    let abilities: Set<Ability>
    let make: @Sendable () -> any Transport
    var testDescription: String { name }

    func can(_ ability: Ability) -> Bool { abilities.contains(ability) }

    func engine(trust: TrustSettings = TrustSettings()) -> Engine {
        Engine(configuration: EngineConfiguration(reachability: AlwaysOnline(), transport: make()))
    }

    static let curl = TransportUnderTest(
        name: "CurlTransport",
        abilities: [
            .sentHead, .receivedHead, .connectionFacts, .phases, .phaseLimits, .codedWireBytes, .connectionOptions,
            .bodyWithGet, .unfinishedStreams, .undecodedBodies,
        ]
    ) { CurlTransport() }
    static let urlSession = TransportUnderTest(name: "URLSessionTransport", abilities: []) { URLSessionTransport() }
    static let all = [curl, urlSession]
}

extension Exchange {
    var bodyText: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
}
