import Base
import NetEngine

/// A setting of the program, by the name that it has in the configuration file.
package enum SettingID: String, Sendable, Hashable, CaseIterable {
    case theme, layout, plain, mouse, images
    case editor, pager
    case timeout
    case connectTimeout = "connect-timeout"
    case cache
    case maxBody = "max-body"
    case logAge = "log-age"
    case logSize = "log-size"
}

/// One row of the table of settings: all that is known of a setting. The reader, its sentences, `apitui config`, the schema and
/// docs/settings.md take their words from here.
package struct Setting: Sendable {
    package enum Kind: Sendable, Hashable {
        /// A name, such as that of a theme.
        case name
        /// A command line for `sh -c`.
        case command
        case choice([String])
        case toggle
        case time(ClosedRange<Duration>)
        /// In bytes; `none` is no limit.
        case size(ClosedRange<Int>)
    }

    package var id: SettingID
    package var kind: Kind
    /// As it would be written; nil if nothing is set by default.
    package var standard: String?
    /// What holds if nothing is set.
    package var otherwise: String
    /// One sentence.
    package var help: String
    /// The flags that go before all else, as users write them.
    package var flags: [String]
    /// Variables of other programs, too: the file goes before them, because it is about this program alone.
    package var sharedVariables: [String]

    private init(
        _ id: SettingID, _ kind: Kind, _ standard: String?, otherwise: String = "", flags: [String] = [],
        sharedVariables: [String] = [], _ help: String
    ) {
        self.id = id
        self.kind = kind
        self.standard = standard
        self.otherwise = otherwise
        self.help = help
        self.flags = flags
        self.sharedVariables = sharedVariables
    }

    /// The environment variable that goes before the file.
    package var variable: String { "APITUI_" + id.rawValue.uppercased().replacing(bytes: "-", with: "_") }

    /// The one table, in the order in which settings are listed.
    package static let table: [Setting] = [
        Setting(
            .theme, .name, nil, otherwise: "the one that t chose, else auto", flags: ["--theme"],
            "The colours of the screen, by the name of a theme; 'apitui themes' lists them."),
        Setting(
            .layout, .choice(["auto", "accordion", "classic", "wide"]), "auto",
            "How the panes share the screen; auto decides by its size."),
        Setting(
            .plain, .toggle, "off", flags: ["--plain"],
            "One pane at a time, without frames and animation, with words for marks: for screen readers and braille."),
        Setting(
            .mouse, .toggle, "on", flags: ["--no-mouse"],
            "Whether the screen takes the mouse; off leaves it to the terminal, to select text."),
        Setting(
            .images, .choice(["auto", "blocks", "sixel", "kitty"]), "auto", flags: ["--images"],
            "How pictures are drawn; auto asks the terminal."),
        Setting(
            .editor, .command, nil, otherwise: "vi or nano", sharedVariables: ["VISUAL", "EDITOR"],
            "The command that edits a request (E)."),
        Setting(
            .pager, .command, nil, otherwise: "less or more", sharedVariables: ["PAGER"],
            "The command that shows a body (v)."),
        Setting(
            .timeout, .time(.milliseconds(1) ... .seconds(86_400)), "60s", flags: ["run --timeout", "send --max-time"],
            "The time limit of a request without # @timeout, all redirects included."),
        Setting(
            .connectTimeout, .time(.milliseconds(1) ... .seconds(86_400)), "10s",
            "The time limit of connecting, for a request without # @connection-timeout."),
        Setting(
            .cache, .choice(CacheMode.allCases.map(\.rawValue)), nil, otherwise: "default; no-store for run",
            flags: ["--cache"], "How a request without # @cache uses the cache."),
        Setting(
            .maxBody, .size(1...Int.max), "none", flags: ["--max-body"],
            "The largest body of a response, for a request without # @max-body."),
        Setting(
            .logAge, .time(.seconds(60) ... .seconds(3650 * 86_400)), "30d",
            "How long the request log keeps an exchange that is not pinned, and a run without a name."),
        Setting(
            .logSize, .size(1_000_000...Int.max), "1GB",
            "How large the request log may become with runs that have no name; then the oldest go."),
    ]

    package static let rows: [SettingID: Setting] = Dictionary(uniqueKeysWithValues: table.map { ($0.id, $0) })
}
