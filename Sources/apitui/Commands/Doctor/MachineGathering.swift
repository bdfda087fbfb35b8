import Base
import Doctor
import Explorer
import Glibc
import LinkedLibraries
import NetEngine
import Settings
import TerminalUI
import UntouchedSQLite
import Workspace

/// Collects what the doctor says of the machine. The terminal alone is asked something; nothing is changed.
enum MachineGathering {
    static func findings() -> [Finding] {
        let settings = SettingsSource.live()
        let programs = Programs(settings: settings.read().settings, file: settings.path)
        let libraries = LinkedLibraries.loaded
        let facts = LibraryFacts(
            network: libraries,
            others: [TerminalDescription.libraryVersion, "SQLite \(UntouchedDatabase.sqliteVersion)"])
        let terminal = terminal()
        return locale(terminal).findings + terminal.findings
            + [
                programs.program("editor", .editor, usual: ["vi", "nano"], remedy: "Set VISUAL or EDITOR."),
                programs.program("pager", .pager, usual: ["less", "more"], remedy: "Set PAGER."),
            ].map(\.finding)
            + facts.findings
            + CertificateFacts.found(libraries, variable: { processEnvironment($0) }).findings
            + ProxyFacts { processEnvironment($0) }.findings
    }

    private static func locale(_ terminal: TerminalFacts) -> LocaleFacts {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].first { !(processEnvironment($0) ?? "").isEmpty }
        return LocaleFacts(
            codeset: TerminalDescription.codeset(), variable: name, value: name.flatMap { processEnvironment($0) },
            hasTerminal: terminal.isTerminal)
    }

    // MARK: The terminal

    private static func terminal() -> TerminalFacts {
        var facts = TerminalFacts()
        facts.inputIsTerminal = isatty(STDIN_FILENO) == 1
        facts.outputIsTerminal = isatty(STDOUT_FILENO) == 1
        facts.kind = processEnvironment("TERM")
        facts.columns = StandardStreams.live.outputSize?.columns
        facts.rows = StandardStreams.live.outputSize?.rows
        facts.refusesColor = !(processEnvironment("NO_COLOR") ?? "").isEmpty
        let kind = facts.kind ?? ""
        guard facts.isTerminal else { return facts }
        let isMosh = ProcessAncestry.contains("mosh-server")
        let isScreen = !(processEnvironment("STY") ?? "").isEmpty
        let isTmux = !(processEnvironment("TMUX") ?? "").isEmpty
        facts.between = [
            isTmux ? "tmux" : nil, isScreen ? "GNU screen" : nil, isMosh ? "mosh" : nil,
            (processEnvironment("SSH_CONNECTION") ?? "").isEmpty ? nil : "ssh",
        ].compactMap(\.self)
        if !["", "dumb", "unknown"].contains(kind), let description = TerminalDescription(of: kind) {
            facts.isKnown = true
            facts.colors = description.colors
            let announces = ["truecolor", "24bit"].contains(processEnvironment("COLORTERM") ?? "") && !isScreen
            facts.hasTrueColor = description.hasTrueColor || (announces && description.colors >= 8)
            facts.hasMouse = description.hasMouse
            let asksForPictures = !isTmux && !isScreen && !kind.hasPrefix("linux")
            facts.report = TerminalProbe.ask(asksForPictures: asksForPictures).map(report)
        } else {
            facts.isSubstituteKnown = TerminalDescription(of: TerminfoAdvice.substitute) != nil
        }
        let route = ClipboardRoute(
            byteCount: 100,
            ClipboardRoute.Surroundings(
                isInMosh: isMosh, variable: { processEnvironment($0) }, isInstalled: { InstalledProgram.exists($0) }))
        switch route.ways.first {
        case .program(let words): facts.clipboard = words.first
        case .tmux: facts.clipboard = "tmux"
        case .terminal: (facts.clipboard, facts.isClipboardUnconfirmed) = ("the terminal (OSC 52)", true)
        case .file, nil: break
        }
        return facts
    }

    private static func report(_ probe: TerminalProbe) -> TerminalFacts.Report {
        var report = TerminalFacts.Report()
        report.name = probe.name
        report.didRespond = probe.attributes != nil
        report.pictures = (probe.drawsKittyPictures ? ["kitty's protocol"] : []) + (probe.drawsSixels ? ["sixels"] : [])
        report.background = probe.background?.hex
        return report
    }

    // MARK: Programs

    /// The programs that the settings name.
    struct Programs {
        let settings: EffectiveSettings
        /// The path of the configuration; nil where there is no place for it.
        let file: String?

        fileprivate func program(
            _ role: String, _ id: SettingID, usual: [String], remedy: String
        ) -> HelperProgram {
            let entry = settings.entry(id)
            guard entry.value != nil else {
                let found = usual.first { InstalledProgram.exists($0) }
                return HelperProgram(role, command: found, source: "default", isFound: found != nil, remedy: remedy)
            }
            return HelperProgram(
                role, command: entry.text, source: entry.source.words, isFound: Self.isFound(entry.text),
                remedy: self.remedy(role, entry.source) ?? remedy)
        }

        /// What changes a program that is not there: a variable does nothing while the file names one. nil if nothing names it.
        func remedy(_ role: String, _ source: EffectiveSettings.Source) -> String? {
            switch source {
            case .standard: nil
            case .file: "Change \(role) in \(SafeText(file ?? SettingsFile.name).string)."
            case .variable(let name), .flag(let name): "Set \(name) to a program that is installed."
            }
        }

        /// Of a command of a shell only the first word is looked for, and only if it is a plain one.
        private static func isFound(_ command: String) -> Bool {
            let first = command.split(separator: " ").first.map(String.init) ?? ""
            guard first.allSatisfy({ $0.isLetter || $0.isNumber || "/._+-".contains($0) }) else { return true }
            return first.contains(bytes: "/") ? access(first, X_OK) == 0 : InstalledProgram.exists(first)
        }
    }
}
