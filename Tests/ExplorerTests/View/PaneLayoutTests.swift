import Testing

@testable import Explorer
@testable import TerminalUI

@Suite struct PaneLayoutTests {
    private static let sizes = [(80, 24), (81, 25), (99, 30), (120, 36), (160, 50), (200, 60), (300, 80), (500, 200)]

    private static func size(_ size: (Int, Int)) -> Size { Size(columns: size.0, rows: size.1) }

    @Test func `a pane that is folded gives the focus to Response, and Response to Collections`() {
        for (key, next) in [("1", Pane.response), ("2", .response), ("3", .collections), ("4", .response)] {
            let robot = Robot()
            robot.type(key)
            robot.press("_")
            #expect(robot.focus == next, "\(key)")
        }
    }

    @Test func `request and response side by side keep their fewest columns, whatever the user asks for`() {
        func widths(_ share: Int) -> [Int?] {
            var wishes = PaneLayout.Wishes(arrangement: .wide)
            wishes.sizes.set(.request, to: share, of: 1)
            let panes = PaneLayout(size: Size(columns: 160, rows: 50), wishes).panes
            return [panes[.request]?.width, panes[.response]?.width]
        }
        #expect([widths(0), widths(1)] == [[24, 98], [97, 25]])
    }

    /// Every set of folded panes that a few keys lead to.
    private static let folds: [Set<Pane>] = [
        [], [.log], [.history], [.collections], [.request], [.response], [.collections, .history],
        [.request, .response, .log], Set(Pane.allCases),
    ]

    @Test(arguments: sizes, Arrangement.allCases)
    func `panes cover the body, and neighbours share the line between them`(size: (Int, Int), arrangement: Arrangement)
    {
        let size = Self.size(size)
        for focus in Pane.allCases {
            for lower in [Pane.log, .runs] {
                for folded in Self.folds {
                    let layout = PaneLayout(
                        size: size,
                        .init(
                            focus: focus, lower: focus == .runs ? .runs : lower, arrangement: arrangement,
                            folded: folded))
                    #expect(layout.mode == .whole)
                    var covers = [Int](repeating: 0, count: size.columns * size.rows)
                    var insides = covers
                    for (pane, rect) in layout.panes {
                        #expect(rect.x >= 0 && rect.y >= 1 && rect.maxX <= size.columns && rect.maxY < size.rows)
                        for y in rect.y..<rect.maxY {
                            for x in rect.x..<rect.maxX { covers[y * size.columns + x] += 1 }
                        }
                        let inside = layout.inside(pane)
                        for y in inside.y..<inside.maxY {
                            for x in inside.x..<inside.maxX { insides[y * size.columns + x] += 1 }
                        }
                    }
                    let body = size.columns..<size.columns * (size.rows - 1)
                    // A loop takes a sixth of the time of `first(where:)` in a debug build.
                    var (isCovered, hasBorder) = (true, false)
                    var shared: Int?
                    var index = body.lowerBound
                    while index < body.upperBound {
                        let (cover, inside) = (covers[index], insides[index])
                        if cover == 0 { isCovered = false }
                        if cover > 1 { hasBorder = true }
                        // What is inside a pane is in no other.
                        if inside > 0, inside > 1 || cover > 1 { shared = index }
                        index += 1
                    }
                    #expect(isCovered && hasBorder && shared == nil, "\(focus) \(folded)")
                    #expect(!layout.inside(focus).isEmpty || focus == .log && lower == .runs, "\(focus) \(folded)")
                }
            }
        }
    }

