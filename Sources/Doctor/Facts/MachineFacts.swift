import Base
import LinkedLibraries
import NetEngine

/// The locale of the process.
package struct LocaleFacts: Sendable, Hashable {
    /// `UTF-8`
    package var codeset: String?
    /// The variable that decides: LC_ALL, LC_CTYPE or LANG; nil if none is set.
    package var variable: (String)?
    package var value: String?
    /// Whether there is a terminal for the screen, which alone needs UTF-8. A task of cron has neither.
    package var hasTerminal: Bool

    package init(codeset: String?, variable: String? = nil, value: String? = nil, hasTerminal: Bool = true) {
        self.codeset = codeset
        self.variable = variable
        self.value = value
        self.hasTerminal = hasTerminal
    }

    package var findings: [Finding] {
        let source = variable.map { " (\($0)=\(SafeText(value ?? "").string))" } ?? ""
        if codeset == "UTF-8" {
            return [Finding(.locale, "locale", "The character set is UTF-8\(source).")]
        }
        let name = SafeText(codeset ?? "unknown").string
        return [
            Finding(
                .locale, "locale", hasTerminal ? .wrong : .note,
                "The character set is \(name)\(source), so the screen shows ASCII only.",
                advice: "Set LC_ALL or LANG to a locale with UTF-8, such as C.UTF-8; 'locale -a' lists those installed."
            )
        ]
    }
}

/// A program of the user that this one starts.
package struct HelperProgram: Sendable, Hashable {
    /// `editor`
    package var role: String
    /// As a shell would run it; nil if none was found.
    package var command: String?
    /// Where the command comes from: `variable EDITOR`, `default`.
    package var source: String
    package var isFound: Bool
    /// `Set VISUAL or EDITOR.`
    package var remedy: String

    package init(_ role: String, command: String?, source: String, isFound: Bool, remedy: String) {
        self.role = role
        self.command = command
        self.source = source
        self.isFound = isFound
        self.remedy = remedy
    }

    package var finding: Finding {
        guard let command else {
            return Finding(.programs, role, .note, "No \(role) was found.", advice: remedy)
        }
        let shown = SafeText(command).string
        guard isFound else {
            return Finding(
                .programs, role, .wrong, "The \(role) '\(shown)' (\(source)) is not in PATH.", advice: remedy)
        }
        return Finding(.programs, role, "The \(role) is '\(shown)' (\(source)).")
    }
}

/// The libraries that the program uses.
package struct LibraryFacts: Sendable, Hashable {
    package var network: LinkedLibraries
    /// Further ones: `ncurses 6.4`.
    package var others: [String]

    package init(network: LinkedLibraries, others: [String]) {
        self.network = network
        self.others = others
    }

    package var findings: [Finding] {
        let curl = network.curl
        var findings = [
            Finding(.libraries, "libcurl", "libcurl \(curl.version) supports \(curl.features.joined(separator: ", ")).")
        ]
        if let tls = network.tls {
            findings.append(Finding(.libraries, "tls", "TLS uses \(tls.name) \(tls.version)."))
        } else {
            findings.append(
                Finding(
                    .libraries, "tls", .wrong, "libcurl was built without TLS, so no https URL can be requested.",
                    advice: "Install a libcurl with OpenSSL (on Debian the package libcurl4)."))
        }
        if let http2 = network.http2 {
            findings.append(Finding(.libraries, "http2", "HTTP/2 uses \(http2.name) \(http2.version)."))
        } else {
            findings.append(
                Finding(
                    .libraries, "http2", .note, "libcurl was built without HTTP/2; requests use HTTP/1.1.",
                    advice: "Install a libcurl with nghttp2 if you need HTTP/2."))
        }
        let codings = network.codings.map { "\($0.features.joined(separator: " and ")) (\($0.name) \($0.version))" }
        findings.append(Finding(.libraries, "codings", "Bodies are decoded from \(codings.joined(separator: ", "))."))
        if !others.isEmpty {
            findings.append(Finding(.libraries, "others", "Also used: \(others.joined(separator: ", "))."))
        }
        return findings
    }
}

