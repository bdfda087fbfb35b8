import Base
import Doctor
import Explorer
import RequestLog
import Settings
import Workspace

extension ContentCheck {
    /// The files whose content the screen and the configuration know.
    static let program: [ContentCheck] = [
        ContentCheck("screen.json", id: "files.layouts", title: "The file of layouts and open requests") {
            path, bytes in
            guard ScreenMemories(bytes).isForeign else { return .fine("") }
            let effect = "layouts and open requests are not kept"
            if let newer = KeptItem.Content.ofNewer(bytes, than: ScreenMemories.version, effect: effect) {
                return newer
            }
            return .damaged(
                "it is not what apitui writes, or was truncated",
                advice: "'apitui doctor --fix' gives it another name; layouts start again.", repair: .setAside(path))
        },
        ContentCheck("log-filters", id: "files.filters", title: "The file of saved filters") { path, bytes in
            if let newer = KeptItem.Content.ofNewer(bytes, effect: "there are no saved filters") { return newer }
            let filters = SavedFilters(bytes)
            guard let problem = filters.problems.first else {
                return .fine(Formatting.count(filters.filters.count, "filter"))
            }
            return .remark(
                "\(SafeText(path).string):\(problem.line): \(problem.sentence)",
                advice: "Edit that line, or remove it; it stays as it is until then.")
        },
        ContentCheck("theme", id: "files.theme", title: "The file of the chosen theme", mostBytes: 1 << 16) {
            path, bytes in
            if let newer = KeptItem.Content.ofNewer(bytes, effect: "the theme is chosen automatically") {
                return newer
            }
            return ContentCheck.theme(bytes, path)
        },
        ContentCheck(
            SettingsFile.name, id: "files.settings", title: "The settings", isConfiguration: true,
            mostBytes: SettingsFile.mostBytes
        ) { path, bytes in
            let file = SettingsFile(bytes: bytes)
            let settings = EffectiveSettings.resolve(file, variable: { _ in nil }).settings
            let reading = SettingsReading(settings: settings, file: file, problems: file.problems).withKnownTheme()
            let problems = reading.problems + KeyListing(file.bindings).problems
            guard let first = problems.first else { return .fine(Formatting.count(file.entries.count, "setting")) }
            let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
            return .remark(
                "\(SafeText(first.text(path)).string)\(more)",
                advice: "Edit the file; 'apitui config' lists every such line.")
        },
        ContentCheck("themes", id: "files.themes", title: "The folder of themes", isConfiguration: true, isFolder: true)
        {
            path, _ in
            let themes = ThemeFolder(path: path).read()
            guard let problem = themes.compactMap(\.problem).first else {
                return .fine(Formatting.count(themes.count, "theme"))
            }
            return .remark(SafeText(problem).string, advice: "Edit the file, or remove it.")
        },
    ]

    private static func theme(_ bytes: [UInt8], _ path: String) -> KeptItem.Content {
        let advice = "Choose another one with t on the screen."
        do throws(CollectionError) {
            guard let name = try FirstTheme.name(in: bytes, of: path) else { return .fine("") }
            let themes = Themes(user: ThemeFolder.live()?.read() ?? [])
            guard !themes.names.contains(name) else { return .fine(SafeText(name).string) }
            return .remark(
                "The chosen theme '\(SafeText(name).string)' (\(SafeText(path).string)) is not there any more, so the standard one is shown.",
                advice: advice)
        } catch {
            return .remark(SafeText(error.sentence).string, advice: advice)
        }
    }
}
