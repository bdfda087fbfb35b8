import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Sign-ins and tokens on the screen: keys in, effects and frames out.
@Suite struct TokenScreenTests {
    private let url = "http://login.test/authorize?state=s&code_challenge=c"

    private func waiting(pastes: String? = nil) -> Robot {
        let robot = Robot(100, 30)
        let signIn = SignIn(number: 7, login: "shop", way: .browser(url: url, pastes: pastes), limit: .seconds(300))
        robot.tell(.token(.signIn(signIn)))
        robot.effects = []
        return robot
    }

    @Test func `a sign-in shows its URL and counts down`() {
        let robot = waiting()
        #expect(robot.screen.contains("signed in (shop) with your browser"))
        #expect(robot.screen.contains("http://login.test/authorize?state=s&code_challenge=c"))
        #expect(robot.screen.contains("Waiting, 5:00 left."))
        robot.wait(.seconds(61))
        robot.tick()
        #expect(robot.screen.contains("Waiting, 3:59 left."))
        #expect(robot.wakes.last == robot.clock + .seconds(1), "the next second is shown without a key")
    }

    @Test func `the URL is copied and opened, and Esc gives up`() {
        let robot = waiting()
        robot.press("c")
        robot.press("o")
        #expect(robot.takeNames().filter { !$0.contains("wake") } == ["copy \(url)", "openBrowser \(url)"])
        robot.press(.escape)
        #expect(robot.takeNames().contains("stopSignIns"))
        #expect(!robot.screen.contains("Waiting"))
    }

    @Test func `the address to which the browser was sent is pasted`() {
        let robot = waiting(pastes: "https://app.test/back")
        #expect(robot.screen.contains("Then paste here the address that begins with https://app.test/back"))
        robot.tell(.input(.paste("something else")))
        #expect(robot.footer.contains("it has no code"))
        robot.effects = []
        robot.tell(.input(.paste("https://app.test/back?code=c&state=s")))
        #expect(robot.takeNames().contains("pasteSignIn https://app.test/back?code=c&state=s"))
        #expect(robot.toastText == nil)
    }

    @Test func `Ctrl-C gives up a sign-in, and its end closes it`() {
        let robot = waiting()
        robot.press(.control("c"))
        #expect(robot.takeNames().contains("stopSignIns"))
        let other = waiting()
        other.tell(.token(.signInEnded(number: 6, isDone: true)))
        #expect(other.screen.contains("Waiting"))
        other.tell(.token(.signInEnded(number: 7, isDone: true)))
        #expect(!other.screen.contains("Waiting"))
        #expect(other.footer.contains("Signed in."))
    }

    private func token(_ login: String, expires: Int64?) throws -> KeptToken {
        let settings = try AuthSettings(
            id: login,
            values: [
                ["Grant Type"]: "Client Credentials", ["Token URL"]: "http://login.test/token", ["Client ID"]: "me",
                ["Scope"]: "read",
            ])
        return KeptToken(
            OAuth2Token(accessToken: "s3cret-\(login)", expires: expires, obtained: 0), settings, root: "/c", path: nil)
    }

    @Test func `tokens are listed without themselves, shown when asked for, and forgotten`() throws {
        let robot = Robot(100, 30)
        robot.press(":")
        for character in "tokens" { robot.press(.character(character)) }
        robot.press(.enter)
        #expect(robot.takeNames().contains("readTokens"))
        #expect(robot.screen.contains("Reading the tokens."))
        let tokens = [try token("shop", expires: 160), try token("old", expires: 50)]
        robot.tell(.tokensRead(tokens, seconds: 100))
        #expect(robot.screen.contains("60 s left"))
        #expect(robot.screen.contains("expired"))
        #expect(robot.screen.contains("login.test:80"))
        #expect(!robot.screen.contains("s3cret"))
        robot.press(" ")
        #expect(robot.screen.contains("s3cret-shop"))
        robot.press("j")
        #expect(!robot.screen.contains("s3cret"))
        robot.press("D")
        #expect(robot.takeNames().contains("forgetTokens old"))
        robot.tell(.tokensRead([], seconds: 100))
        #expect(robot.screen.contains("No token was asked for yet."))
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `a click shows another token only when it is asked for, and on the details selects none`() throws {
        let robot = Robot(100, 30)
        robot.choose("Tokens")
        let tokens = try (1...40).map { try token($0 < 10 ? "t0\($0)" : "t\($0)", expires: nil) }
        robot.tell(.tokensRead(tokens, seconds: 100))
        robot.press(" ")
        #expect(robot.screen.contains("s3cret-t01"))
        robot.click(robot.dialogContent.x + 2, robot.dialogContent.y + 1)
        #expect(!robot.screen.contains("s3cret"), "\(robot.screen)")
        robot.press(" ")
        #expect(robot.screen.contains("s3cret-t02"))
        for text in ["Scope", "s3cret-t02"] {
            robot.click(on: text)
            #expect(robot.screen.contains("s3cret-t02"), "\(robot.screen)")
        }
    }

    @Test func `a token that comes before the selected one is neither selected nor shown in its place`() throws {
        let robot = Robot(100, 30)
        robot.choose("Tokens")
        let (old, shop) = (try token("old", expires: 50), try token("shop", expires: 160))
        robot.tell(.tokensRead([shop], seconds: 100))
        robot.press(" ")
        #expect(robot.screen.contains("s3cret-shop"))
        var renewed = shop
        renewed.secret = "n3w-shop"
        renewed.expires = 900
        robot.tell(.tokensRead([old, renewed], seconds: 100))
        #expect(robot.screen.contains("n3w-shop") && !robot.screen.contains("s3cret"), "\(robot.screen)")
        robot.tell(.tokensRead([old], seconds: 100))
        #expect(!robot.screen.contains("s3cret"), "\(robot.screen)")
        robot.tell(.tokensRead([old, shop], seconds: 100))
        robot.press("j", "R")
        _ = robot.take()
        robot.tell(.tokensRead([shop, old], seconds: 100))
        robot.press("D")
        #expect(robot.takeNames().contains("forgetTokens shop"))
    }

    @Test func `a login that fails ends in the response pane with its category, one that is cancelled in the footer`() {
        for (category, words) in [(ErrorCategory.clientError, "client-error"), (.cancelled, "Sign-in cancelled")] {
            let robot = Robot(120, 30)
            robot.press(.down, .down, .enter)
            robot.press("s")
            guard case .resolve(let job)? = robot.take().last(where: { if case .resolve = $0 { true } else { false } })
            else {
                Issue.record("nothing was resolved")
                return
            }
            let error = EngineError(category: category, sentence: "Login shop: no.", hint: "Look.")
            let exchange = Exchange(
                id: ExchangeID(rawValue: 0), draft: RequestDraft(url: "http://x.test/"),
                startedAt: Timestamp(microsecondsSince1970: 1_795_255_200_000_000), hops: [], timings: PhaseTimings(),
                error: error)
            robot.tell(
                .resolved(job, .notLoggedIn(exchange, uses: []), id: ExchangeID(rawValue: 5)))
            #expect(robot.screen.contains(words), "\(robot.screen)")
            #expect(robot.inFlight.isEmpty)
            #expect(!robot.takeNames().contains { $0.hasPrefix("send ") })
        }
    }
}