    /// Columns, rows, arrangement, focus, the lower pane, rows that the request wants, folded panes: then each pane with x, y and size.
    @Test func `each pane has its place in screens of all sizes`() {
        for (input, places) in table(
            """
            80 24 classic collections log 8 -> collections 0 1 24x20, request 23 1 57x9, response 23 9 57x11, log 23 19 57x4, history 0 20 24x3
            80 24 classic history log 8 -> collections 0 1 24x16, request 23 1 57x9, response 23 9 57x11, log 23 19 57x4, history 0 16 24x7
            80 24 accordion collections log 8 -> collections 0 1 24x20, request 23 1 57x9, response 23 9 57x12, log 23 20 57x3, history 0 20 24x3
            80 24 accordion request log 8 -> collections 0 1 24x20, request 23 1 57x18, response 23 18 57x3, log 23 20 57x3, history 0 20 24x3
            80 24 accordion history log 8 -> collections 0 1 24x3, request 23 1 57x9, response 23 9 57x12, log 23 20 57x3, history 0 3 24x20
            80 24 accordion log log 8 -> collections 0 1 24x20, request 23 1 57x3, response 23 3 57x3, log 23 5 57x18, history 0 20 24x3
            100 29 classic collections log 8 -> collections 0 1 30x25, request 29 1 71x10, response 29 10 71x14, log 29 23 71x5, history 0 25 30x3
            100 30 classic collections log 3 -> collections 0 1 30x21, request 29 1 71x5, response 29 5 71x20, log 29 24 71x5, history 0 21 30x8
            133 31 classic request log 30 -> collections 0 1 39x22, request 38 1 95x12, response 38 12 95x14, log 38 25 95x5, history 0 22 39x8
            134 40 classic runs runs 8 -> collections 0 1 40x29, request 39 1 95x10, response 39 10 95x15, history 0 29 40x10, runs 39 24 95x15
            120 40 classic request runs 8 -> collections 0 1 36x29, request 35 1 85x10, response 35 10 85x20, history 0 29 36x10, runs 35 29 85x10
            120 40 classic collections log 8 log -> collections 0 1 36x29, request 35 1 85x10, response 35 10 85x29, log 35 38 85x1, history 0 29 36x10
            120 40 classic request log 8 collections history -> request 0 1 120x10, response 0 10 120x24, log 0 33 120x6
            120 40 classic request log 8 history response -> collections 0 1 36x38, request 35 1 85x32, response 35 32 85x2, log 35 33 85x6, history 0 38 36x1
            120 40 classic log log 8 request response log -> collections 0 1 36x29, request 35 1 85x2, response 35 2 85x2, log 35 3 85x36, history 0 29 36x10
            160 50 wide collections log 8 -> collections 0 1 40x36, request 39 1 60x41, response 98 1 62x41, log 39 41 121x8, history 0 36 40x13
            200 60 wide response runs 8 -> collections 0 1 40x44, request 39 1 72x44, response 110 1 90x44, history 0 44 40x15, runs 39 44 161x15
            300 60 wide log log 8 log -> collections 0 1 40x44, request 39 1 104x50, response 142 1 158x50, log 39 50 261x9, history 0 44 40x15
            80 24 wide collections log 8 -> collections 0 1 24x20, request 23 1 28x19, response 50 1 30x19, log 23 19 57x4, history 0 20 24x3
            160 50 wide log log 8 request -> collections 0 1 40x36, request 39 1 121x2, response 39 2 121x40, log 39 41 121x8, history 0 36 40x13
            """)
        {
            let words = input.split(separator: " ").map(String.init)
            let panes = words.dropFirst(3).map { word in Pane.allCases.first { $0.id == word } }
            let layout = PaneLayout(
                size: Size(columns: Int(words[0]) ?? 0, rows: Int(words[1]) ?? 0),
                .init(
                    focus: panes[panes.startIndex] ?? .runs, lower: panes[panes.startIndex + 1] ?? .history,
                    arrangement: Arrangement(rawValue: words[2]) ?? .classic,
                    folded: Set(panes.dropFirst(3).compactMap(\.self)), requestRows: Int(words[5]) ?? 0))
            let found = Pane.allCases.compactMap { pane in
                layout.panes[pane].map { "\(pane.id) \($0.x) \($0.y) \($0.width)x\($0.height)" }
            }
            #expect(found.joined(separator: ", ") == places, "\(input)")
        }
    }

