import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

/// Pictures by their pixels, as the terminal answers that it can draw them.
@Suite struct PictureScreenTests {
    /// 4 x 4 pixels: two rows of red, two of blue.
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 4, 0, 0, 0, 4,
        8, 6, 0, 0, 0, 0xA9, 0xF1, 0x9E, 0x7E, 0, 0, 0, 0x15, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF,
        0xC0, 0xF0, 0x1F, 0x19, 0x33, 0x60, 0x08, 0xA0, 0xF1, 0x31, 0x05, 0, 0x2C, 0x50, 0x1F, 0xE1, 0x44, 0xD7, 0x52,
        0xEE, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
    private static let sixel: [TerminalReport] = [
        .cell(PixelSize(width: 10, height: 20)), .attributes([62, TerminalReport.sixelAttribute]),
    ]

    private func robot(_ reports: [TerminalReport]) throws -> Robot {
        let robot = try Robot.showing(Self.png, type: "image/png")
        _ = robot.take()
        for report in reports { robot.tell(.input(.report(report))) }
        return robot
    }

    private func jobs(_ robot: Robot) -> [PictureJob] {
        robot.take().compactMap { if case .makePicture(let job) = $0 { job } else { nil } }
    }

    private func make(_ robot: Robot) {
        for job in jobs(robot) { robot.tell(.pictureMade(job.key, job.run())) }
    }

    @Test func `the terminal is asked about pictures after the first frame, unless half blocks are wanted`() {
        let robot = Robot()
        robot.tell(.screenShown)
        #expect(robot.takeNames() == ["ask pictures background", "readThemes"])
        robot.choose("Pictures")
        _ = robot.take()
        robot.tell(.screenShown)
        #expect(robot.takeNames() == ["ask background", "readThemes"])
    }

    @Test func `the facts about a picture are searched, and its half blocks are none of their text`() throws {
        let robot = try robot([])
        robot.press("/")
        robot.type("4 x 4")
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
        let place = try #require(robot.place(of: "size          4"))
        let marked = (0..<robot.frame.size.columns).filter { robot.frame[$0, place.y].style.role == .matchCurrent }
        #expect(marked.map { robot.frame[$0, place.y].grapheme }.joined() == "4 x 4")
        robot.press(.control("u"))
        robot.type("▀")
        #expect(!robot.screen.contains("1 of"), "\(robot.screen)")
    }

    @Test func `the last row of an odd number of pixels is drawn above nothing`() {
        let rgba: [UInt8] = [0x11, 0x12, 0x13, 255, 0x21, 0x22, 0x23, 255, 0x31, 0x32, 0x33, 255]
        let picture = rgba.withUnsafeBufferPointer { Picture(rgba: $0, width: 1, height: 3) }
        let lines = PictureLines(picture, below: [Line("facts")])
        #expect(lines.lineCount == 4 && lines.firstLine == 2)
        let styles = (2..<4).map { lines.line($0, columns: 0..<9).spans.map(\.style) }
        #expect(styles == [[Style(upper: 0x111213, lower: 0x212223)], [Style(upper: 0x313233, lower: 0)]])
        #expect(lines.line(4, columns: 0..<9).spans.isEmpty)
    }

    @Test func `a picture of one pixel has a file, and one of none has not`() {
        #expect(PixelGrid([0xFF0000], width: 1, height: 1).png != nil)
        #expect(PixelGrid([], width: 0, height: 0).png == nil)
        #expect(PixelGrid([0xFF0000], width: 1, height: 2).png == nil)
    }

    @Test func `a picture lies over its half blocks once it is made`() throws {
        let robot = try robot(Self.sixel)
        #expect(robot.frame.picture == nil)
        let before = robot.screen
        make(robot)
        let placed = try #require(robot.frame.uncoveredPicture)
        #expect(placed.picture.size == Size(columns: 4, rows: 2))
        #expect(placed.at == robot.place(of: "▀"))
        #expect(robot.screen == before)
        guard case .sixel(let sequence) = placed.picture.content else {
            Issue.record("not sixels")
            return
        }
        let text = String(decoding: sequence, as: UTF8.self)
        #expect(text.contains("\"1;1;40;36#"))
        #expect(text.contains(";2;100;0;0#") && text.contains(";2;0;0;100#"))
        robot.press("j", "k")
        #expect(jobs(robot).isEmpty, "it is made once")
        #expect(robot.frame.picture == placed)
    }

    @Test(
        arguments: [
            ([.cell(PixelSize(width: 9, height: 18)), .attributes([62, 22])], nil),
            ([.attributes([62, 4])], nil),
            (sixel, .sixel), ([.kittyGraphics(true)] + sixel, .kitty), ([.kittyGraphics(false)] + sixel, .sixel),
            ([.kittyGraphics(true), .attributes([62])], .kitty),
        ] as [([TerminalReport], PictureProtocol?)])
    func `what the terminal answers decides how pictures are drawn`(
        reports: [TerminalReport], means: PictureProtocol?
    ) throws {
        #expect(jobs(try robot(reports)).map(\.key.means) == [means].compactMap(\.self))
    }

