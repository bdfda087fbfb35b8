import Base
import Settings
import Synchronization
import Workspace

/// Reads the configuration file, with the variables and flags that go before it.
package final class SettingsSource: Sendable {
    /// nil without a home folder.
    package let path: String?
    private let flags: [SettingID: (name: String, text: String)]
    private let variable: @Sendable (String) -> String?
    private let last = Mutex(Last())

    private struct Last {
        /// For lines that cannot be understood.
        var settings: EffectiveSettings?
        /// nil without a file.
        var content: Result<[UInt8], DiskFile.Failure>?
    }

    /// - Parameters:
    ///   - path: nil where there is no home folder.
    ///   - flags: checked values, with the names of the flags.
    package init(
        path: String?, flags: [SettingID: (name: String, text: String)] = [:],
        variable: @escaping @Sendable (String) -> String? = { processEnvironment($0) }
    ) {
        self.path = path
        self.flags = flags
        self.variable = variable
    }

    /// The file of this user: `$XDG_CONFIG_HOME/apitui/config.yaml`.
    package static func live(_ flags: [SettingID: (name: String, text: String)] = [:]) -> SettingsSource {
        let folder = UserFolder.config.path()
        return SettingsSource(path: folder.map { PathText.join($0, SettingsFile.name) }, flags: flags)
    }

    /// Takes as long as reading a small file does.
    package func read() -> SettingsReading { last.withLock { read(content, &$0) } }

    /// For the screen, which has a theme already; nil if the file is as it was.
    func changed(themes: ThemeFolder?) -> SettingsReading? {
        readIfChanged()?.withKnownTheme(isFirst: false, folder: themes)
    }

    /// nil if the file is as it was.
    func readIfChanged() -> SettingsReading? {
        last.withLock { last in
            let content = content
            return content == last.content ? nil : read(content, &last)
        }
    }

    private func read(_ content: Result<[UInt8], DiskFile.Failure>?, _ last: inout Last) -> SettingsReading {
        let file =
            switch content {
            // Without a file nothing is set; that is no problem.
            case nil: SettingsFile()
            case .success(let bytes)?: SettingsFile(bytes: bytes)
            case .failure(.missing)?:
                SettingsFile(unreadable: "\(path ?? SettingsFile.name) is a link to a file that does not exist.")
            case .failure(let error)?:
                SettingsFile(unreadable: "\(path ?? SettingsFile.name) cannot be read: \(error.clause).")
            }
        let (settings, problems) = EffectiveSettings.resolve(
            file, flags: flags, variable: variable, last: last.settings)
        last = Last(settings: settings, content: content)
        return SettingsReading(settings: settings, file: file, problems: file.problems + problems)
    }

    /// nil without a file. A link to nothing is one: it was meant to lead to settings.
    private var content: Result<[UInt8], DiskFile.Failure>? {
        guard let path else { return nil }
        let content = DiskFile.read(path, limit: SettingsFile.mostBytes)
        return content == .failure(.missing) && !DiskFile.isLink(path) ? nil : content
    }

    /// The folders in which a change of the file shows: its own, and that of the file that it leads to.
    var folders: [String] {
        guard let path else { return [] }
        let target = DiskFile.realPath(path).map { PathText.folder(of: $0) }
        let own = PathText.folder(of: path)
        return [own] + [target].compactMap(\.self).filter { $0 != own }
    }
}

extension EffectRunner {
    /// Reports from now on when the configuration file changes.
    package func watchSettings() {
        guard let settings, let watch else { return }
        let (post, themes) = (post, themeFolder)
        Task.detached {
            _ = watch.cover(settings.folders)
            // It may have changed before the watch began to look.
            if let reading = settings.changed(themes: themes) { post(.settingsRead(reading)) }
        }
    }

    func readSettings() {
        guard let settings else { return }
        let (post, themes) = (post, themeFolder)
        Task.detached { if let reading = settings.changed(themes: themes) { post(.settingsRead(reading)) } }
    }
}
