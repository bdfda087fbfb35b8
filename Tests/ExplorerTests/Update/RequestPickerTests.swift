import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI

@Suite struct RequestPickerTests {
    @Test func `a request is found by letters of its name and file, shown, and opened`() {
        let robot = Robot(140, 40)
        robot.press("3", .control("o"))
        #expect(robot.screen.contains("┏ Go to "))
        robot.type("crord")
        #expect(robot.dialog.contains { $0.contains("create order") && $0.contains("orders.http") })
        #expect(!robot.dialog.contains { $0.contains("list orders") })
        #expect(robot.screen.contains("POST {{base}}/orders"), "the request is shown beside the list")
        robot.press(.enter)
        #expect(robot.focus == .request && robot.border(.request).contains("create order"))
        #expect(robot.selectedRow()?.contains("create order") == true)
    }

    @Test func `the whole name is found before the same letters elsewhere`() {
        let robot = Robot(
            120, 40, files: [("a.http", "### up\nPOST http://a.test/\n\n### post\nGET http://a.test/\n")])
        robot.press(.control("o"))
        robot.type("post")
        #expect(robot.dialog.first { $0.contains("a.http") }?.contains("GET") == true, "\(robot.screen)")
    }

    @Test func `a shorter text finds again what a longer one left out`() {
        let robot = Robot(120, 40, files: [("a.http", "### one\nGET http://h/\n\n### other\nGET http://h/\n")])
        robot.press(.control("o"))
        func found() -> [String] { ["one", "other"].filter { name in robot.dialog.contains { $0.contains(name) } } }
        robot.type("on")
        #expect(found() == ["one"])
        robot.press(.backspace)
        #expect(found() == ["one", "other"])
    }

    @Test(arguments: [
        ("/svc/19?q", "nineteen"), ("127.0.0.1", "nineteen"), ("r_19", "nineteen"), ("QUERY product", "products"),
        ("mut", "setStock"), ("127 nine", "nineteen"),
    ])
    func `a request is found by a part of its URL, the name of others for it, and its method as the list shows it`(
        typed: String, found: String
    ) {
        let robot = Robot(
            120, 40,
            files: [
                ("a.http", "### nineteen\n# @name r_19\nGET http://127.0.0.1/svc/19?q=1\n\n### other\nGET http://h/\n"),
                (
                    "g.http",
                    "### products\nGRAPHQL http://h/g\n\nquery { products { id } }\n\n### setStock\n"
                        + "GRAPHQL http://h/g\n\nmutation { setStock(id: 1) { id } }\n"
                ),
            ])
        robot.press(.control("o"))
        robot.type(typed)
        let rows = robot.dialog.filter { $0.contains("a.http") || $0.contains("g.http") }
        #expect(rows.count == 1 && rows[0].contains(found), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.border(.request).contains(found))
    }

    @Test func `the best of more requests than are listed is the first`() {
        let names = (0..<600).map { "list of things \($0)" } + ["list"]
        let text = names.enumerated().map { "### \($1)\nGET http://h/\($0)\n" }.joined(separator: "\n")
        let robot = Robot(120, 40, files: [("a.http", text)])
        robot.press(.control("o"))
        robot.type("list")
        #expect(robot.row(robot.dialogContent.y - 1).contains("601"), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.openTarget == "http://h/600")
    }

    @Test func `the filter of the tree finds the words that the tree shows for methods`() {
        let text = "### products\nGRAPHQL http://h/g\n\nquery { products { id } }\n\n### other\nGET http://h/\n"
        for typed in ["QUERY products", "graphql prod"] {
            let robot = Robot(files: [("g.http", text)])
            robot.press("/")
            robot.type(typed)
            #expect(robot.inside(.collections).contains { $0.contains("QUERY products") }, "\(robot.screen)")
            #expect(!robot.inside(.collections).contains { $0.contains("other") })
        }
    }

    @Test func `a file is a place to go to, also out of a filter and of a closed folder`() {
        let robot = Robot(100, 30)
        robot.press("&", "/")
        robot.type("list")
        robot.press(.enter, .control("o"))
        robot.type("users")
        robot.press(.enter)
        #expect(robot.focus == .collections || robot.border(.request).contains("me"))
        #expect(robot.inside(.collections).contains { $0.contains("users.http") })
    }

    @Test func `requests used last are in front, and Esc changes nothing`() {
        let robot = Robot(120, 40)
        robot.press("j", "j", .enter, "1", "g")
        let before = robot.border(.request)
        robot.press(.control("o"))
        #expect(robot.dialog.first { $0.contains("GET") || $0.contains("DEL") || $0.contains("POST") } != nil)
        robot.type("no such request")
        #expect(robot.screen.contains("Nothing matches."))
        robot.press(.enter, .escape)
        #expect(!robot.hasDialog && robot.border(.request) == before)
    }

    @Test func `a paste and a click find and choose`() {
        let robot = Robot(120, 40)
        robot.press(.control("o"))
        robot.paste("remove")
        let list = robot.dialogContent
        robot.click(list.x + 3, list.y)
        #expect(!robot.hasDialog && robot.border(.request).contains("remove"))
    }
}

@Suite struct FuzzyMatchTests {
    private func score(_ typed: String, _ text: String) -> Int? { FuzzyMatch(typed).score(Array(text.utf8)) }

    @Test(arguments: [
        ("gor", "get order"), ("GO", "GET Order"), ("or cr", "create orders"), ("é", "café"), ("", "anything"),
        ("users", "GET me  api/users.http"),
    ])
    func `letters in their order are found, word by word`(typed: String, text: String) {
        #expect(score(typed, text) != nil)
    }

    @Test(arguments: [("rog", "get order"), ("O", "order"), ("orderss", "orders"), ("a", "")])
    func `other letters, or another order of them, are not`(typed: String, text: String) {
        #expect(score(typed, text) == nil)
    }

    @Test func `what is typed fits better at the beginning of words, and without gaps`() throws {
        for (typed, better, worse) in [
            ("ord", "GET order", "GET record"), ("lo", "list orders", "reload"), ("user", "users", "u s e r"),
            ("ord", "get/order", "getXorder"), ("cO", "createOrder", "creditsOo"),
        ] {
            let (a, b) = (try #require(score(typed, better)), score(typed, worse) ?? .min)
            #expect(a > b, "\(typed): \(better) \(a), \(worse) \(b)")
        }
    }

    @Test(arguments: [
        ("new", Command.addItem), ("copy as curl", .yank), ("collapse all", .foldAll),
        ("side by side", .changeLayout), ("dark", .chooseTheme), ("zom", .zoom), ("duplicate", .cloneItem),
    ])
    func `the palette knows other words, and forgives left-out letters`(typed: String, command: Command) {
        let robot = Robot(120, 40)
        robot.press(":")
        robot.type(typed)
        let selected = robot.dialog.first { $0.hasPrefix("›") }
        #expect(selected?.hasPrefix("›\(command.row?.title ?? "?")") == true, "\(robot.screen)")
    }
}
