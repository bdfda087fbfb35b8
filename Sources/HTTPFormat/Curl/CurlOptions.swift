/// curl's options, by their effect on a request.
extension CurlCommand {
    static let shortNames: [Character: String] = [
        "X": "request", "H": "header", "d": "data", "F": "form", "u": "user", "b": "cookie", "A": "user-agent",
        "e": "referer", "k": "insecure", "L": "location", "I": "head", "G": "get", "m": "max-time", "x": "proxy",
        "T": "upload-file", "0": "http1.0", "o": "output", "O": "remote-name", "s": "silent", "S": "show-error",
        "v": "verbose", "i": "include", "f": "fail", "w": "write-out", "c": "cookie-jar", "g": "globoff",
        "J": "remote-header-name", "N": "no-buffer", "n": "netrc", "j": "junk-session-cookies", "#": "progress-bar",
        "4": "ipv4", "6": "ipv6", "1": "tlsv1", "2": "sslv2", "3": "sslv3", "a": "append", "B": "use-ascii",
        "C": "continue-at", "D": "dump-header", "E": "cert", "K": "config", "l": "list-only", "M": "manual",
        "P": "ftp-port", "p": "proxytunnel", "q": "disable", "Q": "quote", "R": "remote-time", "r": "range",
        "t": "telnet-option", "U": "proxy-user", "V": "version", "Y": "speed-limit", "y": "speed-time",
        "z": "time-cond", "Z": "parallel", ":": "next", "h": "help",
    ]

    /// Options with a value that are read.
    static let valued: Set<String> = [
        "request", "header", "data", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json", "form",
        "form-string", "user", "oauth2-bearer", "cookie", "user-agent", "referer", "url", "url-query", "upload-file",
        "max-time", "connect-timeout", "proxy", "request-target", "range", "proxy-user", "noproxy", "socks5",
        "socks5-hostname", "socks4", "socks4a", "aws-sigv4", "retry",
    ]

    /// Options with a value that have no effect here; those that are not in `notDone` change only what curl prints or writes.
    static let ignoredValued: Set<String> = notDone.union([
        "output", "write-out", "cookie-jar", "dump-header", "stderr", "trace", "trace-ascii", "output-dir",
        "create-file-mode", "parallel-max", "etag-save", "libcurl", "parallel-max-host", "rate",
        "trace-config",
    ])

    /// Options with a value that are not supported although they would change the request, or how it is sent.
    static let notDone: Set<String> = [
        "limit-rate", "speed-limit", "speed-time", "max-redirs", "retry-delay", "retry-max-time",
        "keepalive-time", "max-filesize", "expect100-timeout", "happy-eyeballs-timeout-ms", "keepalive-cnt",
        "crlfile", "dns-interface", "dns-ipv4-addr", "dns-ipv6-addr", "ech", "egd-file", "etag-compare", "ftp-account",
        "ftp-alternative-to-user", "ftp-method", "ftp-ssl-ccc-mode", "haproxy-clientip", "hostpubmd5", "hostpubsha256",
        "ip-tos", "ipfs-gateway", "krb", "login-options", "mail-auth", "mail-from", "mail-rcpt", "proxy-cacert",
        "proxy-capath", "proxy-cert", "proxy-cert-type", "proxy-ciphers", "proxy-crlfile", "proxy-key",
        "proxy-key-type", "proxy-pass", "proxy-pinnedpubkey", "proxy-service-name", "proxy-tls13-ciphers",
        "proxy-tlsauthtype", "proxy-tlspassword", "proxy-tlsuser", "proxy1.0", "pubkey", "random-file", "sasl-authzid",
        "sigalgs", "socks5-gssapi-service", "tftp-blksize", "tlsauthtype", "upload-flags", "vlan-priority",
        "cert", "key", "cacert", "capath", "pass", "cert-type", "key-type", "ciphers", "tls-max", "tls13-ciphers",
        "curves", "pinnedpubkey", "config", "continue-at", "proxy-header",
        "interface", "resolve", "connect-to", "unix-socket", "abstract-unix-socket", "local-port", "dns-servers",
        "time-cond", "quote", "ftp-port", "telnet-option", "netrc-file", "engine",
        "preproxy", "doh-url", "variable", "alt-svc", "hsts",
        "service-name", "delegation", "proto", "proto-default", "proto-redir", "tlsuser", "tlspassword",
    ]

    /// Options without a value that change only what curl prints or writes, or ask for what is done here anyway.
    static let ignoredFlags: Set<String> = [
        "silent", "show-error", "verbose", "include", "fail", "fail-with-body", "fail-early", "globoff", "no-buffer",
        "progress-bar", "no-progress-meter", "remote-name", "remote-name-all", "remote-header-name",
        "path-as-is", "parallel", "create-dirs", "styled-output", "junk-session-cookies", "disable",
        "remote-time", "use-ascii", "disallow-username-in-url", "append", "compressed-ssh", "disable-eprt",
        "disable-epsv", "dump-ca-embed", "form-escape", "ftp-create-dirs", "ftp-pasv", "ftp-pret",
        "ftp-skip-pasv-ip", "ftp-ssl-ccc", "ftp-ssl-control", "help", "list-only",
        "mail-rcpt-allowfails", "manual", "metalink", "no-clobber", "out-null",
        "parallel-immediate", "remove-on-error", "sasl-ir", "skip-existing", "socks5-basic",
        "suppress-connect-headers", "tftp-no-options", "trace-ids", "trace-time", "version", "xattr",
    ]

    /// Options without a value that are not supported although they would change the request, or how it is sent.
    static let notDoneFlags: Set<String> = [
        "no-keepalive", "ipv4", "ipv6", "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3", "sslv2",
        "sslv3", "no-alpn", "tcp-nodelay", "tcp-fastopen", "no-sessionid", "ssl-reqd", "retry-all-errors",
        "retry-connrefused", "post301", "post302", "post303", "ca-native", "cert-status", "doh-cert-status",
        "doh-insecure", "false-start", "http0.9", "ignore-content-length", "mptcp", "no-npn",
        "proxy-ca-native", "proxy-ssl-allow-beast", "proxy-ssl-auto-client-cert", "proxy-tlsv1", "ssl",
        "ssl-allow-beast", "ssl-auto-client-cert", "ssl-no-revoke", "ssl-revoke-best-effort", "tls-earlydata", "raw",
        "crlf", "haproxy-protocol", "http3", "http3-only", "netrc", "netrc-optional",
        "proxy-http2", "proxy-insecure", "proxytunnel",
        "socks5-gssapi", "socks5-gssapi-nec", "tr-encoding",
    ]
}
