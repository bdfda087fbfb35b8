import Foundation
import Testing

@testable import NetEngine

@Suite struct SystemErrorTests {
    @Test func `an error number of the system is a clause about a file`() {
        #expect(SystemError.clause(EISDIR) == "it is a folder")
        #expect(SystemError.clause(ENOTDIR) == "a part of the path is not a folder")
        #expect(SystemError.clause(EACCES) == "Permission denied")
        #expect(SystemError.text(EISDIR) == "Is a directory")
    }

    @Test func `the cause of an error keeps the system's own words`() {
        #expect(UnderlyingCode(errno: ENOTDIR).description == "errno 20: Not a directory")
    }
}
