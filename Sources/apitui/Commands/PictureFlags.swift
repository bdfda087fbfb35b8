import ArgumentParser
import Base
import Explorer

/// How the screen draws pictures.
struct PictureFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How pictures are drawn: 'auto' asks the terminal, 'blocks' never does, 'sixel' and 'kitty' are used unasked. Default: what APITUI_IMAGES says, else auto.",
            valueName: "way"))
    var images: ImageChoice?

    /// A word in APITUI_IMAGES that is none of these counts as not set.
    var choice: ImageChoice {
        images ?? processEnvironment("APITUI_IMAGES").flatMap { ImageChoice(rawValue: $0) } ?? .auto
    }
}

extension ImageChoice: ExpressibleByArgument {}
