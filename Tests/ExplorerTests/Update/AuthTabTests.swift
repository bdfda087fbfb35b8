import Base
import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The Auth tab: keys in, lines of the request and values of environment files out.
@Suite struct AuthTabTests {
    /// A robot on the Auth tab of a request.
    private func robot(_ lines: String = "GET http://h/a", logins: [[String]: String] = [:]) -> Robot {
        let robot = Robot(100, 36, files: [("a.http", "### a\n\(lines)\n")])
        robot.press(.enter)
        var set = EnvironmentSet(names: ["dev"])
        set.files = [.init(path: "/c/http-client.env.json", isPrivate: false)]
        for (path, value) in logins {
            set.security["dev", default: [:]][path] = EnvironmentSet.Variable(
                value: value, reason: nil, file: "/c/http-client.env.json", isPrivate: false,
                path: ["dev", "Security"] + path, line: 4)
        }
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.press("2")
        for _ in 0..<6 where robot.tab != "Auth" { robot.press("]") }
        _ = robot.take()
        return robot
    }

    private func choose(_ kind: String, on robot: Robot) {
        robot.press(.enter)
        robot.click(on: kind)
    }

    @Test func `a kind is chosen, its fields are filled, and the line is there`() {
        let robot = robot()
        #expect(robot.inside(.request).contains { $0.contains("Kind  None") }, "\(robot.screen)")
        choose("Digest", on: robot)
        robot.type("ann")
        robot.press(.tab)
        robot.type("{{pw}}")
        #expect(robot.screen.contains("Written  a.http, a new line"), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.text(of: "a.http").contains("\nAuthorization: Digest ann {{pw}}\n"), "\(robot.screen)")
        #expect(robot.inside(.request)[0].contains("Auth digest"))
        #expect(robot.inside(.request).contains { $0.contains("Password  {{pw}}") }, "\(robot.screen)")
        robot.press("u")
        #expect(!robot.text(of: "a.http").contains("Authorization"))
    }

    @Test func `a secret goes to the private file, and the request names it`() throws {
        let robot = robot()
        choose("Bearer", on: robot)
        robot.type("s3cret-token")
        #expect(!robot.screen.contains("s3cret"))
        #expect(robot.screen.contains("in http-client.private.env.json (new, for you alone)"), "\(robot.screen)")
        robot.press(.enter, .enter)
        #expect(robot.text(of: "a.http").contains("\nAuthorization: Bearer {{token}}\n"))
        let move = try #require(
            robot.take().compactMap { if case .moveSecret(let move) = $0 { move } else { nil } }.first)
        #expect(move.edit.value == "s3cret-token" && move.edit.path == ["dev", "token"] && move.edit.makesFile)
    }

    @Test func `a secret stays in the request if the user wants that`() {
        let robot = robot("GET http://h/a\nX-API-Key: {{old}}")
        #expect(robot.inside(.request)[0].contains("Auth api key"))
        robot.press("j", "j", .enter)
        for _ in 0..<7 { robot.press(.backspace) }
        robot.type("k-123456")
        robot.press(.tab, .tab, .right)
        #expect(robot.screen.contains("which others may see"), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.text(of: "a.http").contains("\nX-API-Key: k-123456\n"))
        #expect(!robot.takeNames().contains { $0.hasPrefix("moveSecret") })
        #expect(robot.inside(.request).contains { $0.contains("(hidden)") })
    }

    @Test func `a secret that was in the request stays there when something else is changed`() {
        let robot = robot("GET http://h/a\nAuthorization: Basic ann pw-123456")
        robot.press("j", .enter)
        robot.type("a")
        #expect(robot.hasDialog && !robot.screen.contains("Secret goes to"), "\(robot.screen)")
        robot.press(.control("s"))
        #expect(robot.text(of: "a.http").contains("\nAuthorization: Basic anna pw-123456\n"), "\(robot.screen)")
        #expect(!robot.takeNames().contains { $0.hasPrefix("moveSecret") })
    }

    @Test func `an OAuth 2 login is written into the environment, its secret into the private file`() {
        let robot = robot()
        choose("OAuth 2", on: robot)
        for text in ["shop", "", "https://id.test/token", "app", "s3cret-app", "read write"] {
            robot.type(text)
            robot.press(.enter)
        }
        #expect(
            robot.text(of: "a.http").contains("\nAuthorization: Bearer {{$auth.token(\"shop\")}}\n"), "\(robot.screen)")
        #expect(
            robot.takeNames().first
                == "saveLogin dev.Security.Auth.shop.Grant Type = Client Credentials, "
                + "dev.Security.Auth.shop.Token URL = https://id.test/token, dev.Security.Auth.shop.Client ID = app, "
                + "dev.Security.Auth.shop.Client Secret = s3cret-app, dev.Security.Auth.shop.Scope = read write")
    }

    @Test func `u takes a login back as a whole, and U makes it again`() throws {
        func saved(_ robot: Robot) throws -> [EnvironmentFileEdit] {
            try #require(robot.takeSavedLogin())
        }
        let robot = robot()
        choose("OAuth 2", on: robot)
        for text in ["shop", "", "https://id.test/token", "app", "s3cret-app", ""] {
            robot.type(text)
            robot.press(.enter)
        }
        let edits = try saved(robot)
        let files = Set(edits.map { PathText.name(of: $0.file) }).sorted()
        #expect(files.count == 2 && edits.allSatisfy(\.isNew))
        robot.tell(.loginSaved(edits, problem: nil))
        robot.press("u")
        let back = try saved(robot)
        #expect(back.map(\.path) == edits.map(\.path).reversed() && back.allSatisfy(\.isRemoval))
        #expect(back.map(\.expected) == edits.map(\.value).reversed())
        robot.tell(.loginSaved(back, problem: nil))
        let words = files.joined(separator: " and ")
        #expect(robot.toastText == "The login in \(words) is taken back.")
        robot.press("U")
        #expect(try saved(robot) == edits)
        robot.tell(.loginSaved(edits, problem: nil))
        #expect(robot.toastText == "The login in \(words) is made again.")
        // The line of the request is the edit before it.
        robot.press("u")
        robot.tell(.loginSaved(try saved(robot), problem: nil))
        robot.press("u")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n")
    }

    @Test func `a login that is there is shown and changed where it stands`() {
        let robot = robot(
            "GET http://h/a\nAuthorization: Bearer {{$auth.token(\"shop\")}}",
            logins: [
                ["Auth", "shop", "Type"]: "OAuth2", ["Auth", "shop", "Grant Type"]: "Password",
                ["Auth", "shop", "Token URL"]: "https://id.test/token", ["Auth", "shop", "Client ID"]: "app",
                ["Auth", "shop", "Username"]: "ann",
            ])
        #expect(robot.screen.contains("fetched with Password from https://id.test/token"), "\(robot.screen)")
        robot.press("j", .enter, .tab, .tab, .tab)
        robot.type("a")
        robot.press(.control("s"))
        #expect(robot.takeNames().first == "saveLogin dev.Security.Auth.shop.Username = anna")
    }

    @Test func `what is missing is said, and nothing is written`() {
        let robot = robot()
        choose("AWS", on: robot)
        robot.type("id")
        robot.press(.control("s"))
        #expect(robot.hasDialog && robot.screen.contains("Key id and secret key must not be empty."), "\(robot.screen)")
        robot.press(.escape)
        #expect(!robot.hasDialog && !robot.text(of: "a.http").contains("AWS"))
    }

    @Test func `D removes the login`() {
        let robot = robot("GET http://h/a\nAuthorization: Bearer {{t}}")
        robot.press("D")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n")
        robot.press("D")
        #expect(robot.footer.contains("no login of its own"))
    }

    @Test func `a client certificate is written for the environment`() {
        let robot = robot()
        choose("Client certificate", on: robot)
        robot.type("me.pem")
        robot.press(.control("s"))
        #expect(robot.takeNames().first == "saveLogin dev.SSLConfiguration.clientCertificate = me.pem")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n")
    }
}

