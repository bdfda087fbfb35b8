import ArgumentParser
import Explorer
import Settings

/// How the screen looks, draws pictures and takes the mouse. A flag goes before the variable and the line of the configuration.
struct ScreenFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How pictures are drawn: 'auto' asks the terminal, 'blocks' never does, 'sixel' and 'kitty' are used unasked. Default: what APITUI_IMAGES or config.yaml says, else auto.",
            valueName: "way"))
    var images: ImageChoice?

    @Option(help: UICommand.themeHelp)
    var theme: String?

    @Flag(
        help:
            "Show one pane at a time, without frames and animation, with words for marks: for screen readers and braille."
    )
    var plain = false

    @Flag(help: "Leave the mouse to the terminal, whose own selection then works; F9 takes it on the screen.")
    var noMouse = false

    /// As values of settings.
    var settings: [SettingID: (name: String, text: String)] {
        var settings: [SettingID: (name: String, text: String)] = [:]
        if let images { settings[.images] = ("--images", images.rawValue) }
        if let theme { settings[.theme] = ("--theme", theme) }
        if plain { settings[.plain] = ("--plain", "on") }
        if noMouse { settings[.mouse] = ("--no-mouse", "off") }
        return settings
    }
}

extension ImageChoice: ExpressibleByArgument {}
