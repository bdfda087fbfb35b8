import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// Where panes are and what small parts of the screen say, for many inputs, as it was recorded (`Recorded`).
@Suite struct RecordedViewTests {
    private typealias F = ExchangeFixtures

    private func rects(_ layout: PaneLayout) -> String {
        let panes = Pane.allCases.compactMap { pane in
            layout.panes[pane].map {
                "\(pane) \($0.x),\($0.y) \($0.width)x\($0.height)\(layout.isFolded(pane) ? " folded" : "")"
            }
        }
        return "\(layout.mode) \(panes.joined(separator: ", "))"
    }

    @Test func `where the panes are in every layout`() throws {
        let sizes = [
            (39, 10), (40, 9), (40, 10), (79, 24), (80, 23), (80, 24), (100, 27), (120, 29), (160, 50), (230, 70),
        ]
        let folds: [Set<Pane>] = [
            [.log], [.history], [.collections, .history], [.request], [.response], [.request, .response, .log],
        ]
        var parts: [(name: String, text: String)] = []
        for arrangement in Arrangement.allCases {
            var text = ""
            for (columns, rows) in sizes {
                let size = Size(columns: columns, rows: rows)
                for focus in Pane.allCases {
                    var wishes = PaneLayout.Wishes(focus: focus, arrangement: arrangement)
                    if focus == .runs { wishes.lower = .runs }
                    text += "\(columns)x\(rows) \(focus): \(rects(PaneLayout(size: size, wishes)))\n"
                }
            }
            for folded in folds {
                for focus in [Pane.collections, .response] {
                    let wishes = PaneLayout.Wishes(focus: focus, lower: .runs, arrangement: arrangement, folded: folded)
                    let names = folded.map { "\($0)" }.sorted().joined(separator: " ")
                    text +=
                        "\(focus), folded \(names): \(rects(PaneLayout(size: Size(columns: 130, rows: 40), wishes)))\n"
                }
            }
            for rows in [1, 3, 20, 90] {
                let wishes = PaneLayout.Wishes(focus: .request, arrangement: arrangement, requestRows: rows)
                text +=
                    "\(rows) rows of the request: \(rects(PaneLayout(size: Size(columns: 110, rows: 30), wishes)))\n"
            }
            parts.append((arrangement.rawValue, text))
        }
        try Recorded.expect(parts, in: "screen/layouts")
    }

    /// Steps between spaces: digits focus a pane, `x,y` moves the border there down or to the right by 5, the others are the keys.
    @Test func `a window after each step`() throws {
        let table = """
            110 30 | > > < 2 > > < 3 > < 4 > > < 5 > > 1 < < < < = | > | | | |
            110 40 | 34,5 32,5 33,5 60,14 60,13 60,16 60,15 10,30 10,31 60,35 60,34 z 60,14 = z
            90 30 | > 2 > 4 < 27,5 26,5 60,8 _ 1 _ 5 _ =
            170 40 | 2 > > < 3 > 40,10 108,10 107,10 115,10 60,34 60,33 2 _ 3 2 _ 3 _ 2 3
            170 40 | 6 4 6 > < 60,30 60,29 1 4 5 !95x30 !100x30 !107x30 !108x30 !160x40 !155x40 !152x40 !151x40 !70x20 >
            200 60 | | | | ! !200x60 1 _ 5 _ 3 > 2 >
            """
        var parts: [(name: String, text: String)] = []
        for line in table.split(separator: "\n") {
            let halves = line.split(separator: "|", maxSplits: 1)
            let numbers = halves[0].split(separator: " ").compactMap { Int($0) }
            var window = Window(size: Size(columns: numbers[0], rows: numbers[1]))
            var text = ""
            for step in halves[1].split(separator: " ") {
                var said = ""
                switch step {
                case ">": said = window.resize(window.focus, by: 1) ?? ""
                case "<": said = window.resize(window.focus, by: -1) ?? ""
                case "|":
                    window.chosen = Arrangement.next(after: window.chosen)
                    said = window.chosen?.sentence ?? "by size"
                case "_": said = window.toggleFold(window.focus)
                case "=": window.resetSizes()
                case "z": window.isZoomed.toggle()
                default:
                    let numbers = step.drop { $0 == "!" }.split { $0 == "," || $0 == "x" }.compactMap { Int($0) }
                    if step.first == "!", numbers.count == 2 {
                        window.size = Size(columns: numbers[0], rows: numbers[1])
                    } else if numbers.count == 2 {
                        let point = Point(x: numbers[0], y: numbers[1])
                        guard let border = window.border(at: point) else {
                            said = "no border"
                            break
                        }
                        window.move(border, to: Point(x: point.x + 5, y: point.y + 5))
                        said = "\(border.isVertical ? "column" : "row") of \(border.pane)"
                    } else if let number = Int(step), let pane = Pane(rawValue: number) {
                        window.focus = pane
                    }
                }
                text +=
                    "\(step): \(window.arrangement.rawValue) \(rects(window.layout))\(said.isEmpty ? "" : "\n    \(said)")\n"
            }
            parts.append((String(line), text))
        }
        try Recorded.expect(parts, in: "screen/windows")
    }

