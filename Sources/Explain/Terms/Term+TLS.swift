/// The words of TLS, of certificates, and of what can be wrong with them.
extension Term {
    static let tlsWords: [Term] = handshake + ciphers + certificates + verification

    private static let handshake: [Term] = [
        Term(
            .tls, "TLSv1.3", also: ["TLS 1.3"], "RFC 8446 §2",
            "The present version: one round trip, forward secrecy always, and the certificate is encrypted."),
        Term(
            .tls, "TLSv1.2", also: ["TLS 1.2"], "RFC 5246 §7.3",
            "Still safe with an ECDHE suite and an AEAD cipher (GCM, CHACHA20). Two round trips."),
        Term(
            .tls, "TLSv1.1", also: ["TLS 1.1", "TLSv1", "TLS 1.0", "TLSv1.0"], "RFC 8996 §5",
            "No longer safe, and refused by clients since 2020, here too. The server must be updated."),
        Term(
            .tls, "ALPN", "RFC 7301 §3",
            "In the handshake the client lists the protocols it speaks (h2, http/1.1) and the server chooses one. Without a choice HTTP/1.1 is spoken."
        ),
        Term(
            .tls, "SNI", also: ["server name indication"], "RFC 6066 §3",
            "The host name in the first message, by which a server with many names chooses its certificate. It is readable on the way; an address has none."
        ),
        Term(
            .tls, "handshake", "RFC 8446 §2",
            "Agreeing on version, cipher and keys, and checking the certificate, before the first byte of HTTP."),
        Term(
            .tls, "session resumption", also: ["resumption"], "RFC 8446 §2.2",
            "A later connection uses what an earlier one agreed on: faster, and the certificate is not sent again."),
        Term(
            .tls, "0-RTT", also: ["early data"], "RFC 8446 §2.3",
            "Data with the first message of a resumed session. It can be replayed by an attacker, so it suits safe requests only; see 425."
        ),
        Term(
            .tls, "alert", "RFC 8446 §6.2",
            "How one side says why it ends the handshake: handshake_failure, unknown_ca, certificate_required and others."
        ),
        Term(
            .tls, "client certificate", also: ["mTLS", "mutual TLS"], "RFC 8446 §4.3.2",
            "The server asks for a certificate of the client too. Give one with its key: --cert and --key."),
        Term(
            .tls, "not verified", also: ["insecure", "verification off"], "RFC 8446 §C.2",
            "The certificate was not checked, because the request says so (--insecure, # @no-reject-unauthorized). Anybody between could read and change everything."
        ),
    ]

    private static let ciphers: [Term] = [
        Term(
            .tls, "cipher suite", also: ["cipher"], "RFC 8446 §B.4",
            "The algorithms of a connection in one name: how keys are agreed on (1.2 only), how data is encrypted, and the hash."
        ),
        Term(
            .tls, "AES", also: ["AES_128", "AES_256", "AES128", "AES256"], "FIPS 197",
            "The usual block cipher, with a key of 128 or 256 bits. Both are safe; processors have instructions for it."
        ), Term(.tls, "GCM", "RFC 5288 §3", "The mode in which AES encrypts and authenticates in one step (AEAD)."),
        Term(.tls, "CCM", "RFC 6655 §3", "A mode of AES like GCM, for small devices."),
        Term(
            .tls, "CBC", "RFC 5246 §6.2.3.2",
            "The old mode of TLS 1.2: it encrypts and authenticates in two steps, and has a history of attacks. Prefer GCM."
        ),
        Term(
            .tls, "CHACHA20_POLY1305", also: ["CHACHA20", "POLY1305"], "RFC 7905 §2",
            "A stream cipher with authentication; fast where there are no instructions for AES, as on phones."),
        Term(
            .tls, "SHA256", also: ["SHA384", "SHA-256", "SHA-384"], "FIPS 180-4",
            "The hash of the suite, from which keys are derived. In a certificate: the hash that was signed."),
        Term(
            .tls, "ECDHE", "RFC 8422 §2",
            "Keys are agreed on with fresh elliptic curve keys for each connection, so that a stolen server key does not open old traffic (forward secrecy)."
        ),
        Term(.tls, "DHE", "RFC 7919 §3", "As ECDHE, with large prime numbers: safe with 2048 bits and more, but slow."),
        Term(
            .tls, "forward secrecy", also: ["PFS"], "RFC 8446 §E.1",
            "Traffic that was recorded stays secret even if the server's key is stolen later. TLS 1.3 always has it; in 1.2 the suite must say ECDHE or DHE."
        ), Term(.tls, "X25519", also: ["curve25519"], "RFC 7748 §5", "The usual curve for agreeing on keys."),
        Term(
            .tls, "RSA", also: ["rsaEncryption", "RSA 2048", "RSA 4096"], "RFC 8017 §3",
            "The old kind of key. 2048 bits is the least that is accepted; 3072 match AES 128. Large and slow compared with EC."
        ),
        Term(
            .tls, "EC", also: ["ECDSA", "id-ecPublicKey", "EC 256", "EC 384"], "RFC 8422 §2.1",
            "A key on an elliptic curve: 256 bits are about as strong as RSA 3072, with much smaller certificates."),
        Term(
            .tls, "Ed25519", "RFC 8032 §5.1",
            "A modern signature key. Public authorities do not issue certificates for it yet."),
    ]

