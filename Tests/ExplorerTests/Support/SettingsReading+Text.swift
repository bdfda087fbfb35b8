@testable import Explorer
@testable import Settings

extension SettingsReading {
    /// A configuration file of that text, as the program reads it.
    init(_ text: String, last: EffectiveSettings? = nil) {
        let file = SettingsFile(bytes: Array(text.utf8))
        let (settings, problems) = EffectiveSettings.resolve(file, variable: { _ in nil }, last: last)
        self.init(settings: settings, file: file, problems: file.problems + problems)
    }
}
