import Base
import DescriptionDrafts
import HTTPFormat

/// Names of shell variables for the variables of requests, each used once.
struct ShellNames {
    /// Names that mean something to a shell or to the programs that it runs.
    private static let taken: Set<String> = [
        "PATH", "HOME", "IFS", "PS1", "PS2", "PS4", "PWD", "OLDPWD", "SHELL", "USER", "LOGNAME", "LANG", "TERM",
        "TMPDIR", "ENV",
        "CDPATH", "MAIL", "OPTARG", "OPTIND", "PPID", "LINENO", "UID", "EUID", "RANDOM", "SECONDS", "HOSTNAME",
        "EDITOR",
        "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "CURL_HOME", "CURL_CA_BUNDLE", "SSL_CERT_FILE",
        "SSL_CERT_DIR",
        "SSLKEYLOGFILE", "NETRC", "PYTHONPATH", "HTTPIE_CONFIG_DIR", "REQUESTS_CA_BUNDLE",
    ]
    /// Words of a reference that say nothing about the value.
    private static let plain: Set<String> = ["RESPONSE", "REQUEST", "BODY", "HEADERS", "AUTH", "PROCESSENV", "DOTENV"]
    private static let longest = 60

    private var names: [String: String] = [:]
    private var used: Set<String> = []

    /// - Parameter variable: as it is written between the braces.
    mutating func name(of variable: String) -> String {
        if let known = names[variable] { return known }
        let words = NameWords.words(variable).map { $0.uppercased() }
        let telling = words.filter { !Self.plain.contains($0) }
        var base = String((telling.isEmpty ? words : telling).joined(separator: "_").prefix(Self.longest))
        if base.isEmpty || ("0"..."9").contains(base.unicodeScalars.first ?? "0") { base = "VALUE_\(base)" }
        if Self.taken.contains(base) || base.hasPrefix("LC_") { base += "_VALUE" }
        let name = used.insertFree(base)
        names[variable] = name
        return name
    }
}

extension ExportItem {
    /// What the shell inserts for the marks.
    func shellValues(_ names: inout ShellNames) -> ShellText.Values {
        var expressions: [Int: String] = [:]
        for (number, variable) in variables where variable.base64 == nil {
            expressions[number] = "$\(names.name(of: variable.name))"
        }
        for (number, variable) in variables {
            guard let text = variable.base64 else { continue }
            let plain = ShellText.Values(marks: marks, expressions: expressions)
            expressions[number] = "$(\(ShellText.printf(Array(text.utf8), plain)) | base64 | tr -d '\\n')"
        }
        return ShellText.Values(marks: marks, expressions: expressions)
    }
}
