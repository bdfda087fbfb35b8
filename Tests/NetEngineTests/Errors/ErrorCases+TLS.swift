import NetEngine
import TestSupport

extension ErrorCase {
    /// Reads the first record of the client, sends something, and closes.
    private static func handshake(_ steps: StubStep...) -> StubBehaviour {
        StubBehaviour(atAccept: [.take(100)] + steps) { _ in [] }
    }

    private static func alert(_ number: UInt8) -> StubStep { .send([21, 3, 3, 0, 2, 2, number]) }

    private static func cut(_ name: String, _ behaviour: StubBehaviour, _ words: String) -> ErrorCase {
        stub(name, behaviour, .tls, phase: .tls, words, underlying: "curl 35", scheme: "https")
    }

    private static func certificate(_ name: String, _ site: NginxServer.Site, _ sentence: String, code: Int)
        -> ErrorCase
    {
        ErrorCase(
            name: name, category: .tls, phase: .tls, sentence: sentence, underlying: "curl \(code)", isRetryable: false
        ) {
            let nginx = try NginxServer.shared.get()
            let exchange = await Engine().send(
                RequestDraft(url: nginx.url(site), options: RequestOptions(caFile: nginx.caFile)))
            return (exchange, "localhost:\(nginx.port(site))")
        }
    }

    /// Handshakes that are cut, broken or refused, and certificates of each kind.
    static let securing: [ErrorCase] = [
        cut(
            "closed in the handshake", handshake(.close),
            "HOST closed the connection in the middle of the TLS handshake."),
        cut(
            "reset in the handshake", handshake(.reset),
            "HOST closed the connection in the middle of the TLS handshake."),
        cut(
            "a record that is cut", handshake(.send([22, 3, 3, 0, 90, 2, 0, 0]), .close),
            "HOST closed the connection in the middle of the TLS handshake."),
        cut(
            "garbage for a handshake", handshake(.send([UInt8](repeating: 0xEE, count: 64)), .close),
            "HOST does not speak TLS."),
        cut(
            "plain HTTP for a handshake", handshake(.send("HTTP/1.1 400 Bad\r\n\r\n"), .close),
            "HOST does not speak TLS."),
        cut(
            "an alert: handshake failure", handshake(alert(40), .close),
            "HOST refused the TLS handshake: no common cipher, or it wants a client certificate."),
        cut(
            "an alert: protocol version", handshake(alert(70), .close),
            "HOST speaks only TLS versions that are no longer safe."),
        cut("an alert: internal error", handshake(alert(80), .close), "The TLS handshake with HOST failed"),
        cut("an alert: unknown name", handshake(alert(112), .close), "The TLS handshake with HOST failed"),
        cut("an alert: access denied", handshake(alert(49), .close), "HOST asks for a client certificate."),
        cut(
            "a record that is too long",
            handshake(.send([22, 3, 3, 0xFF, 0xFF] + [UInt8](repeating: 2, count: 64)), .close),
            "The TLS handshake with HOST failed"),
        certificate("an expired certificate", .expired, "The certificate of HOST has expired.", code: 60),
        certificate(
            "a certificate for another name", .wrongHost,
            "The certificate of HOST is for another name than localhost.", code: 60),
        certificate(
            "a self-signed certificate", .selfSigned,
            "The certificate of HOST is self-signed and not trusted here.", code: 60),
        certificate(
            "a certificate of a stranger", .unknownAuthority,
            "The certificate of HOST is signed by an authority that is not trusted here.", code: 60),
        certificate(
            "TLS 1.0", .tls10Only, "HOST speaks only TLS versions that are no longer safe.", code: 35),
        stub(
            "a CA file that is missing", .silentAtAccept, .tls, phase: .tls,
            "The file of certificate authorities cannot be read.", underlying: "curl 77", scheme: "https",
            options: RequestOptions(caFile: MissingPath.file("ca.pem"))),
    ]
}
