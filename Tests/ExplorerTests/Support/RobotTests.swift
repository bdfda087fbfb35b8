import Foundation
import TestSupport
import Testing

/// Tests use the program through `Robot`; only the robot's own files read the model.
@Suite struct RobotTests {
    @Test func `no test but the robot's own files reads the model`() throws {
        let folder = BuiltProgram.packageRoot + "/Tests/ExplorerTests"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("Support/")
        }
        try #require(files.count > 35)
        for file in files {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            #expect(!text.contains(".model."), "\(file)")
        }
    }
}
