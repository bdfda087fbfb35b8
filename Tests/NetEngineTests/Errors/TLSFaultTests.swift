import TestSupport
import Testing

@testable import NetEngine

/// What a failed handshake means, by the code, the words of OpenSSL and the verdict about the chain.
@Suite struct TLSFaultTests {
    private static let certificate = ClientCertificate(file: "/dev/null")

    private static func sentence(
        _ text: String, code: Int = 35, verdict: Int = 0, certificate: ClientCertificate? = nil,
        version: TLSOptions.Version = .tls1_2, place: String = "h:443"
    ) -> String {
        TLSFault.words(
            code: code, text: text, verifyResult: verdict, place: place, host: "h",
            options: TLSOptions(minimumVersion: version, clientCertificate: certificate)
        ).sentence
    }

    private static let verdicts: FilledTable = """
        2 -> The certificate of h:443 is signed by an authority that is not trusted here.
        9 -> The certificate of h:443 is not valid yet.
        10 -> The certificate of h:443 has expired.
        18 -> The certificate of h:443 is self-signed and not trusted here.
        19 -> The certificate of h:443 leads to a self-signed certificate that is not trusted here.
        20 -> The certificate of h:443 is signed by an authority that is not trusted here.
        21 -> The certificate of h:443 is signed by an authority that is not trusted here.
        23 -> The certificate of h:443 was revoked.
        26 -> The certificate of h:443 is not made for servers.
        66 -> The key or the signature of a certificate of h:443 is too weak.
        68 -> The key or the signature of a certificate of h:443 is too weak.
        7 -> The certificate of h:443 is not accepted (OpenSSL 7).
        0 -> The TLS handshake with h:443 failed: words.
        1 -> The TLS handshake with h:443 failed: words.
        """

    @Test func `each verdict about the chain has its sentence`() {
        let text = Self.verdicts.filled { Self.sentence("words", code: 60, verdict: Int($0) ?? -1) }
        #expect(text == Self.verdicts.text)
        // Only where the chain was checked.
        #expect(Self.sentence("words", code: 35, verdict: 10) == "The TLS handshake with h:443 failed: words.")
        let trusting = [2, 7, 10, 18, 20, 23].filter { verdict in
            TLSFault.words(
                code: 60, text: "", verifyResult: verdict, place: "h:443", host: "h", options: TLSOptions()
            ).remedy == .trustServer
        }
        #expect(trusting == [2, 7, 18, 20])
    }

    private static let alerts: FilledTable = """
        TLSv1 alert protocol version -> h:443 speaks only TLS versions that are no longer safe.
        tlsv13 alert certificate required -> h:443 asks for a client certificate.
        sslv3 alert bad certificate -> h:443 asks for a client certificate.
        sslv3 alert unsupported certificate -> h:443 asks for a client certificate.
        sslv3 alert certificate revoked -> h:443 asks for a client certificate.
        sslv3 alert certificate expired -> h:443 asks for a client certificate.
        sslv3 alert certificate unknown -> h:443 asks for a client certificate.
        tlsv1 alert unknown ca -> h:443 asks for a client certificate.
        tlsv1 alert access denied -> h:443 asks for a client certificate.
        tlsv1 alert decrypt error -> h:443 asks for a client certificate.
        tlsv1 alert unrecognized name -> h:443 knows no certificate for h.
        sslv3 alert handshake failure -> h:443 refused the TLS handshake: no common cipher, or it wants a client certificate.
        tlsv1 alert internal error -> The TLS handshake with h:443 failed: tlsv1 alert internal error.
        bad certificate -> The TLS handshake with h:443 failed: bad certificate.
        """

    private static let answeredAlerts: FilledTable = """
        tlsv13 alert certificate required -> h:443 asks for another client certificate.
        error:1: sslv3 alert bad certificate, errno 0 -> h:443 refused the client certificate (bad certificate).
        tlsv1 alert unknown ca (48) -> h:443 refused the client certificate (unknown ca).
        sslv3 alert handshake failure -> h:443 refused the TLS handshake: no common cipher, or not this client certificate.
        """

    @Test func `an alert of the server is about what was or was not shown to it`() {
        #expect(Self.alerts.filled { Self.sentence($0) } == Self.alerts.text)
        let answered = Self.answeredAlerts.filled { Self.sentence($0, certificate: Self.certificate) }
        #expect(answered == Self.answeredAlerts.text)
    }

    private static let handshakes: FilledTable = """
        SSL: no alternative certificate subject name matches -> The certificate of h:443 is for another name than h.
        subject name 'x' does not match target host name -> The certificate of h:443 is for another name than h.
        wrong version number -> h:443 does not speak TLS.
        HTTP request -> h:443 does not speak TLS.
        packet length too long -> h:443 does not speak TLS.
        unsupported protocol -> h:443 speaks only TLS versions that are no longer safe.
        EE key too small -> The key or the signature of a certificate of h:443 is too weak.
        ca md too weak -> The key or the signature of a certificate of h:443 is too weak.
        error setting certificate file -> The file of certificate authorities cannot be read.
        error setting certificate verify locations -> The file of certificate authorities cannot be read.
        CAcert -> The file of certificate authorities cannot be read.
        SSL_ERROR_SYSCALL -> h:443 closed the connection in the middle of the TLS handshake.
        unexpected eof while reading -> h:443 closed the connection in the middle of the TLS handshake.
        Connection reset by peer -> h:443 closed the connection in the middle of the TLS handshake.
        connection closed -> h:443 closed the connection in the middle of the TLS handshake.
        """

    @Test func `a handshake that breaks says how`() {
        #expect(Self.handshakes.filled { Self.sentence($0) } == Self.handshakes.text)
        #expect(Self.sentence("") == "The TLS handshake with h:443 failed.")
        #expect(
            Self.sentence("unsupported protocol", version: .tls1_3, place: "the proxy https://p:443")
                == "The proxy https://p:443 does not speak TLS 1.3, the oldest version allowed here.")
    }

    @Test func `what this side lacks is named`() {
        #expect(Self.sentence("x", code: 90) == "The public key of h:443 is not one of the pinned keys.")
        #expect(Self.sentence("x", code: 77) == "The file of certificate authorities cannot be read.")
        #expect(Self.sentence("x", code: 58) == "The TLS handshake with h:443 failed: x.")
        #expect(
            Self.sentence("x", code: 58, certificate: Self.certificate)
                == "The client certificate /dev/null cannot be used: its password, its key or its format is wrong.")
        let missing = ClientCertificate(file: "/dev/null", keyFile: "/none/key.pem")
        #expect(
            Self.sentence("x", code: 58, certificate: missing)
                == "The client certificate cannot be used: /none/key.pem cannot be read.")
    }
}