/// A place in which CA certificates may be.
package struct CertificatePlace: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        /// How many certificates, or files of them.
        case certificates(Int)
        case missing
        /// Why it cannot be read, as a clause.
        case unreadable(String)
    }

    package var path: String
    package var isFolder: Bool
    /// The variable that names it; nil if libcurl was built so.
    package var variable: String?
    package var content: Content

    package init(path: String, isFolder: Bool, variable: String?, content: Content) {
        self.path = path
        self.isFolder = isFolder
        self.variable = variable
        self.content = content
    }
}

/// Where the CA certificates are.
package struct CertificateFacts: Sendable, Hashable {
    package var places: [CertificatePlace]

    package init(_ places: [CertificatePlace]) { self.places = places }

    private static let advice =
        "Install the certificates of your system (on Debian the package ca-certificates), or name a file by SSL_CERT_FILE."

    package var findings: [Finding] {
        let findings = places.map(finding)
        guard !places.isEmpty else {
            return [
                Finding(
                    .network, "certificates", .wrong,
                    "libcurl knows no place for CA certificates, so no https server can be verified.",
                    advice: Self.advice)
            ]
        }
        let isAnyUsable = places.contains { if case .certificates(let count) = $0.content { count > 0 } else { false } }
        // A missing one does not matter where another is used, unless a variable names it.
        return findings.map { finding in
            var finding = finding
            if finding.state == .wrong, isAnyUsable, !isNamed(finding.path) { finding.state = .note }
            return finding
        }
    }

    private func isNamed(_ path: String?) -> Bool { places.contains { $0.path == path && $0.variable != nil } }

    private func finding(_ place: CertificatePlace) -> Finding {
        let id = place.isFolder ? "certificates.folder" : "certificates.file"
        let kind = place.isFolder ? "folder" : "file"
        let source = place.variable.map { " (\($0))" } ?? ""
        let name = "The \(kind) of authorities \(SafeText(place.path).string)\(source)"
        let advice = place.variable.map { "Set \($0) to a \(kind) that can be read, or unset it." } ?? Self.advice
        switch place.content {
        case .certificates(0):
            return Finding(
                .network, id, .wrong, "\(name) holds no certificate.", advice: advice, path: place.path)
        case .certificates(let count):
            let what = Formatting.count(count, place.isFolder ? "file" : "certificate")
            return Finding(.network, id, "\(name) holds \(what).", path: place.path)
        case .missing:
            return Finding(.network, id, .wrong, "\(name) does not exist.", advice: advice, path: place.path)
        case .unreadable(let clause):
            return Finding(
                .network, id, .wrong, "\(name) cannot be read: \(clause).", advice: advice, path: place.path)
        }
    }
}

/// The variables that name proxies.
package struct ProxyFacts: Sendable, Hashable {
    package static let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    package static let exceptionNames = ["no_proxy", "NO_PROXY"]

    private let values: [(name: String, value: String)]
    private let exceptions: (name: String, value: String)?

    package init(_ variable: (String) -> String?) {
        func filled(_ name: String) -> (name: String, value: String)? {
            variable(name).flatMap { $0.isEmpty ? nil : (name, $0) }
        }
        values = Self.names.compactMap(filled)
        exceptions = Self.exceptionNames.compactMap(filled).first
    }

    package static func == (a: ProxyFacts, b: ProxyFacts) -> Bool {
        a.values.elementsEqual(b.values, by: ==) && a.exceptions?.value == b.exceptions?.value
    }

    package func hash(into hasher: inout Hasher) { for value in values { hasher.combine(value.value) } }

    package var findings: [Finding] {
        guard !values.isEmpty else {
            return [Finding(.network, "proxies", "No variable names a proxy.")]
        }
        let except = exceptions.map { "; \($0.name) excepts \(SafeText($0.value).string)" } ?? ""
        return values.map { name, value in
            // Read as a request that asks for it reads it. The sentence of a refusal does not repeat a login.
            do throws(EngineError) {
                let proxy = try ProxyServer(value, variable: name)
                let shown = SafeText(proxy.description).string + (proxy.user == nil ? "" : " (with a login)")
                return Finding(
                    .network, "proxies.\(name)",
                    "\(name) names the proxy \(shown), which requests take if they ask for it (--proxy env)\(except).")
            } catch {
                return Finding(
                    .network, "proxies.\(name)", .wrong, error.sentence,
                    advice: "Set \(name) to a proxy such as http://127.0.0.1:3128, or unset it.")
            }
        }
    }
}