    @Test func `at 80x24 a body has fourteen rows while the response has the focus`() {
        let window = Window(size: Size(columns: 80, rows: 24))
        #expect(window.arrangement == .accordion)
        var focused = window
        focused.focus = .response
        // One row is that of the tabs.
        #expect(focused.layout.inside(.response).height >= 15)
        for pane in [Pane.request, .log] { #expect(focused.layout.inside(pane).height == 1) }
    }

    @Test(arguments: [(120, 36, 3, 12), (120, 36, 30, 12), (120, 60, 9, 9)])
    func `the request is as high as what it shows, at most two fifths`(
        columns: Int, rows: Int, wanted: Int, height: Int
    ) {
        let layout = PaneLayout(size: Size(columns: columns, rows: rows), .init(requestRows: wanted))
        #expect(layout.inside(.request).height == min(wanted, height))
        #expect(layout.inside(.response).height > layout.inside(.request).height)
    }

    @Test func `on a broad screen the request is beside the response, and nothing is left empty`() {
        for (columns, rows) in [(160, 50), (200, 60), (300, 80)] {
            let window = Window(size: Size(columns: columns, rows: rows))
            #expect(window.arrangement == .wide)
            let layout = window.layout
            let (request, response) = (layout.inside(.request), layout.inside(.response))
            #expect(request.y == response.y && request.height == response.height)
            #expect(request.maxX + 1 == response.x)
            #expect(request.width >= min(70, columns / 3) && response.width >= request.width)
            #expect(response.height >= rows * 2 / 3)
        }
    }

    @Test func `a few columns more or less do not change the layout to and fro`() {
        var window = Window(size: Size(columns: 99, rows: 40))
        #expect(window.arrangement == .accordion)
        for (columns, arrangement) in [
            (104, Arrangement.accordion), (108, .classic), (100, .classic), (99, .accordion), (160, .wide),
            (153, .wide), (151, .classic), (159, .classic), (160, .wide),
        ] {
            window.size.columns = columns
            #expect(window.arrangement == arrangement, "\(columns)")
        }
    }

    @Test(arguments: Arrangement.allCases, Pane.allCases)
    func `however often a pane is made larger or smaller, all others keep a row and one step leads back`(
        arrangement: Arrangement, pane: Pane
    ) {
        for step in [-1, 1] {
            var window = Window(size: Size(columns: 160, rows: 50))
            window.chosen = arrangement
            window.focus = pane
            for _ in 0..<300 { _ = window.resize(pane, by: step) }
            for other in window.layout.panes.keys {
                let inside = window.layout.inside(other)
                #expect(inside.width >= 10 && inside.height >= 1, "\(other) \(inside)")
            }
            let before = window.layout
            guard window.resize(pane, by: -step) == nil else { continue }
            #expect(window.layout != before)
            window.resetSizes()
            #expect(
                window.layout
                    == PaneLayout(size: window.size, .init(focus: pane, lower: window.lower, arrangement: arrangement)))
        }
    }

    @Test(arguments: Arrangement.allCases)
    func `a border goes where it is dragged, as far as there is room`(arrangement: Arrangement) {
        var window = Window(size: Size(columns: 160, rows: 50))
        window.chosen = arrangement
        var found: Set<Pane> = []
        for y in 0..<50 {
            for x in 0..<160 {
                guard let border = window.border(at: Point(x: x, y: y)) else { continue }
                found.insert(border.pane)
                var moved = window
                let target = border.isVertical ? Point(x: x + 2, y: y) : Point(x: x, y: y - 2)
                moved.move(border, to: target)
                #expect(moved.border(at: target) == border, "\(border) from \(x),\(y)")
                moved.move(border, to: Point(x: -10, y: -10))
                moved.move(border, to: Point(x: 500, y: 500))
                #expect(moved.layout.panes.count == window.layout.panes.count)
            }
        }
        #expect(found == (arrangement == .accordion ? [.collections] : [.collections, .request, .log, .history]))
    }

    @Test func `a folded pane is a title until it has the focus`() throws {
        var window = Window(size: Size(columns: 120, rows: 40))
        let before = window.layout
        _ = window.toggleFold(.log)
        #expect(window.layout.isFolded(.log) && window.layout.panes[.log]?.height == 1)
        #expect(window.layout.inside(.response).height > before.inside(.response).height)
        window.focus = .log
        #expect(!window.layout.isFolded(.log))
        window.focus = .collections
        #expect(window.layout.isFolded(.log))
        for pane in [Pane.collections, .history] { _ = window.toggleFold(pane) }
        window.focus = .response
        #expect(window.layout.panes[.collections] == nil && window.layout.panes[.request]?.x == 0)
        window.focus = .collections
        #expect(!window.layout.inside(.collections).isEmpty)
    }

    @Test(arguments: [(79, 24), (80, 23), (40, 10)])
    func `below 80x24 the focused pane has the screen, with a line that names the panes`(columns: Int, rows: Int) {
        let layout = PaneLayout(size: Size(columns: columns, rows: rows), .init(focus: .log))
        #expect(layout.mode == .single)
        #expect(layout.panes == [.log: Rect(x: 0, y: 2, width: columns, height: rows - 3)])
        #expect(layout.switcher == Rect(x: 0, y: 1, width: columns, height: 1))
    }

    @Test(arguments: [(39, 10), (40, 9), (1, 1), (0, 0)])
    func `below 40x10 nothing is laid out`(columns: Int, rows: Int) {
        let layout = PaneLayout(size: Size(columns: columns, rows: rows), .init(focus: .log))
        #expect(layout.mode == .tooSmall && layout.panes.isEmpty)
    }

    @Test func `zoom gives the focused pane everything between header and footer`() {
        let layout = PaneLayout(size: Size(columns: 100, rows: 30), .init(focus: .response, isZoomed: true))
        #expect(layout.panes == [.response: Rect(x: 0, y: 1, width: 100, height: 28)])
    }

