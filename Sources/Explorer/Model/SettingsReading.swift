import Settings

/// The configuration as it was read just now.
package struct SettingsReading: Sendable {
    package var settings: EffectiveSettings
    package var file: SettingsFile
    /// Of the file's lines and of variables; keys come beside them.
    package var problems: [SettingsProblem]

    package init(settings: EffectiveSettings, file: SettingsFile, problems: [SettingsProblem]) {
        self.settings = settings
        self.file = file
        self.problems = problems
    }
}
