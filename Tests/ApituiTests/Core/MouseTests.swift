import Testing

@testable import apitui

@Suite struct MouseTests {
    @Test func `a click focuses the pane and selects the row, a second press opens it`() {
        let robot = Robot()
        robot.press("4")
        let inside = robot.model.layout.inside(.collections)
        robot.click(inside.x + 5, inside.y + 2)
        #expect(robot.model.focus == .collections)
        #expect(robot.model.tree.selection == 2)
        robot.click(inside.x + 5, inside.y + 2, .doublePress)
        #expect(robot.model.focus == .request)
        #expect(robot.model.currentRequest?.title == "create order")
    }

    @Test func `a click on a tab shows it`() throws {
        let robot = Robot()
        let inside = robot.model.layout.inside(.request)
        let request = try #require(robot.model.currentRequest)
        let pane = try #require(robot.model.current?.pane)
        let tabs = RequestPane.tabs(pane, request, isFocused: true).places(in: RequestPane.tabRow(in: inside))
        robot.click(tabs[RequestTab.options.rawValue].x + 1, inside.y)
        #expect(robot.model.current?.pane.tab == .options)
        #expect(robot.model.focus == .request)
    }

    @Test func `the wheel scrolls what is under it and leaves the focus`() {
        let robot = Robot()
        robot.press("2")
        let inside = robot.model.layout.inside(.collections)
        robot.click(inside.x + 1, inside.y + 1, .scrollDown)
        #expect(robot.model.tree.selection == 4)
        #expect(robot.model.focus == .request)
    }

    @Test func `the environment in the header opens the picker`() {
        let robot = Robot()
        let place = HeaderView.environmentRect(of: robot.model, in: robot.model.layout.header)
        robot.click(place.x + 2, 0)
        guard case .environments? = robot.model.overlays.last else {
            Issue.record("no picker")
            return
        }
    }

    @Test func `a double click on the environment opens the picker, and on a row of it chooses that row alone`() {
        let robot = Robot()
        let place = HeaderView.environmentRect(of: robot.model, in: robot.model.layout.header)
        robot.click(place.x + 2, 0)
        robot.click(place.x + 2, 0, .doublePress)
        guard case .environments(let picker)? = robot.model.overlays.last else {
            Issue.record("no picker")
            return
        }
        let list = OverlayView.content(of: .environments(picker), in: Rect(robot.model.size))
        robot.click(list.x + 1, list.y)
        #expect(robot.model.overlays.isEmpty)
        let before = robot.model
        robot.click(list.x + 1, list.y, .doublePress)
        #expect(robot.model.focus == before.focus)
        #expect(robot.model.current?.pane.edit == nil, "what lies below the picker is not opened")
        // The next one is a double click of its own.
        let inside = robot.model.layout.inside(.collections)
        robot.click(inside.x + 5, inside.y + 2)
        robot.click(inside.x + 5, inside.y + 2, .doublePress)
        #expect(robot.model.focus == .request)
    }
}
