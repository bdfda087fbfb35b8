import CommandGuide
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
        files: [
            Entry(
                "$XDG_CONFIG_HOME/apitui/config.yaml",
                "The settings, which only you write; else ~/.config/apitui/config.yaml. 'apitui config' shows what holds."
            ),
            Entry("$XDG_CONFIG_HOME/apitui/themes/NAME.yaml", "Themes of your own: base16 or base24 schemes."),
            Entry(
                "$XDG_STATE_HOME/apitui/log.sqlite",
                "The request log with recorded runs, and its bodies in log-bodies/; else in ~/.local/state/apitui."),
            Entry("$XDG_STATE_HOME/apitui/trust", "The folders whose collections are trusted, one on each line."),
            Entry("$XDG_STATE_HOME/apitui/tokens/", "Login tokens that --keep-tokens keeps."),
            Entry("$XDG_STATE_HOME/apitui/screen.json", "Layouts, folds, tabs and the open request of collections."),
            Entry("$XDG_STATE_HOME/apitui/theme", "The theme that was chosen on the screen."),
            Entry("$XDG_STATE_HOME/apitui/log-filters", "Filters of the log that were saved by name."),
            Entry("$XDG_STATE_HOME/apitui/descriptions/", "Changes of requests that descriptions list."),
            Entry("$XDG_STATE_HOME/apitui/recovery/", "Unsaved edits of a program that was ended from outside."),
            Entry("$XDG_STATE_HOME/apitui/trash/", "Files that were deleted on the screen, for 30 days."),
            Entry(
                "$XDG_CACHE_HOME/apitui/",
                "The HTTP cache, kept schemas and the samples; else ~/.cache/apitui. It can be deleted at any time."),
            Entry(
                "http-client.env.json, http-client.private.env.json, .env",
                "Environments of a collection, in its folder or above it."),
        ])

    private struct Variable {
        var entry: Entry
        /// The commands that look at it; empty for all.
        var commands: Set<String>

        init(_ name: String, _ text: String, _ commands: Set<String> = []) {
            entry = Entry(name, text)
            self.commands = commands
        }

        func concerns(_ command: String) -> Bool {
            command.isEmpty || commands.contains(command)
        }
    }

    private static let sending: Set<String> = ["open", "demo", "send", "run", "batch", "compare", "history", "graphql"]
    private static let screens: Set<String> = ["open", "demo", "graphql"]

    private static let variables: [Variable] =
        [
            Variable("HOME", "Where the folders below are if no other variable names them."),
            Variable(
                "XDG_CONFIG_HOME", "The folder of the configuration, in place of ~/.config.",
                ["config", "themes", "doctor"]),
            Variable(
                "XDG_STATE_HOME", "The folder of log, tokens and trust, in place of ~/.local/state.",
                sending.union(["log", "runs", "auth", "trust", "doctor", "describe", "coverage"])),
            Variable(
                "XDG_CACHE_HOME", "The folder of the cache, in place of ~/.cache.", sending.union(["cache", "doctor"])),
        ]
        + Setting.table.map { setting in
            Variable(setting.variable, setting.help, setting.manualCommands)
        }
        + [
            Variable("VISUAL, EDITOR", "The editor, after the setting.", screens.union(["config", "doctor"])),
            Variable("PAGER", "The pager, after the setting.", screens.union(["config", "doctor"])),
            Variable(
                "APITUI_OPEN", "The programs that open a body (o), by its media type: 'image/*=feh; *=xdg-open'.",
                screens),
            Variable(
                "BROWSER", "The program that opens a sign-in; without it xdg-open on a desktop.",
                screens.union(["send", "run"])),
            Variable("APITUI_SHARDS", "How many parts '--shard auto' makes in a Kubernetes Indexed Job.", ["run"]),
            Variable(
                "TERM, COLORTERM", "The kind of terminal, and whether it has true colour.",
                screens.union(["keys", "doctor"])),
            Variable("COLORFGBG", "A hint whether the background of the terminal is dark or light.", screens),
            Variable("NO_COLOR", "Nothing is printed or drawn in colour.", sending.union(["keys", "doctor"])),
            Variable(
                "LC_ALL, LC_CTYPE, LANG", "The locale; the screen needs one with UTF-8 for more than ASCII.",
                screens.union(["doctor"])),
            Variable(
                "http_proxy, https_proxy, all_proxy, no_proxy",
                "Proxies for requests that ask for them (--proxy env).", sending.union(["doctor"])),
            Variable(
                "CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR",
                "Where the certificates of authorities are, in place of the system's.", sending.union(["doctor"])),
            Variable("TMPDIR", "The folder of temporary files, in place of /tmp.", screens.union(["send", "run"])),
        ]
}

extension Setting {
    /// The commands that the setting is for, by the flags that go before it and by what it is about.
    fileprivate var manualCommands: Set<String> {
        let screen: Set<String> = ["open", "demo", "graphql", "config"]
        switch id {
        case .theme, .layout, .plain, .mouse, .images, .editor, .pager: return screen
        case .timeout, .connectTimeout, .cache, .maxBody: return screen.union(["send", "run", "compare"])
        case .logAge, .logSize: return screen.union(["send", "run", "batch", "log", "runs"])
        }
    }
}
