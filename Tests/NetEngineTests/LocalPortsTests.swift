import Testing

@testable import NetEngine

@Suite struct LocalPortsTests {
    @Test func `a connection is found by its port until it is closed`() {
        var ports = LocalPorts()
        ports.add(50_000, 1)
        ports.add(50_001, 2)
        #expect(ports[50_000] == 1)
        ports.remove(1)
        #expect(ports[50_000] == nil)
        ports.add(50_000, 3)
        #expect(ports[50_000] == 3)
        #expect(ports[50_001] == 2)
    }

    @Test func `neither of two connections with one port is found by it`() {
        var ports = LocalPorts()
        ports.add(50_000, 1)
        ports.add(50_000, 2)
        #expect(ports[50_000] == nil)
        ports.remove(1)
        #expect(ports[50_000] == nil)
    }

    @Test func `a connection without a port is not known`() {
        var ports = LocalPorts()
        ports.add(0, 1)
        ports.add(-1, 2)
        #expect(ports[0] == nil)
        #expect(ports[-1] == nil)
    }
}