    @Test func `how well texts match what is typed`() throws {
        let texts = [
            "list orders", "List open orders", "GET /orders", "createOrder", "create-order", "orders2", "o_r_d",
            "border", "Zürich order",
            "reorder the orders", "a/b/orders.http", "o", "", "v1/orders:list", "x2order",
        ]
        let queries = [
            "", "o", "order", "Order", "lo", "l o", "or der", "ord2", "/o", "zü", "oo", "orderorder", "xyz", "2", "O R",
            "d",
        ]
        var text = ""
        for query in queries {
            let match = FuzzyMatch(query)
            let scores = texts.map { match.score(Array($0.utf8)).map(String.init) ?? "-" }
            let any = match.score(inAny: texts.prefix(3).map { Array($0.utf8) }, missing: -7)
            text += "\(query): \(scores.joined(separator: " ")), in any of three \(any), empty \(match.isEmpty)\n"
        }
        try Recorded.expect([(texts.joined(separator: " | "), text)], in: "screen/matches")
    }

    @Test func `a view of lines after each move`() throws {
        let body = "short\n" + String(repeating: "0123456789", count: 4) + "\n\n日本日本日本日本日本\nend of it"
        var parts: [(name: String, text: String)] = []
        for (columns, rows) in [(12, 3), (10, 5), (50, 2), (5, 20), (1, 1), (7, 0)] {
            for wraps in [false, true] {
                let source = BodyDocument(body, "text/plain").lines(.raw, columns: columns)
                let view = Viewport(source: source, size: Size(columns: columns, rows: rows), wraps: wraps)
                var text = ""
                func note(_ what: String, _ place: ScrollPosition) {
                    let shown = view.rows(from: place).map { "\($0.line):\($0.columns.lowerBound)" }.joined(
                        separator: " ")
                    text += "\(what): \(place.line) \(place.row) \(place.column) shows \(shown)\n"
                }
                var place = ScrollPosition()
                for step in [1, 1, 2, -1, 5, 90, -2, -90] {
                    place = view.moved(place, by: step)
                    note("moved \(step)", place)
                }
                for step in [8, 8, 90, -8, -90] {
                    place = view.shifted(place, by: step)
                    note("shifted \(step)", place)
                }
                for (line, column, width) in [(0, 0, 1), (1, 39, 1), (1, 5, 10), (4, 0, 1), (3, 12, 2), (1, 12, 1)] {
                    place = view.revealing(line: line, column: column, width: width, from: place)
                    note("revealing \(line):\(column) \(width)", place)
                }
                note("bottom", view.bottom(column: 3))
                for start in [(9, 0, 0), (1, 9, 3), (4, 0, 60), (0, 2, 0)] {
                    note("clamped \(start)", view.clamped(ScrollPosition(line: start.0, row: start.1, column: start.2)))
                }
                text += "rows of lines \((0..<5).map { view.rowCount(ofLine: $0) }), in a row \(view.rowWidth)\n"
                parts.append(("\(columns)x\(rows)\(wraps ? " wrapped" : "")", text))
            }
        }
        try Recorded.expect(parts, in: "screen/views")
    }

