import Testing

@testable import Explorer

private struct Notes: PaneState {
    var lines: [String] = []
}

private struct Place: PaneState {
    var row = 3
}

@Suite struct PaneStatesTests {
    @Test func `each state is found by its type and begins as its type says`() {
        var states = PaneStates()
        #expect(states[Place.self].row == 3)
        states[Place.self].row += 1
        states[Notes.self].lines.append("a")
        #expect(states[Place.self].row == 4)
        #expect(states[Notes.self].lines == ["a"])
    }

    @Test func `a copy keeps what it held`() {
        var states = PaneStates()
        states[Place.self].row = 1
        let before = states
        states[Place.self].row = 2
        #expect(before[Place.self].row == 1)
    }

    @Test func `a change in a long list does not copy the list`() {
        var states = PaneStates()
        states[Notes.self].lines.reserveCapacity(100)
        states[Notes.self].lines.append("a")
        let place = states[Notes.self].lines.withUnsafeBufferPointer(\.baseAddress)
        for _ in 0..<50 { states[Notes.self].lines.append("b") }
        #expect(states[Notes.self].lines.withUnsafeBufferPointer(\.baseAddress) == place)
    }
}
