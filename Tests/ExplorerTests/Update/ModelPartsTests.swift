import Base
import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The values that the model is made of, each alone.
@Suite struct ModelPartsTests {
    private static func moment(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: UInt64(milliseconds) * 1_000_000)
    }

    // MARK: The clock

    @Test func `a second interrupt comes one second after the last one at most, however many there were`() {
        for (pause, isSecond) in [(0, true), (999, true), (1000, true), (1001, false), (5000, false)] {
            var clock = ModelClock()
            clock.advance(to: Self.moment(100))
            let first = clock.isSecondInterrupt()
            clock.advance(to: Self.moment(100 + pause))
            let second = clock.isSecondInterrupt()
            // Counted from the second, not from the first.
            clock.advance(to: Self.moment(100 + pause + 900))
            let third = clock.isSecondInterrupt()
            #expect(!first && second == isSecond && third, "after \(pause) ms")
        }
    }

    @Test func `a wake is asked for once, again only if an earlier one is wanted, and anew when it has come`() {
        var clock = ModelClock()
        func asked(_ wanted: Int...) -> [MonotonicTime] {
            clock.wake(wanted.map { Self.moment($0) }).compactMap { if case .wake(let at) = $0 { at } else { nil } }
        }
        #expect(asked().isEmpty)
        #expect(asked(900, 300, 500) == [Self.moment(300)])
        #expect(asked(300).isEmpty && asked(301, 900).isEmpty)
        #expect(asked(900, 299) == [Self.moment(299)])
        clock.advance(to: Self.moment(298))
        #expect(asked(299).isEmpty)
        clock.advance(to: Self.moment(299))
        #expect(asked(299) == [Self.moment(299)], "the one that was asked for has come")
    }

    @Test func `time and tickets never go back, and the wall clock goes on from where it was seen`() {
        var clock = ModelClock()
        #expect(clock.wallNow.microsecondsSince1970 == 0)
        clock.advance(to: Self.moment(5000))
        clock.advance(to: Self.moment(3000))
        #expect(clock.now == Self.moment(5000))
        clock.advance(to: Self.moment(6000))
        #expect(clock.wallNow.microsecondsSince1970 == 0, "not known until it is seen")
        clock.noteWall(Timestamp(microsecondsSince1970: 1_000_000))
        #expect(clock.wallNow.microsecondsSince1970 == 1_000_000)
        clock.advance(to: Self.moment(8500))
        #expect(clock.wallNow.microsecondsSince1970 == 3_500_000)
        // It was set back meanwhile.
        clock.noteWall(Timestamp(microsecondsSince1970: 2_000_000))
        clock.advance(to: Self.moment(8501))
        #expect(clock.wallNow.microsecondsSince1970 == 2_001_000)
        let tickets = (1...5).map { _ in clock.nextTicket() }
        #expect(tickets == [1, 2, 3, 4, 5])
    }

    // MARK: Values that were written

    @Test func `what takes a login back undoes each of its values, the last one first, if all are known`() {
        func edit(_ name: String, _ value: String, over expected: String? = nil, isNew: Bool = false)
            -> EnvironmentFileEdit
        {
            EnvironmentFileEdit(
                file: "/c/http-client.env.json", path: ["dev", name], value: value, expected: expected, isNew: isNew)
        }
        func removal(_ name: String, of value: String) -> EnvironmentFileEdit {
            var removal = edit(name, "", over: value)
            removal.isRemoval = true
            return removal
        }
        let login = WrittenValue.Change.login([
            edit("user", "b", over: "a"), edit("pw", "x", isNew: true), removal("token", of: "t"),
        ])
        #expect(
            login.inverse
                == .login([edit("token", "t", isNew: true), removal("pw", of: "x"), edit("user", "a", over: "b")]))
        #expect(login.inverse?.inverse == login)
        #expect(WrittenValue.Change.login([edit("user", "b", over: "a"), edit("pw", "x")]).inverse == nil)
    }

    // MARK: Descriptions that are being read

    @Test(
        arguments: [
            (nil, 5, ""), (20_000_000, nil, "20 MB"), (20_000_000, 12_000_000, "12 of 20 MB"),
            (20_000_000, 0, "0 B of 20 MB"), (20_000_000, 999_000, "999 KB of 20 MB"),
            (20_000_000, 30_000_000, "20 of 20 MB"), (2_500_000, 1_200_000, "1.2 of 2.5 MB"),
            (500, 200, "200 of 500 B"),
            (20_000_000, 20_000_000, "20 of 20 MB"),
        ] as [(Int?, Int?, String)])
    func `how far a file is read is said in the unit of the whole`(total: Int?, done: Int?, text: String) {
        #expect(FileReading.Progress(done: done, total: total).text == text)
    }

    @Test func `what was stopped counts as stopped until it is read again or all is wanted`() {
        var reading = FileReading()
        #expect(reading.isEmpty)
        var stopped = reading.stop()
        #expect(stopped.isEmpty)
        reading.begin("b", of: 10)
        reading.begin("a", of: nil)
        reading.advance("b", to: 3)
        reading.advance("c", to: 3)
        #expect(reading["b"] == FileReading.Progress(done: 3, total: 10))
        #expect(reading["a"] == FileReading.Progress(done: nil, total: nil) && reading["c"] == nil)
        stopped = reading.stop()
        #expect(stopped == ["a", "b"])
        #expect(reading.isEmpty && reading["b"] == nil && reading.stopped == ["a", "b"])
        reading.begin("a", of: 4)
        #expect(reading.stopped == ["b"] && !reading.isEmpty)
        reading.end("a")
        #expect(reading.isEmpty && reading.stopped == ["b"])
        reading.begin("c", of: 4)
        stopped = reading.stop()
        #expect(stopped == ["c"] && reading.stopped == ["b", "c"])
        reading.wantAll()
        #expect(reading.stopped.isEmpty)
    }

    // MARK: Overlays

    private static func message(_ name: String) -> Message { Message(title: name, lines: ["one"]) }

    private static func titles(_ stack: OverlayStack) -> [String] { stack.parts.map { $0.title.string } }

    @Test func `overlays that wait are shown one by one, the first one first, above those that are open`() {
        var stack = OverlayStack()
        stack.showWhenFree(Self.message("first"))
        stack.showWhenFree(Self.message("second"))
        #expect(stack.isEmpty && stack.top == nil)
        stack.show(Self.message("open"))
        stack.showNext()
        #expect(Self.titles(stack) == ["open", "first"])
        stack.showNext()
        stack.showNext()
        #expect(Self.titles(stack) == ["open", "first", "second"] && stack.top?.title == "second")
        stack.close()
        #expect(Self.titles(stack) == ["open", "first"] && stack.count == 2)
    }

    @Test func `removing overlays also removes those that wait, and says whether there were any`() {
        for waits in [false, true] {
            var stack = OverlayStack()
            stack.show(Self.message("kept"))
            if waits { stack.showWhenFree(Self.message("gone")) } else { stack.show(Self.message("gone")) }
            let wasThere = stack.remove { $0.title == "gone" }
            let isThere = stack.remove { $0.title == "gone" }
            #expect(wasThere && !isThere)
            stack.showNext()
            #expect(Self.titles(stack) == ["kept"])
        }
    }

    @Test func `a change goes to every open overlay of its type, or to the top one, and to no other`() {
        var stack = OverlayStack()
        stack.show(Self.message("a"))
        stack.show(Question(title: "b", lines: [], choices: []))
        stack.show(Self.message("c"))
        stack.modify(Message.self) { $0.name += "!" }
        #expect(Self.titles(stack) == ["a!", "b", "c!"])
        stack.modify(Question.self) { $0.name += "?" }
        #expect(Self.titles(stack) == ["a!", "b?", "c!"])
        stack.modifyTop { part in
            guard var message = part as? Message else { return }
            message.name = "d"
            part = message
        }
        #expect(Self.titles(stack) == ["a!", "b?", "d"])
    }

    // MARK: The size of panes

    @Test(
        arguments: [
            (99, nil, .accordion), (100, nil, .classic), (159, nil, .classic), (160, nil, .wide),
            (107, .accordion, .accordion), (108, .accordion, .classic), (160, .accordion, .wide),
            (99, .classic, .accordion), (100, .classic, .classic), (159, .classic, .classic), (160, .classic, .wide),
            (152, .wide, .wide), (151, .wide, .classic), (99, .wide, .accordion), (40, .wide, .accordion),
        ] as [(Int, Arrangement?, Arrangement)])
    func `a screen keeps its arrangement within eight columns of the border`(
        columns: Int, before: Arrangement?, now: Arrangement
    ) {
        #expect(Arrangement.automatic(for: Size(columns: columns, rows: 40), before: before) == now)
    }

    @Test func `a key goes through all arrangements and back to that of the size`() {
        var seen: [Arrangement?] = [nil]
        for _ in 0..<4 { seen.append(Arrangement.next(after: seen[seen.count - 1])) }
        #expect(seen == [nil, .accordion, .classic, .wide, nil])
    }

    @Test func `a pane that was given so many cells has them again at the same size, and its share at another`() {
        for total in [1, 2, 22, 23, 40, 77, 78, 150, 300, 500] {
            for cells in 0...total {
                var sizes = PaneSizes()
                sizes.set(.log, to: cells, of: total)
                #expect(sizes.cells(of: .log, in: total) == cells, "\(cells) of \(total)")
            }
        }
        var sizes = PaneSizes()
        #expect(sizes.isEmpty && sizes.cells(of: .log, in: 40) == nil)
        sizes.set(.log, to: 5, of: 0)
        #expect(sizes.isEmpty, "of nothing there is no share")
        sizes.set(.log, to: 10, of: 40)
        #expect(sizes.cells(of: .log, in: 80) == 20 && sizes.cells(of: .history, in: 80) == nil)
        sizes.set(.log, to: 50, of: 40)
        #expect(sizes.cells(of: .log, in: 40) == 40)
        sizes.set(.log, to: -3, of: 40)
        #expect(sizes.cells(of: .log, in: 40) == 0)
    }

    private static func rect(_ window: Window, _ pane: Pane) throws -> Rect { try #require(window.layout.panes[pane]) }

    @Test(arguments: [Pane.collections, .request, .response, .log, .history])
    func `a pane grows by one cell, and shrinks back to what it was`(pane: Pane) throws {
        var window = Window(size: Size(columns: 150, rows: 50))
        #expect(window.arrangement == .classic)
        window.focus = pane
        let (before, layout) = (try Self.rect(window, pane), window.layout.panes)
        var refusal = window.resize(pane, by: 1)
        #expect(refusal == nil)
        let after = try Self.rect(window, pane)
        let grown = pane == .collections ? after.width - before.width : after.height - before.height
        #expect(grown == 1, "\(before) \(after)")
        refusal = window.resize(pane, by: -1)
        #expect(refusal == nil && window.layout.panes == layout)
        refusal = window.resize(pane, by: -1)
        #expect(refusal == nil && window.layout.panes != layout)
        window.resetSizes()
        #expect(window.layout.panes == layout)
    }

    @Test func `where a size cannot be changed a sentence says why`() {
        let one = "One pane has the screen; its size is the screen's."
        func resized(_ pane: Pane, _ window: Window) -> String? {
            var window = window
            return window.resize(pane, by: 1)
        }
        #expect(resized(.request, Window(size: Size(columns: 79, rows: 24))) == one)
        var zoomed = Window(size: Size(columns: 150, rows: 50))
        zoomed.isZoomed = true
        #expect(resized(.collections, zoomed) == one)
        let narrow = Window(size: Size(columns: 90, rows: 40))
        for pane in [Pane.request, .response, .log, .history] {
            let sentence = "In the accordion the pane with the focus has the room; | changes the layout."
            #expect(resized(pane, narrow) == sentence, "\(pane)")
        }
        #expect(resized(.collections, narrow) == nil)
        var folded = Window(size: Size(columns: 150, rows: 50))
        var sentence = folded.toggleFold(.log)
        #expect(sentence == "Log is folded until it has the focus; _ in it unfolds it.")
        #expect(resized(.log, folded) == "Log has no border to move here.")
        sentence = folded.toggleFold(.log)
        #expect(sentence == "Log is unfolded." && resized(.log, folded) == nil)
    }

    @Test func `the zoom ends when the focus goes to another pane, and the lower pane is the one that had it last`() {
        var window = Window(size: Size(columns: 150, rows: 50))
        window.focus = .response
        window.isZoomed = true
        window.focus = .response
        #expect(window.isZoomed && window.lower == .log)
        window.focus = .runs
        #expect(!window.isZoomed && window.lower == .runs)
        for pane in [Pane.collections, .request, .response, .history] {
            window.focus = pane
            #expect(window.lower == .runs, "\(pane)")
        }
        window.focus = .log
        #expect(window.lower == .log)
    }
}
