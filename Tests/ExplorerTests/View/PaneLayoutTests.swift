import Testing

@testable import Explorer
@testable import TerminalUI

@Suite struct PaneLayoutTests {
    @Test(arguments: [(80, 24), (81, 25), (120, 40), (200, 60), (500, 200)])
    func `panes cover the body, and neighbours share one border row`(columns: Int, rows: Int) throws {
        let layout = PaneLayout(size: Size(columns: columns, rows: rows), focus: .request)
        let panes = layout.panes
        let collections = try #require(panes[.collections])
        let request = try #require(panes[.request])
        let response = try #require(panes[.response])
        let log = try #require(panes[.log])
        #expect(layout.mode == .whole)
        #expect(collections.x == 0 && collections.maxX == request.x && request.maxX == columns)
        #expect(collections.y == 1 && log.maxY == rows - 1)
        if let history = panes[.history] {
            #expect(rows >= 32 && collections.maxY == history.y + 1 && history.maxY == rows - 1)
        } else {
            #expect(rows < 32 && collections.maxY == rows - 1)
        }
        #expect(request.maxY == response.y + 1 && response.maxY == log.y + 1)
        #expect(layout.inside(.response).height >= 3 && layout.inside(.log).height >= 2)
    }

    @Test(arguments: Pane.allCases, [-300, -5, 5, 300])
    func `no adjustment makes a pane vanish`(pane: Pane, step: Int) throws {
        var adjustments = PaneLayout.Adjustments()
        let size = Size(columns: 80, rows: 24)
        for _ in 0..<abs(step) { adjustments.resize(pane, by: step.signum(), in: size) }
        let layout = PaneLayout(size: size, focus: pane, adjustments: adjustments)
        for pane in layout.panes.keys {
            let inside = layout.inside(pane)
            #expect(inside.width >= 10 && inside.height >= 2, "\(pane) \(inside)")
        }
    }

    @Test func `with little room History is below Collections while it has the focus`() throws {
        let layout = PaneLayout(size: Size(columns: 80, rows: 24), focus: .history)
        let (collections, history) = (try #require(layout.panes[.collections]), try #require(layout.panes[.history]))
        #expect(collections.maxY == history.y + 1 && history.maxY == 23 && history.height >= 4)
    }

    @Test(arguments: [(79, 24), (80, 23), (40, 10)])
    func `below 80x24 the focused pane has the screen, with a line that names the panes`(columns: Int, rows: Int) {
        let layout = PaneLayout(size: Size(columns: columns, rows: rows), focus: .log)
        #expect(layout.mode == .single)
        #expect(layout.panes == [.log: Rect(x: 0, y: 2, width: columns, height: rows - 3)])
        #expect(layout.switcher == Rect(x: 0, y: 1, width: columns, height: 1))
    }

    @Test(arguments: [(39, 10), (40, 9), (1, 1), (0, 0)])
    func `below 40x10 nothing is laid out`(columns: Int, rows: Int) {
        let layout = PaneLayout(size: Size(columns: columns, rows: rows), focus: .log)
        #expect(layout.mode == .tooSmall && layout.panes.isEmpty)
    }

    @Test func `zoom gives the focused pane everything between header and footer`() {
        let layout = PaneLayout(size: Size(columns: 100, rows: 30), focus: .response, isZoomed: true)
        #expect(layout.panes == [.response: Rect(x: 0, y: 1, width: 100, height: 28)])
    }

    @Test func `a shared border belongs to the pane whose title is in it`() throws {
        let layout = PaneLayout(size: Size(columns: 100, rows: 30), focus: .request)
        let response = try #require(layout.panes[.response])
        #expect(layout.pane(at: Point(x: response.x + 3, y: response.y)) == .response)
        #expect(layout.pane(at: Point(x: 0, y: 0)) == nil)
    }
}