    private static let certificates: [Term] = [
        Term(
            .tls, "certificate", also: ["leaf"], "RFC 5280 §4.1",
            "A public key with the names it is for, signed by an authority. The first of a chain is the server's own, the leaf."
        ),
        Term(
            .tls, "chain", also: ["certificate chain", "certification path"], "RFC 5280 §6",
            "The server's certificate and those of the authorities that signed it, up to one that is trusted here. A server must send all but the last; a missing one works in browsers and fails elsewhere."
        ),
        Term(
            .tls, "intermediate", also: ["intermediate certificate"], "RFC 5280 §3.2",
            "An authority between the root and the server's certificate. The server must send it with its own."),
        Term(
            .tls, "root", also: ["trust anchor", "CA", "certificate authority"], "RFC 5280 §6.1.1",
            "An authority that is trusted because it is in the machine's list, or in the file of --cacert."),
        Term(
            .tls, "subject", "RFC 5280 §4.1.2.6",
            "Whom the certificate is for. Names are checked against the alternative names, no longer against CN."),
        Term(
            .tls, "issuer", "RFC 5280 §4.1.2.4",
            "The authority that signed the certificate. It must be the subject of the next one in the chain."),
        Term(
            .tls, "valid from", also: ["notBefore", "not before"], "RFC 5280 §4.1.2.5",
            "Before this moment the certificate is not valid. If it seems to lie ahead, a clock is wrong."),
        Term(
            .tls, "valid until", also: ["notAfter", "not after", "expires", "validity"], "RFC 5280 §4.1.2.5",
            "After this moment nobody accepts it. Public certificates last 200 days at most since 2026, so the renewal must be automatic."
        ),
        Term(
            .tls, "alternative names", also: ["SAN", "subjectAltName", "subject alternative name"], "RFC 5280 §4.2.1.6",
            "The host names and addresses that the certificate is for. Yours must be among them; *.example.com fits one label, not example.com."
        ),
        Term(
            .tls, "CN", also: ["common name"], "RFC 9525 §2",
            "A name in the subject. Once checked against the host; today only the alternative names count."),
        Term(
            .tls, "wildcard", "RFC 9525 §6.3",
            "A star in place of the first label: *.example.com fits a.example.com, but neither example.com nor a.b.example.com."
        ),
        Term(
            .tls, "serial number", also: ["serial"], "RFC 5280 §4.1.2.2",
            "The authority's number for the certificate. Revocation lists name it."),
        Term(
            .tls, "signature",
            also: ["signature algorithm", "sha256WithRSAEncryption", "ecdsa-with-SHA256", "ecdsa-with-SHA384"],
            "RFC 5280 §4.1.1.2", "How the issuer signed: a hash and its kind of key. SHA-1 and MD5 are refused."),
        Term(
            .tls, "public key", also: ["key"], "RFC 5280 §4.1.2.7",
            "The key whose private half the server has. It stays the same if a certificate is renewed with it."),
        Term(
            .tls, "pin", also: ["pinned key", "pinnedpubkey"], "RFC 7469 §2.4",
            "The hash of a public key. With --pinnedpubkey only that key is accepted, whoever signed it."),
        Term(
            .tls, "key usage", "RFC 5280 §4.2.1.3",
            "What the key may be used for: signatures, encryption of keys, signing certificates."),
        Term(
            .tls, "extended key usage", also: ["serverAuth", "clientAuth"], "RFC 5280 §4.2.1.12",
            "What the certificate is for: serverAuth for servers, clientAuth for clients. The wrong one is refused."),
        Term(
            .tls, "basic constraints", "RFC 5280 §4.2.1.9",
            "Whether the certificate is an authority's, and how many more may follow below."),
        Term(
            .tls, "OCSP", also: ["OCSP stapling"], "RFC 6960 §2",
            "Asking the authority whether a certificate is revoked. The server can add the response to the handshake (stapling)."
        ), Term(.tls, "CRL", "RFC 5280 §5", "A list of revoked certificates, published by the authority."),
        Term(
            .tls, "certificate transparency", also: ["SCT", "CT"], "RFC 9162 §1",
            "Public logs of all certificates, so that a wrong one is noticed. Browsers demand the proof (SCT)."),
    ]

    /// Named as OpenSSL names its verification results.
    private static let verification: [Term] = [
        Term(
            .tls, "certificate has expired", "RFC 5280 §6.1.3",
            "Its last day has passed, or the clock of this machine is ahead. Renew it; also look whether the server was reloaded after the renewal."
        ),
        Term(
            .tls, "certificate is not yet valid", "RFC 5280 §6.1.3",
            "Its first day is still to come. Mostly a clock that is behind: this machine's, or that of the one who made it."
        ),
        Term(
            .tls, "self-signed certificate", also: ["self signed certificate"], "RFC 5280 §6.1",
            "It is its own issuer and not in the list of trusted ones. Give it as authority with --cacert."),
        Term(
            .tls, "self-signed certificate in certificate chain", "RFC 5280 §6.1",
            "The chain ends at a root that is not trusted here: a company's own authority, or a proxy that opens TLS. Give that root as authority."
        ),
        Term(
            .tls, "unable to get local issuer certificate", also: ["unable to verify the first certificate"],
            "RFC 5280 §6.1",
            "Who signed it is unknown here: the server does not send its intermediate, or the root is not trusted. Look at the last issuer of the chain."
        ),
        Term(
            .tls, "certificate revoked", "RFC 5280 §5",
            "The authority has withdrawn it. Do not work around; the key may be stolen."),
        Term(
            .tls, "hostname mismatch", also: ["no alternative certificate subject name matches"], "RFC 9525 §6",
            "The host of the URL is none of the alternative names. The wrong server, an address in place of a name, or a certificate without this name."
        ),
        Term(
            .tls, "CA md too weak", also: ["EE key too small", "CA key too small"], "RFC 8446 §4.2.3",
            "A certificate of the chain is signed with SHA-1, or has an RSA key below 2048 bits. The server needs a new one."
        ),
    ]
}
