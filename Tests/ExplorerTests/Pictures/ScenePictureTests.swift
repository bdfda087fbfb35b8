import Foundation
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI

/// The pictures in `docs/pictures` show the program as it is. `scripts/pictures` writes them.
@Suite struct ScenePictureTests {
    /// Those of README, with the theme of each of their two files.
    private static let shown: [Scene] = [.main, .failure, .waterfall, .cache, .run]
    private static let themes = ["dark", "light"]

    private static func name(_ scene: Scene, _ theme: String) -> String {
        "docs/pictures/\(scene.rawValue)-\(theme).svg"
    }

    @Test(arguments: shown, themes)
    func `a picture shows what the program shows`(scene: Scene, theme: String) throws {
        let robot = try scene.play(112, 32)
        var frame = robot.frame
        frame.theme = Theme(try #require(BuiltInSchemes.all.first { $0.name == theme }))
        let picture = ScreenPicture.svg(frame, title: scene.title, description: scene.description)
        let path = "\(BuiltProgram.packageRoot)/\(Self.name(scene, theme))"
        if Recorded.isRecording { return try Recorded.write(Data(picture), to: path) }
        let kept = FileManager.default.contents(atPath: path).map { [UInt8]($0) }
        #expect(
            kept == picture,
            "\(Self.name(scene, theme)) does not show the screen as it is now; scripts/pictures writes the pictures again."
        )
    }

    @Test(arguments: shown)
    func `README shows each picture in both themes, with words for who does not see it`(scene: Scene) throws {
        let readme = try String(contentsOfFile: BuiltProgram.packageRoot + "/README.md", encoding: .utf8)
        #expect(
            readme.contains(
                """
                <picture>
                <source media="(prefers-color-scheme: dark)" srcset="\(Self.name(scene, "dark"))">
                <img alt="\(scene.description)" src="\(Self.name(scene, "light"))">
                </picture>
                """))
    }
}
