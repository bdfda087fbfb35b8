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
        "z": "time-cond", "Z": "parallel", ":": "next",
    ]

    /// Options with a value that are read.
    static let valued: Set<String> = [
        "request", "header", "data", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json", "form",
        "form-string", "user", "oauth2-bearer", "cookie", "user-agent", "referer", "url", "url-query", "upload-file",
        "max-time", "connect-timeout", "proxy", "request-target",
    ]

    /// Options with a value that have no effect here.
    static let ignoredValued: Set<String> = notDone.union([
        "output", "write-out", "cookie-jar", "dump-header", "stderr", "trace", "trace-ascii", "output-dir",
        "create-file-mode", "limit-rate", "speed-limit", "speed-time", "max-redirs", "retry", "retry-delay",
        "retry-max-time", "keepalive-time", "max-filesize", "parallel-max", "expect100-timeout",
        "happy-eyeballs-timeout-ms",
    ])

    /// Options with a value that are not supported although they would change the request.
    static let notDone: Set<String> = [
        "cert", "key", "cacert", "capath", "pass", "cert-type", "key-type", "ciphers", "tls-max", "tls13-ciphers",
        "curves", "pinnedpubkey", "config", "range", "continue-at", "proxy-user", "proxy-header", "noproxy",
        "interface", "resolve", "connect-to", "unix-socket", "abstract-unix-socket", "local-port", "dns-servers",
        "aws-sigv4", "time-cond", "quote", "ftp-port", "telnet-option", "netrc-file", "engine",
        "socks5", "socks5-hostname", "socks4", "socks4a", "preproxy", "doh-url", "variable", "alt-svc", "hsts",
        "service-name", "delegation", "proto", "proto-default", "proto-redir", "tlsuser", "tlspassword",
    ]

    /// Options without a value that do not change the request.
    static let ignoredFlags: Set<String> = [
        "silent", "show-error", "verbose", "include", "fail", "fail-with-body", "fail-early", "globoff", "no-buffer",
        "progress-bar", "no-progress-meter", "remote-name", "remote-name-all", "remote-header-name", "compressed",
        "basic", "anyauth", "no-keepalive", "path-as-is", "parallel", "create-dirs", "styled-output", "raw", "ipv4",
        "ipv6", "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3", "sslv2", "sslv3", "no-alpn", "tcp-nodelay",
        "tcp-fastopen", "junk-session-cookies", "disable", "remote-time", "use-ascii", "no-sessionid", "ssl-reqd",
        "retry-all-errors", "retry-connrefused", "disallow-username-in-url", "post301", "post302", "post303",
    ]
}
