import Foundation
import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Walks the table of commands: each can be reached by its keys, from the palette, and by the mouse where it has a place.
@Suite struct CommandWalkTests {
    private static let panes: [Key] = ["1", "2", "3", "4", "5", "6"]

    /// Screens on which, together, every command is possible: each scene without its dialog, some rare states, and all of it in
    /// every pane and on every tab.
    private static func states() throws -> [Robot] {
        var robots = try Scene.allCases.map { try $0.play(140, 40) }
        let edited = try Scene.main.play(140, 40)
        edited.press("2")
        for _ in 0..<6 where edited.tab != "Headers" { edited.press("]") }
        edited.press("g", "j", " ")
        robots.append(edited)
        let taken = edited.copy()
        taken.press("u")
        robots.append(taken)
        let sending = try Scene.main.play(140, 40)
        sending.press("s")
        sending.resolveAll()
        robots.append(sending)
        robots.append(Robot(files: [("a.http", "### C\ncurl -L http://a.test \\\n  -H 'X: y'\n")]))
        robots.append(
            Robot(
                files: [("a.http", "### C\nGET http://a.test\n\n> {% client.global.set(\"t\", response.body.id); %}\n")]
            ))
        let searched = try Scene.main.play(140, 40)
        searched.press("3", "/")
        searched.type("a")
        searched.press(.enter)
        robots.append(searched)
        let cookies = try Scene.main.play(140, 40)
        let cookie = try #require(
            Cookie(setCookie: Array("sid=1".utf8), from: HTTPURL.parse("https://\(SceneCollection.host)/"), now: 1))
        cookies.tell(.cookiesRead(cookies.cookieScope, [cookie]))
        robots.append(cookies)
        let folder = try TemporaryFolder()
        try folder.write(Robot.pets, to: "openapi.yaml")
        let described = try Robot(opening: folder.path, 140, 40)
        described.selectRow("Add one")
        try described.answer(201, "{}", url: "http://h.test/pets")
        robots.append(described)
        let runs = try Scene.main.play(140, 40)
        runs.press("6")
        runs.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa"), RunFixtures.entry(2, "bbbbbbb")])))
        robots.append(runs)
        for robot in robots {
            for _ in 0..<3 where robot.hasDialog || robot.typed != nil { robot.press(.escape) }
            robot.wait(.seconds(20))
            robot.tick()
            robot.effects = []
        }
        return robots.enumerated().flatMap { place, robot in
            panes.flatMap { pane -> [Robot] in
                let focused = robot.copy()
                focused.press(pane)
                // The tabs of one screen are enough, and those of the one with cookies.
                guard pane == "2" || pane == "3", place == 0 || robot === cookies else { return [focused] }
                return (0..<9).map { tab in
                    let onTab = focused.copy()
                    for _ in 0..<tab { onTab.press("]") }
                    return onTab
                }
            }
        }
    }

    @Test func `each key of each command means it in the panes that it is for, and is not refused there`() throws {
        let robot = try Scene.main.play(140, 40)
        for row in Command.table {
            for (pane, focus) in zip(Pane.allCases, Self.panes) where row.scope.includes(pane) {
                for key in row.keys {
                    #expect(Keymap.standard.command(for: key, in: .pane(pane)) == row.command, "\(row.command)")
                    let pressed = robot.copy()
                    pressed.press(focus, key)
                    #expect(!pressed.footer.contains("does nothing"), "\(row.command) in \(pane)")
                }
            }
        }
    }

    @Test(.longComputation) func `each command is found in the palette by its title, or is a key that moves`() throws {
        let moving: Set<Command> = [
            .moveUp, .moveDown, .moveLeft, .moveRight, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp, .pageDown,
            .showPalette, .escape, .focusNext, .focusPrevious,
        ]
        // Only of a GraphQL API that was opened by its address: KeptDescriptionTests.
        let elsewhere: Set<Command> = [.saveSchema]
        let states = try Self.states()
        for row in Command.table where !elsewhere.contains(row.command) {
            guard !moving.contains(row.command) else {
                #expect(!row.keys.isEmpty, "\(row.command)")
                continue
            }
            guard let robot = states.first(where: { $0.offers(row.command) })?.copy() else {
                Issue.record("\(row.command) is possible on no screen of this test.")
                continue
            }
            robot.press(":")
            robot.type(row.title)
            #expect(robot.dialog.first?.contains(row.title) == true, "\(row.command):\n\(robot.screen)")
            robot.press(.enter)
            #expect(robot.dialogKind != "PaletteOverlay", "\(row.command)")
        }
    }

    @Test(.longComputation) func `a click on any key that the footer names does what the key does`() throws {
        var clicked: Set<String> = []
        for robot in try Self.states() {
            // A word of the footer is clicked once in each pane.
            let entries = robot.footer.split(separator: "   ").map { $0.trimmingCharacters(in: .whitespaces) }
            for entry in entries {
                guard let name = entry.split(separator: " ").first, clicked.insert("\(robot.focus) \(entry)").inserted,
                    let key = KeyText.hinted(String(name)), let place = robot.footer.range(of: " \(entry)")
                else { continue }
                let column = robot.footer.distance(from: robot.footer.startIndex, to: place.lowerBound) + 1
                let (byMouse, byKey) = (robot.copy(), robot.copy())
                byMouse.wait(.milliseconds(50))
                byMouse.click(column, byMouse.layoutSize.rows - 1)
                byKey.press(key)
                #expect(byMouse.takeNames() == byKey.takeNames(), "\(entry) in \(robot.focus)")
                #expect(byMouse.screen == byKey.screen, "\(entry) in \(robot.focus)")
            }
        }
        #expect(clicked.count > 40, "\(clicked.count)")
    }

    @Test(.longComputation) func `each key that the footer names does something`() throws {
        // What they change is seen only with long lines, and with new ones.
        let unseen: Set<String> = ["wrap", "follow"]
        var pressed: Set<String> = []
        for robot in try Self.states() where robot.focus != .runs {
            for entry in robot.footer.split(separator: "   ").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                let parts = entry.split(separator: " ", maxSplits: 1).map(String.init)
                guard parts.count == 2, !unseen.contains(parts[1]), let key = KeyText.hinted(parts[0]) else { continue }
                let byKey = robot.copy()
                byKey.effects = []
                byKey.press(key)
                #expect(
                    !byKey.effects.isEmpty || byKey.screenWithoutFooter != robot.screenWithoutFooter,
                    "\(entry) in \(robot.focus): \(byKey.footer)\n\(robot.screen)")
                pressed.insert("\(robot.focus) \(entry)")
            }
        }
        #expect(pressed.count > 40, "\(pressed.count)")
    }

    @Test func `a click on any tab shows it`() throws {
        for scene in [Scene.main, .failure, .waterfall, .cache] {
            let robot = try scene.play(160, 45)
            for pane in [Pane.request, .response] {
                let inside = robot.layout.inside(pane)
                for x in inside.x..<inside.maxX {
                    let cell = robot.frame[x, inside.y].grapheme
                    guard cell != " ", x > inside.x, robot.frame[x - 1, inside.y].grapheme == " " else { continue }
                    let clicked = robot.copy()
                    clicked.click(x, inside.y)
                    let tab = pane == .request ? clicked.tab : clicked.responseTab
                    let word = String(robot.row(inside.y).dropFirst(x).prefix { $0 != " " && $0 != "…" })
                    let isTab = tab.map { $0.hasPrefix(word) || Int(word) != nil || word.first?.isLowercase == true }
                    #expect(isTab == true || word.contains("/"), "\(word) leads to \(tab ?? "none")")
                }
            }
        }
    }

    @Test func `environment, cache mode, panes, borders and dialogs have places for the mouse`() throws {
        let robot = try Scene.main.play(140, 40)
        for (text, dialog) in [("env dev", "EnvironmentPicker"), ("cache on", "CacheModePicker")] {
            let clicked = robot.copy()
            clicked.click(on: text)
            #expect(clicked.dialogKind == dialog)
        }
        for (pane, rect) in robot.layout.panes {
            let clicked = robot.copy()
            clicked.click(rect.x + 2, rect.y + 1)
            #expect(clicked.focus == pane, "\(pane)")
        }
    }
}
