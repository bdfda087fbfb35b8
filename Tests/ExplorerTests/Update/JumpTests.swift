import Foundation
import Testing

@testable import Explorer
@testable import TerminalUI

/// Letters on tabs, the reasons of the palette, the second page of the help, and the kinds of body.
@Suite struct JumpTests {
    @Test func `a letter goes to its tab, a digit to a pane, anything else stays`() throws {
        let robot = Robot()
        robot.press(.enter, "1", "'")
        #expect(robot.footer.contains("A letter goes to its tab"), "\(robot.screen)")
        let row = try #require(robot.inside(.request).first)
        // The letter stands before the tab's name.
        let place = try #require(row.range(of: "Headers")?.lowerBound)
        robot.press(.character(row[row.index(before: place)]))
        #expect(robot.focus == .request && robot.tab == "Headers", "\(robot.screen)")
        robot.press("'", "3")
        #expect(robot.focus == .response && !robot.hasDialog)
        robot.press("'", .escape)
        #expect(robot.focus == .response && !robot.hasDialog)
    }

    @Test func `while the letters are shown the cursor is nowhere`() {
        let robot = Robot()
        let place = robot.frame.selected
        robot.press("'")
        #expect(robot.hasDialog && robot.frame.cursor == nil && robot.frame.selected == nil, "\(robot.screen)")
        robot.press(.escape)
        #expect(robot.frame.selected == place && place != nil)
    }

    @Test func `the header has letters, and a click goes where it is meant`() throws {
        let robot = Robot()
        robot.press("'")
        let row = robot.row(0)
        let place = try #require(row.range(of: "env dev")?.lowerBound)
        robot.press(.character(row[row.index(before: place)]))
        #expect(robot.hasDialog && robot.screen.contains("Environment"), "\(robot.screen)")
        robot.press(.escape, .enter, "'")
        robot.click(on: "Headers")
        #expect(robot.tab == "Headers" && !robot.hasDialog)
    }

    @Test func `the palette says what is in the way of a command, and goes to the pane where one works`() {
        let robot = Robot()
        robot.press(":")
        robot.type("save all")
        #expect(robot.screen.contains("no file has an unsaved edit"), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.footer.contains("Save all: no file has an unsaved edit."))
        robot.press(.enter, "1", ":")
        robot.type("edit url")
        #expect(robot.screen.contains("in Request: Enter goes there first"), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.focus == .request && robot.footer.contains("Enter apply"), "\(robot.screen)")
    }

    @Test func `the help has a second page, which is searched too`() {
        let robot = Robot()
        robot.press("?", .tab)
        #expect(robot.screen.contains("The screen") && robot.screen.contains("Marks"), "\(robot.screen)")
        robot.press("/")
        robot.type("cookies")
        #expect(robot.screen.contains("Nothing matches."))
        robot.press(.escape, .tab)
        #expect(robot.screen.contains("Keys"))
    }

    @Test func `a message goes with the next key`() {
        let robot = Robot()
        robot.press("x")
        #expect(robot.footer.contains("x does nothing"))
        robot.press("j")
        #expect(!robot.footer.contains("does nothing"))
        robot.press("f")
        #expect(
            robot.footer.contains("f does nothing in Collections; F is") || robot.footer.contains("in Response it is"))
    }
}

/// `T`: what the body is.
@Suite struct BodyTypeTests {
    private func robot(_ lines: String) -> Robot {
        let robot = Robot(100, 36, files: [("a.http", "### a\n\(lines)")])
        robot.press(.enter, "2", "T")
        return robot
    }

    @Test(arguments: [
        ("JSON", "Content-Type: application/json\n\n{\n  \n}"),
        ("Form", "Content-Type: application/x-www-form-urlencoded\n\nname=value"),
        ("GraphQL", "Content-Type: application/json\n\nquery {\n  __typename\n}\n\n{}"),
        ("File", "Content-Type: application/octet-stream\n\n< ./body.bin"),
    ]) func `an empty body gets its type and a beginning`(name: String, text: String) {
        let robot = robot("POST http://h/a\n")
        robot.click(on: name)
        #expect(robot.text(of: "a.http").hasPrefix("### a\nPOST http://h/a\n\(text)"), "\(robot.text(of: "a.http"))")
        #expect(robot.tab == "Body")
    }

    @Test(arguments: [
        ("JSON", "json"), ("XML", "xml"), ("Form", "form"), ("Form with files", "multipart"), ("GraphQL", "graphql"),
        ("File", "file"),
    ]) func `the tab names the kind that was chosen`(name: String, word: String) {
        let robot = robot("POST http://h/a\n")
        #expect(robot.screen.contains("multipart/form-data; boundary=boundary "), "media types are whole")
        robot.click(on: name)
        #expect(robot.screen.contains("Body \(word) "), "\(robot.screen)")
    }

    @Test func `a text stays where the type can hold it, and goes with None`() {
        let robot = robot("POST http://h/a\nContent-Type: text/plain\n\nhello\n")
        robot.click(on: "XML")
        #expect(robot.text(of: "a.http") == "### a\nPOST http://h/a\nContent-Type: application/xml\n\nhello\n")
        robot.press("T")
        robot.click(on: "None")
        #expect(!robot.text(of: "a.http").contains("hello") && !robot.text(of: "a.http").contains("Content-Type"))
        robot.press("u")
        #expect(robot.text(of: "a.http") == "### a\nPOST http://h/a\nContent-Type: application/xml\n\nhello\n")
    }

    @Test func `a type of JSON that is written stays`() {
        let robot = robot("POST http://h/a\nContent-Type: application/vnd.api+json\n")
        robot.click(on: "JSON")
        #expect(robot.text(of: "a.http").contains("Content-Type: application/vnd.api+json\n\n{"))
    }
}