    @Test func `each pane has its place for the size, the arrangement, the focus and what is folded`() {
        // Size, arrangement, focus, lower pane, folded panes; then x, y, width and height of each pane: c Collections, q Request,
        // p Response, l Log, h History, u Runs.
        let table = """
            80x24 accordion collections log - -> c 0,1,24,20 q 23,1,57,9 p 23,9,57,12 l 23,20,57,3 h 0,20,24,3
            80x24 accordion response log - -> c 0,1,24,20 q 23,1,57,3 p 23,3,57,18 l 23,20,57,3 h 0,20,24,3
            80x24 accordion history log - -> c 0,1,24,3 q 23,1,57,9 p 23,9,57,12 l 23,20,57,3 h 0,3,24,20
            99x30 accordion log log - -> c 0,1,29,26 q 28,1,71,3 p 28,3,71,3 l 28,5,71,24 h 0,26,29,3
            120x36 classic collections log - -> c 0,1,36,26 q 35,1,85,10 p 35,10,85,20 l 35,29,85,6 h 0,26,36,9
            120x29 classic history log - -> c 0,1,36,20 q 35,1,85,10 p 35,10,85,14 l 35,23,85,5 h 0,20,36,8
            120x30 classic history log - -> c 0,1,36,21 q 35,1,85,10 p 35,10,85,15 l 35,24,85,5 h 0,21,36,8
            120x36 classic runs runs - -> c 0,1,36,26 q 35,1,85,10 p 35,10,85,12 h 0,26,36,9 u 35,21,85,14
            120x36 classic request runs - -> c 0,1,36,26 q 35,1,85,10 p 35,10,85,17 h 0,26,36,9 u 35,26,85,9
            100x30 classic response log log,collections -> c 0,1,30,2 q 29,1,71,10 p 29,10,71,19 l 29,28,71,1 h 0,2,30,27
            120x36 classic collections log request,response -> c 0,1,36,26 q 35,1,85,2 p 35,2,85,2 l 35,3,85,32 h 0,26,36,9
            120x36 classic request log collections,history -> q 0,1,120,10 p 0,10,120,20 l 0,29,120,6
            200x60 wide response log - -> c 0,1,40,44 q 39,1,72,50 p 110,1,90,50 l 39,50,161,9 h 0,44,40,15
            160x50 wide log log history -> c 0,1,40,48 q 39,1,60,41 p 98,1,62,41 l 39,41,121,8 h 0,48,40,1
            300x80 wide runs runs - -> c 0,1,40,59 q 39,1,104,48 p 142,1,158,48 h 0,59,40,20 u 39,48,261,31
            160x50 wide collections log response -> c 0,1,40,36 q 39,1,121,40 p 39,40,121,2 l 39,41,121,8 h 0,36,40,13
            133x24 classic collections log - -> c 0,1,39,20 q 38,1,95,9 p 38,9,95,11 l 38,19,95,4 h 0,20,39,3
            134x24 wide collections log - -> c 0,1,40,20 q 39,1,47,19 p 85,1,49,19 l 39,19,95,4 h 0,20,40,3
            """
        let letters: [Pane: String] = [
            .collections: "c", .request: "q", .response: "p", .log: "l", .history: "h", .runs: "u",
        ]
        let rows = table.split(separator: "\n").map { row in
            let words = row.split(separator: " -> ")[0].split(separator: " ").map(String.init)
            let size = words[0].split(separator: "x").compactMap { Int($0) }
            func pane(_ id: some StringProtocol) -> Pane? { Pane.allCases.first { $0.id == id } }
            let layout = PaneLayout(
                size: Size(columns: size[0], rows: size[1]),
                .init(
                    focus: pane(words[2]) ?? .log, lower: pane(words[3]) ?? .log,
                    arrangement: Arrangement(rawValue: words[1]) ?? .wide,
                    folded: Set(words[4].split(separator: ",").compactMap { pane($0) })))
            let places = Pane.allCases.compactMap { pane in
                layout.panes[pane].map { "\(letters[pane] ?? "?") \($0.x),\($0.y),\($0.width),\($0.height)" }
            }
            return "\(words.joined(separator: " ")) -> \(places.joined(separator: " "))"
        }
        #expect(rows.joined(separator: "\n") == table)
    }

    @Test func `a shared border belongs to the pane whose title is in it`() throws {
        let layout = PaneLayout(size: Size(columns: 100, rows: 30), .init(focus: .request))
        let response = try #require(layout.panes[.response])
        #expect(layout.pane(at: Point(x: response.x + 3, y: response.y)) == .response)
        #expect(layout.pane(at: Point(x: 0, y: 0)) == nil)
    }
}