    @Test func `the palette goes through the ways to draw pictures, whatever the terminal answers`() throws {
        let robot = try robot([.kittyGraphics(true)] + Self.sixel)
        make(robot)
        robot.choose("Pictures")
        #expect(robot.footer.contains("Pictures: in half blocks."))
        #expect(robot.frame.picture == nil)
        robot.choose("Pictures")
        #expect(robot.footer.contains("Pictures: by sixel"))
        make(robot)
        guard case .sixel? = robot.frame.picture?.picture.content else {
            Issue.record("not sixels")
            return
        }
        robot.choose("Pictures")
        make(robot)
        guard case .kitty? = robot.frame.picture?.picture.content else {
            Issue.record("not kitty's protocol")
            return
        }
    }

    @Test func `a popup over the picture leaves half blocks, and without it the picture is back`() throws {
        let robot = try robot(Self.sixel)
        make(robot)
        let placed = robot.frame.uncoveredPicture
        robot.press("?")
        #expect(robot.frame.uncoveredPicture == nil)
        robot.press(.escape)
        #expect(robot.frame.uncoveredPicture == placed)
        #expect(jobs(robot).isEmpty)
    }

    @Test func `another tab, another view and another response take the picture away`() throws {
        let robot = try robot(Self.sixel)
        make(robot)
        robot.press("]")
        #expect(robot.frame.picture == nil)
        robot.press("[")
        #expect(robot.frame.picture == nil)
        make(robot)
        #expect(robot.frame.picture != nil)
        robot.press("b")
        #expect(robot.frame.picture == nil)
    }

    @Test func `a picture that is scrolled aside is not drawn over what is in view`() throws {
        // Its facts are wider than the screen.
        let robot = try Robot.showing(Self.png, type: "image/png", columns: 44, rows: 24)
        for report in Self.sixel { robot.tell(.input(.report(report))) }
        make(robot)
        robot.press("w")
        make(robot)
        let placed = try #require(robot.frame.uncoveredPicture, "\(robot.screen)")
        robot.press("l")
        #expect(robot.frame.picture == nil && robot.place(of: "▀") == nil, "\(robot.screen)")
        robot.press("h")
        make(robot)
        #expect(robot.frame.uncoveredPicture?.at == placed.at, "\(robot.screen)")
    }

    @Test func `of a picture taller than the pane the rows in view are made, again when they change`() throws {
        let (width, height) = (10, 200)
        let pixels = (0..<width * height).map { UInt32($0 / width) }
        let png = try #require(PixelGrid(pixels, width: width, height: height).png)
        let robot = try Robot.showing(png, type: "image/png")
        _ = robot.take()
        for report in Self.sixel { robot.tell(.input(.report(report))) }
        let first = try #require(jobs(robot).first)
        #expect(first.key.rows.lowerBound == 0 && first.key.rows.count < 100)
        robot.press("G")
        #expect(jobs(robot).isEmpty, "one at a time")
        robot.tell(.pictureMade(first.key, first.run()))
        #expect(robot.frame.picture == nil, "that was for other rows")
        let last = try #require(jobs(robot).first)
        #expect(last.key.rows.upperBound == 100)
        robot.tell(.pictureMade(last.key, last.run()))
        #expect(robot.frame.uncoveredPicture?.picture.size.rows == last.key.rows.count)
    }

    @Test func `a picture that cannot be made stays in half blocks and is not tried again and again`() throws {
        let robot = try robot(Self.sixel)
        let job = try #require(jobs(robot).first)
        robot.tell(.pictureMade(job.key, nil))
        robot.press("j")
        #expect(jobs(robot).isEmpty)
        #expect(robot.frame.picture == nil)
        #expect(robot.place(of: "▀") != nil)
    }

    @Test func `the cursor leaves a picture as it is`() throws {
        let robot = try robot(Self.sixel)
        make(robot)
        robot.press("G")
        #expect(robot.frame.uncoveredPicture != nil)
    }

    @Test func `sixels are not made of more pixels than a terminal takes, and kitty's are made of fewer`() throws {
        let robot = try robot(Self.sixel)
        var job = try #require(jobs(robot).first)
        job.key.width = 240
        job.key.height = 240
        job.key.rows = 0..<120
        job.key.cell = PixelSize(width: 40, height: 80)
        #expect(job.run() == nil)
        job.key.means = .kitty
        guard case .kitty(let payload)? = job.run()?.content else {
            Issue.record("nothing was made")
            return
        }
        #expect(payload.starts(with: Array("iVBORw0KGgo".utf8)))
    }
}
