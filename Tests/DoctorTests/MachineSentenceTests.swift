import LinkedLibraries
import NetEngine
import Testing

@testable import Doctor

/// The sentences about a machine, with their advice.
@Suite struct MachineSentenceTests {
    private func lines(_ findings: [Finding]) -> [String] {
        findings.map { "\($0.state.rawValue) \($0.id): \($0.sentence)" + ($0.advice.map { " | \($0)" } ?? "") }
    }

    private static var good: TerminalFacts {
        var facts = TerminalFacts()
        (facts.inputIsTerminal, facts.outputIsTerminal) = (true, true)
        (facts.columns, facts.rows, facts.kind, facts.isKnown) = (120, 40, "xterm-256color", true)
        (facts.colors, facts.hasTrueColor, facts.hasMouse, facts.clipboard) = (256, true, true, "wl-copy")
        return facts
    }

    /// The line of one finding of a changed terminal.
    private func line(_ id: String, _ change: (inout TerminalFacts) -> Void) -> String {
        var facts = Self.good
        change(&facts)
        return lines(facts.findings.filter { $0.id == id }).joined(separator: "\n")
    }

    @Test func `a good terminal is told in five lines`() {
        #expect(
            lines(Self.good.findings) == [
                "ok terminal.kind: TERM is 'xterm-256color', which terminfo knows.",
                "ok terminal.size: The terminal has 120 columns and 40 rows.",
                "ok terminal.colors: It has true colour.", "ok terminal.mouse: It reports the mouse.",
                "ok terminal.clipboard: Copies go to the clipboard by wl-copy.",
            ])
        var unknown = Self.good
        unknown.isKnown = false
        #expect(unknown.findings.map(\.id) == ["terminal.kind", "terminal.size", "terminal.clipboard"])
    }

    @Test func `what is no terminal is named`() {
        func sentence(_ input: Bool, _ output: Bool) -> String {
            line("terminal") { ($0.inputIsTerminal, $0.outputIsTerminal) = (input, output) }
        }
        let rest =
            "not a terminal, so nothing can be said about the screen. | Run 'apitui doctor' in the terminal that you use; commands without a screen need none."
        #expect(sentence(true, false) == "note terminal: Standard output is " + rest)
        #expect(sentence(false, true) == "note terminal: Standard input is " + rest)
        #expect(sentence(false, false) == "note terminal: Standard input and output are " + rest)
    }

    @Test func `the kind and the size of a terminal`() {
        let advice = " | Set TERM to the kind of your terminal, such as xterm-256color."
        for kind in [nil, ""] {
            #expect(line("terminal.kind") { $0.kind = kind } == "wrong terminal.kind: TERM is not set." + advice)
        }
        #expect(
            line("terminal.kind") { $0.kind = "dumb" }
                == "wrong terminal.kind: TERM is 'dumb', which cannot draw a screen." + advice)
        #expect(
            line("terminal.kind") { ($0.kind, $0.isKnown) = ("foo", false) }
                == "wrong terminal.kind: TERM is 'foo', which terminfo on this machine does not know. | Install the description of your terminal (on Debian often the package ncurses-term), or set TERM=xterm-256color."
        )
        func size(_ columns: Int?, _ rows: Int?) -> String {
            line("terminal.size") { ($0.columns, $0.rows) = (columns, rows) }
        }
        let small = "; panes are shown one at a time. | Make it 80 by 24 or larger to see them together."
        #expect(size(80, 24) == "ok terminal.size: The terminal has 80 columns and 24 rows.")
        #expect(size(79, 24) == "note terminal.size: The terminal has 79 columns and 24 rows" + small)
        #expect(size(80, 23) == "note terminal.size: The terminal has 80 columns and 23 rows" + small)
        #expect(
            size(80, nil)
                == "note terminal.size: The terminal does not say how large it is. | Set it by 'stty cols 80 rows 24'.")
    }

    @Test func `the colours, the mouse and the clipboard of a terminal`() {
        func colors(_ count: Int, refuses: Bool = false) -> String {
            line("terminal.colors") { ($0.colors, $0.hasTrueColor, $0.refusesColor) = (count, false, refuses) }
        }
        let few = " | If your terminal has more, set TERM=xterm-256color and COLORTERM=truecolor."
        #expect(
            colors(256)
                == "note terminal.colors: It has 256 colours; themes are drawn in the nearest ones. | If your terminal has true colour, set COLORTERM=truecolor."
        )
        #expect(
            colors(255) == "note terminal.colors: It has 255 colours; themes are drawn in the nearest ones." + few)
        #expect(colors(8) == "note terminal.colors: It has 8 colours; themes are drawn in the nearest ones." + few)
        #expect(
            colors(7)
                == "note terminal.colors: It has no colours by terminfo. | If your terminal has colours, set TERM to a kind that says so, such as xterm-256color."
        )
        #expect(
            colors(256, refuses: true)
                == "note terminal.colors: NO_COLOR is set, so nothing is drawn in colour. | Unset NO_COLOR to see colours."
        )
        #expect(
            line("terminal.mouse") { $0.hasMouse = false }
                == "note terminal.mouse: By terminfo it reports no mouse. | Everything can be done by keys; if your terminal has a mouse, set TERM to a kind that says so."
        )
        #expect(
            line("terminal.clipboard") { $0.isClipboardUnconfirmed = true }
                == "ok terminal.clipboard: Copies go to the clipboard by wl-copy, which cannot say that it worked.")
        #expect(
            line("terminal.clipboard") { $0.clipboard = nil }
                == "note terminal.clipboard: There is no way to the clipboard: copies go into a file. | Install wl-copy, xclip or xsel, or use a terminal that takes OSC 52."
        )
    }

    @Test func `what a terminal says of itself, and what is between`() {
        func report(_ name: String?, _ pictures: [String], _ background: String?) -> String {
            line("terminal.response") {
                var report = TerminalFacts.Report()
                (report.didRespond, report.name, report.pictures, report.background) = (
                    true, name, pictures, background
                )
                $0.report = report
            }
        }
        #expect(
            report("foot", ["kitty", "sixels"], "dark")
                == "ok terminal.response: It is foot; pictures are drawn by kitty or sixels, and its background is dark."
        )
        #expect(
            report(nil, [], nil)
                == "ok terminal.response: It responds, but does not say its name; pictures are drawn by half blocks.")
        #expect(
            line("terminal.response") { $0.report = TerminalFacts.Report() }
                == "note terminal.response: The terminal did not respond when it was asked what it is; the screen then assumes the least. | If drawing is wrong, try 'apitui --images blocks'."
        )
        #expect(
            line("terminal.between") { $0.between = ["tmux", "ssh"] }
                == "ok terminal.between: Between the program and the terminal: tmux, ssh; it decides what gets through."
        )
    }

    @Test func `the locale and the programs`() {
        #expect(
            lines(LocaleFacts(codeset: "UTF-8", variable: "LANG", value: "C.UTF-8").findings)
                == ["ok locale: The character set is UTF-8 (LANG=C.UTF-8)."])
        #expect(lines(LocaleFacts(codeset: "UTF-8").findings) == ["ok locale: The character set is UTF-8."])
        let advice =
            ", so the screen shows ASCII only. | Set LC_ALL or LANG to a locale with UTF-8, such as C.UTF-8; 'locale -a' lists those installed."
        #expect(
            lines(LocaleFacts(codeset: nil, variable: "LC_ALL", value: "x").findings)
                == ["wrong locale: The character set is unknown (LC_ALL=x)" + advice])
        #expect(
            lines(LocaleFacts(codeset: "utf-8").findings) == ["wrong locale: The character set is utf-8" + advice])
        func pager(_ command: String?, _ isFound: Bool) -> String {
            lines([
                HelperProgram("pager", command: command, source: "default", isFound: isFound, remedy: "Set PAGER.")
                    .finding
            ])[0]
        }
        #expect(pager("less", true) == "ok pager: The pager is 'less' (default).")
        #expect(pager("nope", false) == "wrong pager: The pager 'nope' (default) is not in PATH. | Set PAGER.")
        #expect(pager(nil, true) == "note pager: No pager was found. | Set PAGER.")
    }

    @Test func `the libraries`() {
        func library(_ name: String, _ features: [String] = []) -> LinkedLibraries.Library {
            LinkedLibraries.Library(name, "1.2", features)
        }
        #expect(LinkedLibraries.loaded.tls.map { $0.version.first?.isNumber == true } != false)
        let codings = [library("zlib", ["gzip", "deflate"]), library("libbrotlidec", ["br"])]
        let all = LinkedLibraries(
            curl: library("libcurl", ["IDN", "PSL"]), tls: library("OpenSSL"), http2: library("nghttp2"),
            codings: codings)
        #expect(
            lines(LibraryFacts(network: all, others: ["ncurses 6.4", "SQLite 3"]).findings) == [
                "ok libcurl: libcurl 1.2 supports IDN, PSL.", "ok tls: TLS uses OpenSSL 1.2.",
                "ok http2: HTTP/2 uses nghttp2 1.2.",
                "ok codings: Bodies are decoded from gzip and deflate (zlib 1.2), br (libbrotlidec 1.2).",
                "ok others: Also used: ncurses 6.4, SQLite 3.",
            ])
        let bare = LinkedLibraries(curl: library("libcurl"), tls: nil, http2: nil, codings: codings)
        #expect(
            lines(LibraryFacts(network: bare, others: []).findings)[1...2] == [
                "wrong tls: libcurl was built without TLS, so no https URL can be requested. | Install a libcurl with OpenSSL (on Debian the package libcurl4).",
                "note http2: libcurl was built without HTTP/2; requests use HTTP/1.1. | Install a libcurl with nghttp2 if you need HTTP/2.",
            ])
        #expect(LibraryFacts(network: bare, others: []).findings.count == 4)
    }

    @Test func `the CA certificates`() {
        func place(_ content: CertificatePlace.Content, _ variable: String? = nil, isFolder: Bool = false) -> String {
            lines(
                CertificateFacts([
                    CertificatePlace(path: "/c", isFolder: isFolder, variable: variable, content: content)
                ]).findings)[0]
        }
        let advice =
            " | Install the certificates of your system (on Debian the package ca-certificates), or name a file by SSL_CERT_FILE."
        #expect(place(.certificates(1)) == "ok certificates.file: The file of authorities /c holds 1 certificate.")
        #expect(
            place(.certificates(2), "SSL_CERT_DIR", isFolder: true)
                == "ok certificates.folder: The folder of authorities /c (SSL_CERT_DIR) holds 2 files.")
        #expect(
            place(.certificates(0)) == "wrong certificates.file: The file of authorities /c holds no certificate."
                + advice)
        #expect(
            place(.missing, "CURL_CA_BUNDLE")
                == "wrong certificates.file: The file of authorities /c (CURL_CA_BUNDLE) does not exist. | Set CURL_CA_BUNDLE to a file that can be read, or unset it."
        )
        #expect(
            place(.unreadable("it is broken"), isFolder: true)
                == "wrong certificates.folder: The folder of authorities /c cannot be read: it is broken." + advice)
        #expect(
            lines(CertificateFacts([]).findings) == [
                "wrong certificates: libcurl knows no place for CA certificates, so no https server can be verified."
                    + advice
            ])
    }

    @Test func `the proxies, without their logins`() {
        func lines(_ variables: [String: String]) -> [String] { self.lines(ProxyFacts { variables[$0] }.findings) }
        let rest = ", which requests take if they ask for it (--proxy env)"
        #expect(lines([:]) == ["ok proxies: No variable names a proxy."])
        #expect(lines(["no_proxy": "x"]) == ["ok proxies: No variable names a proxy."])
        #expect(
            lines([
                "all_proxy": "socks5h://[::1]:1080", "HTTPS_PROXY": "p", "http_proxy": "HTTP://a:b@c:1/x",
                "NO_PROXY": "n",
            ])
                == [
                    "ok proxies.http_proxy: http_proxy names the proxy http://c:1 (with a login)\(rest); NO_PROXY excepts n.",
                    "ok proxies.HTTPS_PROXY: HTTPS_PROXY names the proxy http://p:1080\(rest); NO_PROXY excepts n.",
                    "ok proxies.all_proxy: all_proxy names the proxy socks5h://[::1]:1080\(rest); NO_PROXY excepts n.",
                ])
        #expect(
            lines(["ALL_PROXY": "http://h", "no_proxy": "a", "NO_PROXY": "b"])
                == ["ok proxies.ALL_PROXY: ALL_PROXY names the proxy http://h:1080\(rest); no_proxy excepts a."])
        #expect(
            lines(["all_proxy": "ftp://x"]) == [
                "wrong proxies.all_proxy: Proxy (from the variable all_proxy): only http, https, socks4, socks4a, socks5 and "
                    + "socks5h are schemes of a proxy. | Set all_proxy to a proxy such as http://127.0.0.1:3128, or unset it."
            ])
        #expect(
            lines(["http_proxy": "http://x:99999"]) == [
                "wrong proxies.http_proxy: Proxy (from the variable http_proxy): its host, port or login cannot be read. "
                    + "| Set http_proxy to a proxy such as http://127.0.0.1:3128, or unset it."
            ])
    }

    @Test(arguments: [
        "http://h", "socks://h", "h:1", "http://a:b@h:80", "http://h:0", "h:99999", "http://", "a@", "a b", " ",
        "http://h:x",
    ])
    func `a proxy is wrong exactly if a request that asks for it is refused`(value: String) {
        let isRefused = (try? ProxyServer(value)) == nil
        let found = ProxyFacts { $0 == "all_proxy" ? value : nil }.findings
        #expect(found.map { $0.state == .wrong } == [isRefused])
    }

    @Test func `groups have titles, in the order in which they are shown`() {
        #expect(
            Finding.Group.allCases.map(\.title) == [
                "Terminal", "Locale", "Programs", "Libraries", "Certificates and proxies", "Files of apitui",
            ])
    }
}
