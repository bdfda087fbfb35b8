import LinkedLibraries
import TestSupport
import Testing

@testable import Doctor

/// What the doctor says of a machine, from facts alone.
@Suite struct MachineFactsTests {
    private func states(_ findings: [Finding]) -> [String] { findings.map { "\($0.id) \($0.state.rawValue)" } }

    private static var goodTerminal: TerminalFacts {
        var facts = TerminalFacts()
        (facts.inputIsTerminal, facts.outputIsTerminal) = (true, true)
        (facts.columns, facts.rows, facts.kind, facts.isKnown) = (120, 40, "xterm-256color", true)
        (facts.colors, facts.hasTrueColor, facts.hasMouse, facts.clipboard) = (256, true, true, "wl-copy")
        return facts
    }

    // MARK: Terminal

    @Test func `a good terminal needs nothing`() {
        let findings = Self.goodTerminal.findings
        #expect(findings.allSatisfy { $0.state == .ok && $0.advice == nil })
        #expect(findings.map(\.id).contains("terminal.clipboard"))
    }

    @Test func `without a terminal one sentence says so, and nothing is wrong`() {
        var facts = Self.goodTerminal
        facts.outputIsTerminal = false
        #expect(states(facts.findings) == ["terminal note"])
        #expect(facts.findings[0].sentence.hasPrefix("Standard output is not a terminal"))
        facts.inputIsTerminal = false
        #expect(facts.findings[0].sentence.hasPrefix("Standard input and output are not a terminal"))
    }

    @Test(arguments: [nil, "", "dumb", "unknown"] as [String?])
    func `a kind that cannot draw is wrong`(kind: String?) {
        var facts = Self.goodTerminal
        (facts.kind, facts.isKnown) = (kind, false)
        #expect(facts.findings.first?.state == .wrong)
        #expect(facts.findings.first?.advice?.contains("xterm-256color") == true)
    }

    @Test func `a kind that terminfo does not know is wrong, and hostile bytes in it are visible`() {
        var facts = Self.goodTerminal
        (facts.kind, facts.isKnown) = ("x\u{1B}[2J", false)
        #expect(facts.findings[0].state == .wrong)
        #expect(facts.findings[0].sentence.contains("x\\x1B[2J"))
        #expect(facts.findings[0].advice?.contains("TERM=xterm-256color") == true)
        facts.isSubstituteKnown = false
        #expect(facts.findings[0].advice?.contains("TERM=xterm-256color") == false)
        (facts.kind, facts.isSubstituteKnown) = ("xterm-256color", true)
        #expect(facts.findings[0].advice?.contains("TERM=xterm-256color") == false)
    }

    @Test func `a small terminal, few colours, no mouse and no clipboard are notes with advice`() {
        var facts = Self.goodTerminal
        (facts.columns, facts.hasTrueColor, facts.hasMouse, facts.clipboard) = (60, false, false, nil)
        let notes = facts.findings.filter { $0.state == .note }
        #expect(notes.map(\.id) == ["terminal.size", "terminal.colors", "terminal.mouse", "terminal.clipboard"])
        #expect(notes.allSatisfy { $0.advice != nil })
        #expect(notes[1].advice == "If your terminal has true colour, set COLORTERM=truecolor.")
        facts.refusesColor = true
        #expect(facts.findings.contains { $0.sentence.hasPrefix("NO_COLOR is set") })
    }

    @Test func `what the terminal says of itself is told`() {
        var facts = Self.goodTerminal
        var report = TerminalFacts.Report()
        facts.report = report
        #expect(facts.findings.last?.state == .note, "it did not respond")
        (report.didRespond, report.name, report.pictures) = (true, "foot(1.13)", ["sixels"])
        facts.report = report
        #expect(facts.findings.last?.sentence == "It is foot(1.13); pictures are drawn by sixels.")
        facts.between = ["tmux", "ssh"]
        #expect(facts.findings.last?.sentence.contains("tmux, ssh") == true)
    }

    // MARK: Locale and programs

