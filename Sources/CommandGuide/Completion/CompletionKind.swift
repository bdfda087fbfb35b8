/// What the values of an argument are that only the program can list.
package enum CompletionKind: Sendable, Hashable {
    /// A request: FILE#NAME, or a URL.
    case request
    /// Folders, files and FILE#NAME.
    case requests
    /// Folders and files of requests.
    case requestFiles
    case description
    case environment
    /// `name=`
    case variable
    case tag
    case reportKind
    case comparisonReportKind
    case run
    /// A run, or with `--env` what is sent.
    case compared
    case cachedURL
    case logFilter
    case savedFilter
    case exchange
    case theme
    case cacheMode
    case login
    case trustedFolder
    case failure
    case worsening
    case method
    case header
    case term

    /// Whether a file follows it: `html=FILE`.
    var isBeforeFile: Bool { self == .reportKind || self == .comparisonReportKind }

    /// By the command and the argument: an option by its name, a positional one by the name of its value. `*` is any command.
    static let table: [String: CompletionKind] = [
        "* --env": .environment, "* --var": .variable, "* --variable": .variable, "* --theme": .theme,
        "* --cache": .cacheMode, "* --contract-file": .description,
        "send url | file[#name]": .request, "send -X": .method, "send --request": .method, "send -H": .header,
        "send --header": .header,
        "run paths": .requests, "run --tag": .tag, "run --skip-tag": .tag, "run --report": .reportKind,
        "run --fail-on": .failure,
        "runs show recorded": .run, "runs report recorded": .run, "runs name recorded": .run,
        "runs export recorded": .run, "runs merge runs": .run, "runs delete runs": .run,
        "runs report --report": .reportKind, "runs merge --report": .reportKind,
        "compare runs": .compared, "compare --tag": .tag, "compare --skip-tag": .tag,
        "compare --report": .comparisonReportKind, "compare --fail-on": .worsening,
        "describe run": .run, "describe --difference": .description,
        "coverage description": .description, "coverage path": .requestFiles, "coverage --run": .run,
        "export request | folder": .requests, "list path": .requestFiles, "lint path": .requestFiles,
        "open path | url": .requestFiles, "graphql url | file": .description, "graphql --header": .header,
        "graphql -H": .header,
        "log filter": .logFilter, "log --forget": .savedFilter, "log --save": .savedFilter,
        "history list filter": .logFilter, "history show id": .exchange,
        "history resend id": .exchange, "history delete ids": .exchange,
        "cache list pattern": .cachedURL, "cache show url": .cachedURL, "cache clear pattern": .cachedURL,
        "auth forget logins": .login, "trust remove path": .trustedFolder, "themes show theme": .theme,
        "explain terms": .term,
    ]

    /// - Parameter command: without the program's name.
    static func of(_ argument: CommandDefinition.Argument, of command: String) -> CompletionKind? {
        let names = argument.kind == .positional ? [argument.valueName] : argument.names
        for name in names {
            if let kind = table["\(command) \(name)"] ?? table["* \(name)"] { return kind }
        }
        return nil
    }
}
