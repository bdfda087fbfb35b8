import TestSupport
import Testing

/// The folders of a module must not form a cycle, measured by the names that their files mention.
@Suite struct FolderCircleTests {
    @Test func `the folders of the library form no cycle`() throws {
        let arrows = try FolderArrows(of: "\(BuiltProgram.packageRoot)/Sources/NetEngine")
        print(arrows)
        #expect(arrows.circles == [], "\n\(arrows)")
        // Finding nothing at all would prove nothing.
        let lines = arrows.description.split(separator: "\n")
        #expect(lines.count > 20)
        #expect(lines.contains { $0.hasPrefix("Engine -> ") && $0.contains("Transport") })
        #expect(!lines.contains { $0.hasPrefix(". -> ") }, "a file is in no folder")
    }

    @Test func `a cycle is found, with the names that cause it`() throws {
        let folder = try TemporaryFolder()
        try folder.write("public struct Low {}\n", to: "Low/Low.swift")
        try folder.write("final class Middle { var low = Low(); var high: [High]? }\n", to: "Middle/Deep/Middle.swift")
        try folder.write("enum High { case of(Middle) }\n", to: "High/High.swift")
        let arrows = try FolderArrows(of: folder.path)
        #expect(arrows.circles == [["High", "Middle"]])
        #expect(
            arrows.description == """
                Low -> \n\
                CIRCLE High Middle
                High -> Middle 1
                    Middle: High/High.swift: Middle
                Middle -> High 1, Low 1
                    High: Middle/Deep/Middle.swift: High
                """)
    }

    /// Only code counts: a comment about a type is not a dependency on it.
    @Test(arguments: [
        "// Upper", "/// See `Upper`.", "/* Upper */ ", "let text = \"Upper\"", "let text = #\"\"Upper\"\"#",
        "let text = \"\"\"\n    Upper \"Upper\"\n    \"\"\"", "let text = \"\\\"Upper\"", "private struct Upper {}",
    ])
    func `comments and texts are not references`(source: String) throws {
        #expect(try circles(ofLowerWith: source) == [])
    }

    @Test(arguments: [
        "let text = \"\\(Upper.self)\"", "let text = \"\\(f(\"(\", Upper.self))\"", "let text = #\"\\#(Upper.self)\"#",
        "let text = \"\"\"\n    \\(Upper.self)\n    \"\"\"", "let text = \"//\"; let upper: Upper",
        "extension [Upper] {}",
    ])
    func `interpolated code is a reference like any other`(source: String) throws {
        #expect(try circles(ofLowerWith: source) == [["Lower", "Upper"]])
    }

    private func circles(ofLowerWith source: String) throws -> [[String]] {
        let folder = try TemporaryFolder()
        try folder.write("struct Lower {}\n\(source)\n", to: "Lower/Lower.swift")
        try folder.write("struct Upper { var lower: Lower }\n", to: "Upper/Upper.swift")
        return try FolderArrows(of: folder.path).circles
    }

    @Test func `a folder that is missing or empty fails`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FolderArrows.Failure.noSwiftFile(folder: folder.path)) { try FolderArrows(of: folder.path) }
        let missing = "\(folder.path)/missing"
        #expect(throws: FolderArrows.Failure.noSwiftFile(folder: missing)) { try FolderArrows(of: missing) }
    }
}