    @Test func `a locale without UTF-8 is wrong and names its variable`() {
        #expect(LocaleFacts(codeset: "UTF-8", variable: "LANG", value: "C.UTF-8").findings[0].state == .ok)
        let bad = LocaleFacts(codeset: "ANSI_X3.4-1968", variable: "LC_ALL", value: "C").findings[0]
        #expect(bad.state == .wrong && bad.sentence.contains("ANSI_X3.4-1968 (LC_ALL=C)"))
        #expect(LocaleFacts(codeset: nil).findings[0].state == .wrong)
        let apart = LocaleFacts(codeset: nil, hasTerminal: false).findings[0]
        #expect(apart.state == .note && apart.advice == bad.advice, "what has no screen needs no UTF-8")
        #expect(LocaleFacts(codeset: "UTF-8", hasTerminal: false).findings[0].state == .ok)
        #expect(LocaleFacts(codeset: "x\u{1B}[2J").findings[0].sentence.contains("x\\x1B[2J"))
    }

    @Test func `an editor that is set and missing is wrong, none at all is a note`() {
        func editor(_ command: String?, isFound: Bool) -> Finding {
            HelperProgram("editor", command: command, source: "variable EDITOR", isFound: isFound, remedy: "Set it.")
                .finding
        }
        #expect(editor("vim -f", isFound: true).sentence == "The editor is 'vim -f' (variable EDITOR).")
        #expect(editor("nope", isFound: false).state == .wrong)
        #expect(editor(nil, isFound: false).state == .note && editor(nil, isFound: false).advice == "Set it.")
    }

    // MARK: Libraries

    private static let libraries = LinkedLibraries(
        curl: LinkedLibraries.Library("libcurl", "8.1", ["IDN"]), tls: nil, http2: nil,
        codings: [LinkedLibraries.Library("zlib", "1.3", ["gzip", "deflate"])])

    @Test func `a libcurl without TLS is wrong, without HTTP2 a note`() {
        let findings = LibraryFacts(network: Self.libraries, others: ["SQLite 3.40"]).findings
        #expect(states(findings) == ["libcurl ok", "tls wrong", "http2 note", "codings ok", "others ok"])
        #expect(findings[3].sentence == "Bodies are decoded from gzip and deflate (zlib 1.3).")
    }

    @Test func `the libraries of this process have versions`() {
        let loaded = LinkedLibraries.loaded
        #expect(loaded.all.count >= 5)
        for library in loaded.all { #expect(library.version.first?.isNumber == true, "\(library)") }
        #expect(loaded.codings.map(\.features) == [["gzip", "deflate"], ["br"], ["zstd"]])
    }

    // MARK: Certificates

    private func place(_ path: String, _ content: CertificatePlace.Content, _ variable: String? = nil)
        -> CertificatePlace
    {
        CertificatePlace(path: path, isFolder: false, variable: variable, content: content)
    }

    @Test func `certificates that are there are counted`() {
        let finding = CertificateFacts([place("/ca.pem", .certificates(140))]).findings[0]
        #expect(finding.sentence == "The file of authorities /ca.pem holds 140 certificates." && finding.state == .ok)
    }

    @Test func `a place that a variable names must hold some; of those built in one is enough`() {
        let good = place("/a", .certificates(1))
        #expect(CertificateFacts([good, place("/b", .missing)]).findings.map(\.state) == [.ok, .note])
        #expect(
            CertificateFacts([good, place("/b", .missing, "SSL_CERT_FILE")]).findings.map(\.state) == [.ok, .wrong])
        let unreadable = CertificateFacts([place("/b", .unreadable("Permission denied"), "SSL_CERT_FILE")]).findings[0]
        #expect(unreadable.sentence == "The file of authorities /b (SSL_CERT_FILE) cannot be read: Permission denied.")
        #expect(CertificateFacts([place("/b", .certificates(0))]).findings[0].state == .wrong)
        #expect(CertificateFacts([]).findings[0].state == .wrong)
    }

