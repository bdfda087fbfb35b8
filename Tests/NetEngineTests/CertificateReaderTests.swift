import Testing

@testable import NetEngine

/// What is read of a certificate. Made by `openssl req -x509 -newkey ec -subj "/O=Söhne/CN=a.test" -utf8 -set_serial 255`, and
/// described by `openssl x509`.
@Suite struct CertificateReaderTests {
    private static let named = """
        -----BEGIN CERTIFICATE-----
        MIIBojCCAUigAwIBAgICAP8wCgYIKoZIzj0EAwIwIjEPMA0GA1UECgwGU8O2aG5l
        MQ8wDQYDVQQDDAZhLnRlc3QwIBcNMjYxMTI4MjE1OTM3WhgPMjA4MTA4MzEyMTU5
        MzdaMCIxDzANBgNVBAoMBlPDtmhuZTEPMA0GA1UEAwwGYS50ZXN0MFkwEwYHKoZI
        zj0CAQYIKoZIzj0DAQcDQgAEX+tn5WWZ8AXBPVIjcOWrWv1tWYApR8Xi7eNYkymF
        wh4mJYnF9wSuGMPz/WZ5igOON86GGXZQ4ukLYcn9u9BR5aNsMGowHQYDVR0OBBYE
        FPiMyUJnM0cHW0Pxn/ouLi8lbMjvMB8GA1UdIwQYMBaAFPiMyUJnM0cHW0Pxn/ou
        Li8lbMjvMA8GA1UdEwEB/wQFMAMBAf8wFwYDVR0RBBAwDoIGYS50ZXN0hwR/AAAB
        MAoGCCqGSM49BAMCA0gAMEUCIGG0egimS8DDoLtD7Fjy4qOmIWUE3Vk/JQg5t2tA
        SQ5DAiEAn2H7GZ5H5FbeJo/IlEvH/ztrkHSY4kRJ9V02lgZCZoI=
        -----END CERTIFICATE-----
        """

    private static let unnamed = """
        -----BEGIN CERTIFICATE-----
        MIIBiTCCAS+gAwIBAgICAP8wCgYIKoZIzj0EAwIwIjEPMA0GA1UECgwGU8O2aG5l
        MQ8wDQYDVQQDDAZhLnRlc3QwIBcNMjYxMTI4MjE1OTM2WhgPMjA4MTA4MzEyMTU5
        MzZaMCIxDzANBgNVBAoMBlPDtmhuZTEPMA0GA1UEAwwGYS50ZXN0MFkwEwYHKoZI
        zj0CAQYIKoZIzj0DAQcDQgAEY9Vk0nG7UdZ8p2biIfUjSw3qA6XwOjuhYgazNyAN
        06OyJHOIoYgtdV1T+S3jDEzZFRvwCrWGQ5XEXr/qQ4C9gqNTMFEwHQYDVR0OBBYE
        FODkkRjbm9Z7eq8dnBZ88NICEvAcMB8GA1UdIwQYMBaAFODkkRjbm9Z7eq8dnBZ8
        8NICEvAcMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgdESKX+mX
        +PVut9PUmkFum9/0LktlSUhmhtUf8zHAIfQCIQDKWt190FZs++mcvWMnavNevYer
        +MhRWfE0X2mG1xSrww==
        -----END CERTIFICATE-----
        """

    @Test func `the facts of a certificate are those that OpenSSL tells`() throws {
        let facts = try #require(CertificateReader.facts(pem: Self.named))
        #expect(facts.subject == "O = Söhne, CN = a.test" && facts.issuer == facts.subject)
        #expect(facts.notBefore == "Nov 28 21:59:37 2026 GMT" && facts.notAfter == "Aug 31 21:59:37 2081 GMT")
        #expect(facts.notBeforeSeconds == 1_795_903_177 && facts.notAfterSeconds == 3_523_903_177)
        #expect(facts.alternativeNames == "DNS:a.test, IP Address:127.0.0.1")
        #expect(facts.serialNumber == "ff" && facts.signatureAlgorithm == "ecdsa-with-SHA256")
        #expect(facts.publicKey == "EC 256")
        let pin = try PublicKeyPin("sha256//f8jyUj9qZlbOTBJDbQ4KeKD5T+PP560H0lnpNhgClxI=")
        #expect(facts.publicKeyPin == pin)
    }

    @Test func `a certificate without other names has none, and its own key`() throws {
        let facts = try #require(CertificateReader.facts(pem: Self.unnamed))
        #expect(facts.alternativeNames == nil && facts.subject == "O = Söhne, CN = a.test")
        let pin = try PublicKeyPin("sha256//R8Cfq1nkbjutBTBexPApZ75oxmC4doAjioaPTBU7HGc=")
        #expect(facts.publicKeyPin == pin)
    }

    @Test func `what is no certificate has no facts`() throws {
        #expect(CertificateReader.facts(der: []) == nil && CertificateReader.facts(der: [0x30, 0x00]) == nil)
        #expect(CertificateReader.facts(pem: "") == nil && CertificateReader.facts(pem: "no PEM: é") == nil)
        let half = Self.named.split(separator: "\n").prefix(4).joined(separator: "\n")
        #expect(CertificateReader.facts(pem: half) == nil)
        let crossed = Self.named.split(separator: "\n").joined(separator: "\r\n")
        #expect(CertificateReader.facts(pem: crossed)?.serialNumber == "ff", "any line break will do")
    }
}
