/// The overlays that a command opens.
enum OverlayList {
    static let openers: [Command: @Sendable (inout Model) -> [Effect]] = [
        .showHelp: HelpOverlay.open,
        .showPalette: PaletteOverlay.open,
        .chooseEnvironment: EnvironmentPicker.open,
        .editEnvironments: EnvironmentEditor.open,
        .chooseTheme: ThemePicker.open,
        .browseCache: CacheBrowser.open,
        .chooseCacheMode: CacheModePicker.open,
        .browseTokens: TokenBrowser.open,
        .chooseReading: ReadingPicker.open,
        .showFindings: FindingsBrowser.open,
        .explain: ExplainOverlay.open,
        .showReasons: ReasonsOverlay.open,
    ]
}