/// The Options tab: what `# @` lines set, changed in place.
@Suite struct OptionsTabTests {
    private func robot(_ lines: String = "GET http://h/a") -> Robot {
        let robot = Robot(100, 36, files: [("a.http", "### a\n\(lines)\n")])
        robot.press(.enter, "2")
        for _ in 0..<6 where robot.tab != "Options" { robot.press("]") }
        _ = robot.take()
        return robot
    }

    @Test func `a value is typed, shown with its line, and taken back`() {
        let robot = robot()
        #expect(
            robot.inside(.request).contains { $0.contains("timeout") && $0.contains("60 s") && $0.contains("default") })
        #expect(robot.screen.contains("@timeout: The longest time"), "\(robot.screen)")
        robot.press(.enter)
        robot.type("5 s")
        robot.press(.enter)
        #expect(robot.text(of: "a.http") == "### a\n# @timeout 5 s\nGET http://h/a\n")
        #expect(robot.inside(.request).contains { $0.contains("5 s") && $0.contains("line 2") }, "\(robot.screen)")
        robot.press("D")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n")
    }

    @Test func `a value that is not understood stays in the field, with the reason`() {
        let robot = robot()
        robot.press(.enter)
        robot.type("soon")
        robot.press(.enter)
        #expect(robot.footer.contains("A timeout is a number with ms, s or m"), "\(robot.screen)")
        #expect(robot.screen.contains("soon") && robot.text(of: "a.http") == "### a\nGET http://h/a\n")
    }

    @Test func `Space and Enter switch, and walk through choices`() {
        let robot = robot()
        robot.press("j", "j", "j", " ")
        #expect(robot.text(of: "a.http").contains("# @no-redirect\n"), "\(robot.screen)")
        robot.press(.enter)
        #expect(!robot.text(of: "a.http").contains("redirect"))
        robot.press("j", " ", " ")
        #expect(robot.text(of: "a.http").contains("# @cache no-store\n"), "\(robot.text(of: "a.http"))")
        robot.press(.enter, .down, .enter)
        #expect(robot.text(of: "a.http").contains("# @cache reload\n"), "\(robot.text(of: "a.http"))")
        for word in ["no-cache", "force-cache", "only-if-cached"] {
            robot.press(" ")
            #expect(robot.text(of: "a.http").contains("# @cache \(word)\n"), "\(robot.text(of: "a.http"))")
        }
        robot.press(" ")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n", "after the last word comes none")
    }

    @Test func `a pasted value goes into the field, and one that is emptied and saved can be typed again`() {
        let robot = robot()
        robot.press(.enter)
        robot.paste("5 s")
        robot.press(.control("s"))
        #expect(robot.text(of: "a.http") == "### a\n# @timeout 5 s\nGET http://h/a\n")
        robot.press(.control("u"), .control("s"))
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n" && robot.typed?.isEmpty == true)
        robot.type("6 s")
        robot.press(.enter)
        #expect(robot.text(of: "a.http") == "### a\n# @timeout 6 s\nGET http://h/a\n" && robot.typed == nil)
    }
}
