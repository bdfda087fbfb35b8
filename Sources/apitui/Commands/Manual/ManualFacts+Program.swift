import CommandGuide
import Comparison
import NetEngine
import Settings
import Workspace

extension ManualFacts {
    /// What the pages say of this program beside its commands.
    static let program = ManualFacts(
        version: ProgramVersion.number, date: VersionText.date,
        statuses: { command in
            ExitStatus.used(by: command).map { Entry(String($0.rawValue), $0.meaning(for: command)) }
        },
        variables: { command in variables.filter { $0.concerns(command) }.map(\.entry) },
        files: { command in files.filter { $0.concerns(command) }.map(\.entry) })

    /// What some commands look at.
    private struct Fact {
        var entry: Entry
        var commands: Set<String>

        init(_ name: String, _ text: String, _ commands: Set<String>) {
            entry = Entry(name, text)
            self.commands = commands
        }

        /// - Parameter command: "" for the program itself, whose page has everything.
        func concerns(_ command: String) -> Bool { command.isEmpty || commands.contains(command) }
    }

    // MARK: Commands

    private static let sending: Set<String> = ["open", "demo", "send", "run", "batch", "compare", "history", "graphql"]
    private static let screens: Set<String> = ["open", "demo", "graphql"]
    /// Those that read config.yaml.
    private static let configured: Set<String> = sending.union(["runs", "import", "config", "doctor"])
    /// Those that read the log or write to it, recorded runs included.
    private static let logged: Set<String> = sending.union(["log", "runs", "import", "describe", "coverage", "doctor"])
    /// Those that read collections with their environments, which a collection that is not trusted may not do everywhere.
    private static let reading: Set<String> = sending.subtracting(["batch"]).union(["export", "lint", "coverage"])
    private static let trusting: Set<String> = reading.union(["trust", "doctor"])
    private static let keepingTokens: Set<String> = ["open", "send", "run", "auth", "doctor"]
    private static let cached: Set<String> = screens.union(["send", "run", "cache", "doctor"])
    private static let keepingState: Set<String> = logged.union(trusting).union(keepingTokens)
    private static let keeping: Set<String> = keepingState.union(configured).union(cached).union(["themes"])

    // MARK: Files

    private static let files: [Fact] = [
        Fact(
            "$XDG_CONFIG_HOME/apitui/config.yaml",
            "The settings, which only you write; else ~/.config/apitui/config.yaml. 'apitui config' shows those in effect.",
            configured),
        Fact(
            "$XDG_CONFIG_HOME/apitui/themes/NAME.yaml", "Themes of your own: base16 or base24 schemes.",
            screens.union(["config", "themes", "doctor"])),
        Fact(
            "$XDG_STATE_HOME/apitui/log.sqlite",
            "The request log with recorded runs, and its bodies in log-bodies/; else in ~/.local/state/apitui.",
            logged),
        Fact(
            "$XDG_STATE_HOME/apitui/trust", "The folders whose collections are trusted, one on each line.", trusting),
        Fact("$XDG_STATE_HOME/apitui/tokens/", "Login tokens that --keep-tokens keeps.", keepingTokens),
        Fact(
            "$XDG_STATE_HOME/apitui/screen.json", "Layouts, folds, tabs and the open request of collections.",
            screens.union(["doctor"])),
        Fact(
            "$XDG_STATE_HOME/apitui/theme", "The theme that was chosen on the screen.", screens.union(["doctor"])),
        Fact(
            "$XDG_STATE_HOME/apitui/log-filters", "Filters of the log that were saved by name.",
            screens.union(["log", "history", "doctor"])),
        Fact(
            "$XDG_STATE_HOME/apitui/descriptions/", "Changes of requests that descriptions list.",
            screens.union(["send", "run", "compare", "doctor"])),
        Fact(
            "$XDG_STATE_HOME/apitui/recovery/", "Unsaved edits of a program that was ended from outside.",
            screens.union(["doctor"])),
        Fact(
            "$XDG_STATE_HOME/apitui/trash/", "Files that were deleted on the screen, for 30 days.",
            screens.union(["doctor"])),
        Fact(
            "$XDG_CACHE_HOME/apitui/",
            "The HTTP cache, kept schemas and the samples; else ~/.cache/apitui. It can be deleted at any time.",
            cached),
        Fact(
            "http-client.env.json, http-client.private.env.json, .env",
            "Environments of a collection, in its folder or above it.",
            reading),
        Fact(
            ComparisonRules.usualFileName,
            "Rules of comparisons, in the current folder, beside the paths or at the root of their collection.",
            ["compare"]),
    ]

    // MARK: Variables

    private static let variables: [Fact] =
        [
            Fact(
                "HOME", "The home folder, which holds the folders below unless another variable names them.", keeping),
            Fact(
                "XDG_CONFIG_HOME", "The folder of the configuration, in place of ~/.config.",
                configured.union(["themes"])),
            Fact(
                "XDG_STATE_HOME", "The folder of log, tokens and trust, in place of ~/.local/state.", keepingState),
            Fact(
                "XDG_CACHE_HOME", "The folder of the cache, in place of ~/.cache.", sending.union(cached)),
        ]
        + Setting.table.map { setting in
            Fact(setting.variable, setting.help, setting.manualCommands)
        }
        + [
            Fact("VISUAL, EDITOR", "The editor, if the setting names none.", screens.union(["config", "doctor"])),
            Fact("PAGER", "The pager, if the setting names none.", screens.union(["config", "doctor"])),
            Fact(
                "APITUI_OPEN", "The programs that open a body (o), by its media type: 'image/*=feh; *=xdg-open'.",
                screens),
            Fact(
                "BROWSER", "The program that opens a sign-in; without it xdg-open on a desktop.",
                screens.union(["send", "run"])),
            Fact("APITUI_SHARDS", "How many parts '--shard auto' makes in a Kubernetes Indexed Job.", ["run"]),
            Fact(
                "TERM, COLORTERM", "The kind of terminal, and whether it has true colour.",
                screens.union(["keys", "doctor"])),
            Fact("COLORFGBG", "A hint: whether the background of the terminal is dark or light.", screens),
            Fact("NO_COLOR", "Nothing is printed or drawn in colour.", sending.union(["keys", "doctor"])),
            Fact(
                "LC_ALL, LC_CTYPE, LANG", "The locale; the screen needs one with UTF-8 for more than ASCII.",
                screens.union(["doctor"])),
            Fact(
                "http_proxy, https_proxy, all_proxy, no_proxy",
                "Proxies for requests that ask for them (--proxy env).", sending.union(["doctor"])),
            Fact(
                "CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR",
                "Where the CA certificates are, in place of the system's.", sending.union(["doctor"])),
            Fact("TMPDIR", "The folder of temporary files, in place of /tmp.", screens.union(["send", "run"])),
        ]
}

extension Setting {
    /// The commands that the setting is for, by the flags that go before it and by what it is about.
    fileprivate var manualCommands: Set<String> {
        let screen: Set<String> = ["open", "demo", "graphql", "config"]
        switch id {
        case .theme, .layout, .plain, .mouse, .images, .editor, .pager: return screen
        case .timeout, .connectTimeout, .cache, .maxBody: return screen.union(["send", "run", "compare"])
        case .logAge, .logSize: return screen.union(["send", "run", "batch", "compare", "history", "runs", "import"])
        }
    }
}
