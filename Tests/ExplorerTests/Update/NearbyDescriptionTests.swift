import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// A request file that was opened alone, with its description beside it.
@Suite struct NearbyDescriptionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Robot.pets, to: "api/openapi.yaml")
    }

    private func robot(_ request: String, at path: String = "api/a.http") throws -> Robot {
        let file = try folder.write(request + "\n", to: path)
        let robot = try Robot(opening: file)
        #expect(!docs(of: robot), "\(robot.screen)")
        robot.describeAll()
        return robot
    }

    private func docs(of robot: Robot) -> Bool {
        for _ in 0..<8 where robot.tab != "Docs" { robot.press("2", "]") }
        return robot.tab == "Docs"
    }

    @Test(arguments: ["GET http://h.test/pets/1", "# @openapi ./openapi.yaml\nGET http://other.test/pets/1"])
    func `its requests have docs, K and completion`(request: String) throws {
        let robot = try robot(request)
        #expect(docs(of: robot) && robot.screen.contains("Show one"), "\(robot.screen)")
        for _ in 0..<8 where robot.tab != "Params" { robot.press("2", "]") }
        robot.press("2", "A")
        robot.type("col")
        #expect(robot.listRows.contains("color"), "\(robot.screen)")
    }

    @Test func `the schema of a GraphQL request is found, too`() throws {
        try folder.write("type Query { tea(id: ID!): String }", to: "api/shop.graphql")
        let robot = try robot("GRAPHQL http://h.test/graphql\n\n{ tea(id: 1) }")
        #expect(docs(of: robot) && robot.screen.contains("tea(id: ID!): String"), "\(robot.screen)")
        #expect(robot.screen.contains("Body graphql"), "\(robot.screen)")
    }

    @Test func `it is looked for once, and again when something changes on the disk`() throws {
        let robot = try robot("GET http://h.test/pets/1")
        robot.press("j", "k", "2", "1")
        #expect(robot.nearbyJobs.isEmpty)
        try folder.write(Robot.pets.replacing("Show one", with: "Show that one"), to: "api/openapi.yaml")
        robot.tell(.filesChanged(FileChange(files: [folder.path + "/api/openapi.yaml"])))
        robot.describeAll()
        #expect(docs(of: robot) && robot.screen.contains("Show that one"), "\(robot.screen)")
    }

    @Test func `a description that cannot be read is said once`() throws {
        let robot = try robot("# @openapi ./none.yaml\nGET http://h.test/pets/1")
        #expect(robot.footer.contains("none.yaml cannot be read"), "\(robot.screen)")
        robot.press("j")
        robot.tell(.filesChanged(FileChange(files: [folder.path + "/api/none.yaml"])))
        robot.describeAll()
        #expect(!robot.footer.contains("none.yaml"), "\(robot.screen)")
    }

    @Test func `a link of such a response says that its description is not open`() throws {
        let robot = try robot("POST http://h.test/pets\nContent-Type: application/json\n\n{}")
        try robot.answer(201, #"{"id": 42}"#, url: "http://h.test/pets")
        robot.press("3", "F")
        robot.describeAll()
        robot.press(.enter)
        #expect(robot.screen.contains("openapi.yaml is not in this collection"), "\(robot.screen)")
    }
}
