import TestSupport
import Testing

/// The built program on a terminal that answers what pictures it can draw.
@Suite(.serialized) struct TerminalPictureTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.copy(BuiltProgram.demoCollection, to: "demo")
    }

    private func start(_ arguments: [String] = [], _ variables: [String: String] = [:]) throws -> PseudoTerminal {
        let environment = BuiltProgram.environment(
            home: home, adding: variables.merging(["TERM": "xterm-256color"]) { $1 })
        return try PseudoTerminal(
            ["demo", "\(home.path)/demo"] + arguments, environment: environment.map { "\($0)=\($1)" }, rows: 40,
            columns: 120)
    }

    private static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[?1;1;0S\u{1B}[16t\u{1B}[c"

    /// Sends the request whose response is an image.
    private func showImage(_ terminal: PseudoTerminal) {
        terminal.type("1/\u{15}A picture\r\r")
        terminal.expect("image.png")
        terminal.type("3zs")
        terminal.expect("16 x 16 pixels")
    }

    @Test func `a terminal with sixels is asked after the first frame, and draws the picture by them`() throws {
        let terminal = try start()
        terminal.expect("Collections")
        terminal.expect(Self.question)
        let text = terminal.text
        let (frame, question) = (text.firstRange(of: "Collections"), text.firstRange(of: Self.question))
        #expect(try #require(frame).lowerBound < #require(question).lowerBound)
        terminal.type("\u{1B}[?1;0;256S\u{1B}[6;20;10t\u{1B}[?62;4;22c")
        terminal.forget()
        showImage(terminal)
        // 16 x 16 pixels are 16 columns of 10 and 8 rows of 20 pixels; strips of six.
        terminal.expect("\u{1B}P0;1;0q\"1;1;160;156")
        terminal.forget()
        terminal.type("]")
        terminal.expect("image/png")
        #expect(!terminal.text.contains("\u{1B}P"), "nothing is drawn again by painting beside it")
        terminal.forget()
        terminal.type("[")
        terminal.expect("\u{1B}P0;1;0q\"1;1;160;156")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(!terminal.text.contains("\u{1B}_Ga"), "this terminal knows nothing of kitty's protocol")
    }

    @Test func `kitty's protocol is used where it is there, and the picture is deleted at the end`() throws {
        let terminal = try start()
        terminal.expect(Self.question)
        // Late and in parts, with a key in between.
        terminal.type("\u{1B}_Gi=3")
        terminal.type("1;OK\u{1B}\\")
        terminal.type("\u{1B}[6;20;10t\u{1B}[?62;4;22c")
        showImage(terminal)
        terminal.expect("\u{1B}_Ga=T,f=100,i=")
        terminal.expect("c=16,r=8,C=1,q=2,m=0;iVBORw0KGgo")
        terminal.forget()
        terminal.type("\u{1A}")
        terminal.expect("\u{1B}_Ga=d,d=I,i=")
        terminal.expect("\u{1B}[?1049l")
        terminal.expect("\u{1B}[?1049h")
        terminal.expect("\u{1B}_Ga=T,f=100,i=")
        terminal.forget()
        terminal.type("Q")
        #expect(terminal.end() == 0)
        let (deletion, end) = (
            terminal.text.firstRange(of: "\u{1B}_Ga=d"), terminal.text.firstRange(of: "\u{1B}[?1049l")
        )
        #expect(try #require(deletion).lowerBound < #require(end).lowerBound)
    }

    @Test func `answers that come when the program ends are not left to the shell`() throws {
        let terminal = try start()
        terminal.expect(Self.question)
        terminal.type("Q\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4c")
        #expect(terminal.end() == 0)
        #expect(terminal.unreadInput == "")
    }

    @Test func `a terminal that does not answer gets half blocks, and no answer is waited for`() throws {
        let terminal = try start()
        terminal.expect(Self.question)
        showImage(terminal)
        terminal.expect("▀")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(!terminal.text.contains("\u{1B}P") && !terminal.text.contains("a=T"))
    }

    @Test func `without colours a picture is drawn by characters and not by half blocks`() throws {
        let terminal = try start([], ["NO_COLOR": "1"])
        terminal.expect("Collections")
        showImage(terminal)
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(!terminal.text.contains("▀"))
    }

    @Test func `tmux, which would take kitty's question for a title, is asked for sixels only`() throws {
        let terminal = try start([], ["TMUX": "/tmp/tmux-0/default,1,0"])
        terminal.expect("\u{1B}[?1;1;0S\u{1B}[16t\u{1B}[c")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(!terminal.text.contains("\u{1B}_"))
    }

    @Test(arguments: [(["--images", "blocks"], [:]), ([], ["APITUI_IMAGES": "blocks"])])
    func `a terminal is not asked about pictures if it gets half blocks`(
        arguments: [String], variables: [String: String]
    ) throws {
        let terminal = try start(arguments, variables)
        terminal.expect("Collections")
        showImage(terminal)
        terminal.expect("▀")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(!terminal.text.contains("\u{1B}_G") && !terminal.text.contains("\u{1B}[16t"))
    }
}