    @Test func `the border of the response at every width`() throws {
        func steps(_ steps: [(Int, EngineEvent.Step)]) -> ResponsePaneState {
            var state = ResponsePaneState()
            state.begin(id: F.id(1), label: F.label, at: F.moment(0))
            for (at, step) in steps { _ = state.apply(F.event(1, at, step)) }
            return state
        }
        let started = EngineEvent.Step.hopStarted(index: 0, method: "POST", url: "http://127.0.0.1:8080/orders")
        let redirect = F.hop(response: F.response(status: 307, reason: "Temporary Redirect", body: []))
        let states: [(name: String, state: ResponsePaneState)] = [
            ("idle", ResponsePaneState()), ("queued", steps([(0, .queued(method: "POST", url: "http://h/"))])),
            ("waiting for a network", steps([(1, .waitingForConnectivity)])), ("name", steps([(1, started)])),
            ("connecting", steps([(1, started), (2, .nameResolved)])),
            ("TLS", steps([(1, started), (2, .nameResolved), (3, .connected)])),
            ("uploading", steps([(1, started), (4, .uploadProgress(sentBytes: 500_000, totalBytes: 1_500_000))])),
            ("waiting", steps([(1, started), (9, .requestSent)])),
            (
                "receiving",
                steps([
                    (1, started), (99, .headReceived(status: 200, expectedBodyBytes: 9000)),
                    (120, .progress(receivedBytes: 4500, expectedBytes: 9000)),
                ])
            ),
            (
                "of unknown length",
                steps([
                    (1, started), (99, .headReceived(status: 404, expectedBodyBytes: nil)),
                    (120, .progress(receivedBytes: 4500, expectedBytes: nil)),
                ])
            ),
            ("redirected", steps([(1, started), (50, .redirected(status: 302, to: "http://h/there"))])),
            ("retry", steps([(1, started), (50, .retryScheduled(retry: 1, after: .seconds(2), reason: F.timeout))])),
            ("done", F.pane()), ("failed", F.pane(F.exchange(response: nil, error: F.timeout))),
            ("cut", F.pane(F.exchange(response: F.response(isComplete: false), error: F.timeout))),
            ("without a body", F.pane(F.exchange(response: F.response(status: 204, reason: "No Content", body: [])))),
            ("compressed", F.pane(F.exchange(response: F.response(wire: 20, codings: ["gzip"], version: .http2)))),
            (
                "after a redirect",
                F.pane(
                    F.exchange(hops: [
                        redirect, F.hop(cause: .redirect(status: 307), response: F.response(status: 200, reason: "OK")),
                    ]))
            ),
            (
                "after retries",
                F.pane(
                    F.exchange(hops: [
                        F.hop(response: F.response(status: 503, reason: "")),
                        F.hop(cause: .retry, response: F.response()),
                    ]))
            ),
        ]
        var parts: [(name: String, text: String)] = []
        for (name, state) in states {
            var (text, last) = ("", "")
            for width in 10...120 {
                let spans = ResponseStatusLine.spans(state, width: width, now: F.moment(1234))
                let line = spans.map(\.text.string).joined()
                if line != last { text += "\(width): \(line)\n" }
                last = line
            }
            parts.append((name, text))
        }
        try Recorded.expect(parts, in: "screen/status-lines")
    }

    @Test func `the brackets of a body at each place of the cursor`() throws {
        var text = ""
        for line in [#"{"a": [1, {"b": "]}"}], "c": ({})}"#, "[[]", "]", "{{name}}", #""[ \" ]" []"#, "(a)"] {
            var area = TextArea(line)
            for character in 0...line.count {
                area.moveCursor(line: 0, character: character)
                let places = JSONBodyText.brackets(in: area).map { "\($0.line):\($0.offset)" }
                if !places.isEmpty { text += "\(line) at \(character): \(places.joined(separator: " "))\n" }
            }
        }
        try Recorded.expect([("brackets", text)], in: "screen/brackets")
    }
}
