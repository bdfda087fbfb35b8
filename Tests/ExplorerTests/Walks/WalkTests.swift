import TestSupport
import Testing

/// Ways through the screen, key by key, as they were recorded (`Recorded`): every text, row and effect on them.
@Suite struct WalkTests {
    private static let walks =
        Walk.panes + Walk.dialogs
        + Walk.brief(Walk.states + Walk.stores + Walk.edits + Walk.screens + Walk.seldom)

    @Test(arguments: walks.map(\.name))
    func `a walk through the screen shows what it did`(name: String) async throws {
        let walk = try #require(Self.walks.first { $0.name == name })
        let played = try await walk.play()
        try Recorded.expect([(name, played.rows), ("\(name), looks", played.looks)], in: "walks/\(name)")
    }
}
