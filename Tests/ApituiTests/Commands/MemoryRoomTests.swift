import Testing

@testable import apitui

struct MemoryRoomTests {
    /// The function is looked up by its name.
    @Test func `the C library takes the setting that makes it return free memory`() {
        let isSet = MemoryRoom.returnFreeMemory()
        #expect(isSet)
    }
}