    @Test func `places of certificates are those of variables, else those built in, and are looked into`() throws {
        let folder = try TemporaryFolder()
        let mark = "-----BEGIN CERTIFICATE-----\nAA==\n"
        let file = try folder.write("# of a system\n\(mark)-----BEGIN TRUSTED CERTIFICATE-----\n", to: "ca.pem")
        let other = try folder.write(" \(mark)\(mark)\(mark)x", to: "other.pem")
        let names = [
            "a94d09e5.0", "a94d09e5.12", "a94d09e.0", "g94d09e5.0", "a94d09e5", "a94d09e5.pem", "ca.pem",
            "a94d09e5.0.old",
        ]
        for name in names { try folder.write(mark, to: "certs/\(name)") }
        let certs = "\(folder.path)/certs"
        var libraries = Self.libraries
        func found(_ variables: [String: String]) -> [String] {
            let findings: [Finding] = CertificateFacts.found(libraries) { variables[$0] }.findings
            return findings.map { (finding: Finding) -> String in
                let sentence: String = finding.sentence.replacing("\(folder.path)/", with: "")
                return "\(finding.state.rawValue) \(sentence.replacing("of authorities ", with: ""))"
            }
        }
        #expect(
            found([:]) == [
                "wrong libcurl knows no place for CA certificates, so no https server can be verified."
            ])
        (libraries.certificateFile, libraries.certificateFolder) = (file, certs)
        let folderLine = "ok The folder certs holds 2 files."
        #expect(found([:]) == ["ok The file ca.pem holds 2 certificates.", folderLine])
        #expect(
            found(["SSL_CERT_FILE": other]) == [
                "ok The file other.pem (SSL_CERT_FILE) holds 2 certificates.", folderLine,
            ])
        #expect(
            found(["SSL_CERT_FILE": file, "CURL_CA_BUNDLE": other])[0]
                == "ok The file other.pem (CURL_CA_BUNDLE) holds 2 certificates.")
        #expect(
            found(["SSL_CERT_FILE": file, "CURL_CA_BUNDLE": ""])[0]
                == "ok The file ca.pem (SSL_CERT_FILE) holds 2 certificates.")
        #expect(
            found(["SSL_CERT_DIR": "\(folder.path)/none:\(certs)"]).dropFirst() == [
                "wrong The folder none (SSL_CERT_DIR) does not exist.",
                "ok The folder certs (SSL_CERT_DIR) holds 2 files.",
            ])
        #expect(
            found(["SSL_CERT_FILE": certs, "SSL_CERT_DIR": file]).map { String($0.prefix { $0 != ":" }) } == [
                "wrong The file certs (SSL_CERT_FILE) cannot be read",
                "wrong The folder ca.pem (SSL_CERT_DIR) cannot be read",
            ])
    }

    // MARK: Proxies

    private func proxies(_ variables: [String: String]) -> [Finding] { ProxyFacts { variables[$0] }.findings }

    @Test func `proxies are named without their logins`() {
        let findings = proxies([
            "http_proxy": "http://ann:p@ss@proxy.example:3128/", "https_proxy": "proxy:8080", "no_proxy": "localhost",
        ])
        #expect(findings.map(\.id) == ["proxies.http_proxy", "proxies.https_proxy"])
        #expect(findings[0].sentence.contains("the proxy http://proxy.example:3128 (with a login), which"))
        #expect(findings[0].sentence.hasSuffix("; no_proxy excepts localhost."))
        for finding in findings { #expect(!finding.sentence.contains("ann") && !finding.sentence.contains("p@ss")) }
    }

    @Test(arguments: ["ftp://x", "http://", "http://a b", "://", "http://ann:secret@", "secret token"])
    func `what is not the address of a proxy is wrong, and not repeated`(value: String) {
        let finding = proxies(["all_proxy": value])[0]
        #expect(finding.state == .wrong)
        #expect(!finding.sentence.contains("secret"))
    }

    @Test func `proxies are the same if each variable is, whatever name the exceptions have`() {
        func facts(_ variables: [String: String]) -> ProxyFacts { ProxyFacts { variables[$0] } }
        let one = facts(["http_proxy": "http://p:1", "no_proxy": "a"])
        #expect(one == facts(["http_proxy": "http://p:1", "NO_PROXY": "a", "all_proxy": ""]))
        for other in [
            ["http_proxy": "http://p:1", "no_proxy": "b"], ["http_proxy": "http://p:1"],
            ["http_proxy": "http://p:2", "no_proxy": "a"], ["https_proxy": "http://p:1", "no_proxy": "a"],
        ] { #expect(one != facts(other), "\(other)") }
    }

    @Test func `no proxy is fine`() {
        #expect(proxies(["http_proxy": ""]).map(\.state) == [.ok])
    }
}
