import Base
import Foundation
import HTTPFormat
import NetEngine
import TestSupport

@testable import Import

/// The small readers of other tools' files, and the small writers of what is made of them, as text: a section of the cases is named for
/// one of them, and each line is read by it.
enum ImportPartReading {
    static func text(_ name: String, _ text: String) -> String {
        switch name {
        case "Postman scripts": script(text)
        case "Postman texts": postman(text)
        case "Bruno assertions": assertion(text)
        case "response paths": path(text)
        case "Hurl asserts": imported("GET http://a.test\nHTTP 200\n[Asserts]\n\(text)\n")
        case "Hurl captures": imported("GET http://a.test\nHTTP 200\n[Captures]\n\(text)\n")
        case "Hurl options": imported("GET http://a.test\n[Options]\n\(text)\nHTTP 200\n")
        case "Hurl requests": imported(text)
        case "Insomnia texts": insomnia(text)
        case "archive times": "\(HARTime.seconds(text).map { "\($0)" } ?? "-")\n"
        case "file names": fileNames(text)
        case "titles": "\(PlainWords.title(text).map(Printed.quoted) ?? "-")\n"
        case "comments": PlainWords.comment(text, mostLines: 3).map { "| \(Printed.escaped($0))\n" }.joined()
        case "references": references(text)
        case "request URLs":
            [RequestLineText.url(text), RequestLineText.oneLine(text)].map { Printed.escaped($0) + "\n" }.joined()
        case "names in lines": names(text)
        case "captures": "\(CaptureLine.script(variable: "v", expression: text) ?? "-")\n"
        default: pathVariables(text)
        }
    }

    private static func script(_ text: String) -> String {
        let script = PostmanScript(text)
        var found = script.checks.map { "check \($0)\n" }.joined()
        found += script.captures.map { "\($0.variable) = \($0.expression)\n" }.joined()
        found += "\(script.isEmpty ? "empty" : script.isWhole ? "whole" : "in part")"
        let names = ScriptTokens(text).setNames
        return found + (names.isEmpty ? "\n" : ", sets \(names)\n")
    }

    private static func postman(_ text: String) -> String {
        let translated = PostmanText.translated(text)
        let unknown = PostmanText.unknown(in: Array(text.utf8)[...])
        return "\(translated)\(unknown.isEmpty ? "" : ", unknown \(unknown)")"
            + "\(PostmanText.isApproximate(text) ? ", approximate" : "")\n"
    }

    private static func assertion(_ text: String) -> String {
        let parts = text.components(separatedBy: ": ")
        let checks = BrunoAssertion(name: parts[0], value: parts.dropFirst().joined(separator: ": ")).checks
        return checks.map { $0.map { "\($0)\n" }.joined() } ?? "none\n"
    }

    private static func path(_ text: String) -> String {
        guard let path = ResponsePath(text, root: "res") else { return "none\n" }
        return "\(path.checkSubject) | \(path.reference ?? "-")\n"
    }

    /// The file that is made of a text, and the notices.
    private static func imported(_ text: String) -> String {
        do throws(ImportError) {
            let source = try Importer.source(name: "a.hurl", bytes: Array(text.utf8))
            let files = try Importer.files(of: source, as: .hurl)
            return files.files.map { file in
                let lines = file.bytes.split(separator: 10).map { Printed.escaped(String(decoding: $0, as: UTF8.self)) }
                    .filter { !$0.hasPrefix("### ") && !$0.hasPrefix("# @name ") }
                let head = file.path.hasSuffix(".http") ? "" : "== \(file.path)\n"
                return head + lines.map { "| \($0)\n" }.joined()
            }.joined() + files.notices.map { "\($0.severity) \($0.text)\n" }.joined()
        } catch { return "\(error.description)\n" }
    }

    private static func insomnia(_ text: String) -> String {
        var (reader, notices) = (InsomniaText(requests: ["req_1": "Log in", "req_2": "b"]), NoticeList())
        let translated = reader.translated(text, at: nil, &notices)
        return "\(Printed.escaped(translated)) \(reader.takeDependencies())\n"
            + notices.all.map { "\($0.severity) \($0.text)\n" }.joined()
    }

    private static func fileNames(_ text: String) -> String {
        var names = SafeFileName(taken: ["taken.http"])
        let made = (0..<3).map { _ in names.unique(text, ending: ".http", else: "standard") }
        return "\(SafeFileName.safe(text).map(Printed.quoted) ?? "-") \(made.map(Printed.escaped))\n"
    }

    private static func references(_ text: String) -> String {
        var names = ReferenceNames(taken: ["ok", "not ok", "a.b"])
        let written = names.text(text, local: ["local": "other"])
        let again = names.text(text)
        return "\(Printed.escaped(written))\(again == written ? "" : " | \(Printed.escaped(again))")"
            + " \(ReferenceNames.references(in: text)) \(TemplateText.references(in: text)) \(ReferenceNames.isValid(text))\n"
    }

    private static func names(_ text: String) -> String {
        let words: [(String, Bool)] = [
            ("method", RequestLineText.isMethod(text)), ("header", RequestLineText.isHeaderName(text)),
            ("remark", RequestLineText.isRemark(text, "x")),
            ("remark by its value", RequestLineText.isRemark("x", text)),
        ]
        let facts = words.filter(\.1).map(\.0).joined(separator: ", ")
        let quoted = Printed.escaped(NoticeList.quoted(text))
        return "\(facts) | \(CheckText.escaped(text)) \(CheckText.couldBeOfOtherType(text)) \(quoted)\n"
    }

    private static func pathVariables(_ text: String) -> String { PathVariables.replaced(text, ["id", "name"]) + "\n" }
}
