import Base
import Foundation
import NetEngine
import TestSupport

@testable import HTTPFormat

/// Edits of request files as text: the lines that differ, or why they are refused.
///
/// A case is a file, a line `%%`, and an edit a line: `REQUEST VERB [PLACE] [TEXT|TEXT]`, or for each request `all` (method, target, title,
/// name, options), `parts` (parameters, headers), `body` or `whole` (copies, moves).
enum EditReading {
    static func parts(_ file: String) throws -> [(name: String, text: String)] {
        try ReadingCases.sections(file).map { name, body in
            let halves = body.components(separatedBy: "\n%%\n")
            let document = HTTPDocument(bytes: ReadingCases.bytes(halves[0] + "\n"))
            let written = halves.count > 1 ? halves[1].split(separator: "\n").map(String.init) : []
            let edits = written.flatMap { document.requests.isEmpty ? [$0] : self.edits($0, of: document) }
            return (name, edits.map { "\($0)\n\(text(of: $0, document))" }.joined())
        }
    }

    /// For each request the edits that a word stands for; the line itself for another line.
    private static func edits(_ line: String, of document: HTTPDocument) -> [String] {
        let last = document.requests.count - 1
        return document.requests.flatMap { request -> [String] in
            let edits: [String]
            switch line {
            case "all":
                edits = [
                    "method PUT", "target http://n.test/?z=1", "title New", "title ", "name fresh", "name ",
                    "comments yes", "comments no", "option timeout|7 s", "option timeout", "option note|", "captures",
                    "curl",
                ]
            case "parts":
                edits =
                    ["addparameter n|v", "addheader N|v"]
                    + request.parameters.indices.flatMap { place in
                        ["parameter \(place) n|v", "removeparameter \(place)", "toggleparameter \(place)"]
                    }
                    + request.headers.indices.flatMap { place in
                        ["header \(place) N|v", "removeheader \(place)", "toggleheader \(place)"]
                    }
            case "body":
                let text = request.body.text.replacing(bytes: "\n", with: "␤")
                edits = ["body {␤}", "body "] + (text.isEmpty ? [] : ["body \(text)␤more", "body more␤\(text)"])
            case "whole":
                edits = ["clone", "remove", "move 0", "move \(last)", "take 0", "take \(last + 1)", "keep", "block"]
            default: return request.index == 0 ? [line] : []
            }
            return edits.map { "\(request.index) \($0)" }
        }
    }

    private static func text(of edit: String, _ document: HTTPDocument) -> String {
        do throws(HTTPDocument.EditRefusal) {
            guard let edited = try apply(edit, to: document) else { return about(edit, document) }
            return difference(document.bytes, edited)
        } catch { return "    \(Printed.escaped(error.sentence))\n" }
    }

    /// What an edit line asks, without an edit.
    private static func about(_ edit: String, _ document: HTTPDocument) -> String {
        let words = edit.split(separator: " ").map(String.init)
        let numbers = words.compactMap { Int($0) }
        if words[1] == "lines" {
            return "    \(Printed.quoted(document.text(ofLines: numbers[1]..<numbers[2])))\n"
        }
        let lines = document.block(ofRequest: numbers[0]).map { String(decoding: $0, as: UTF8.self) }
        let range = document.range(ofRequest: numbers[0]).map { "\($0)" } ?? "-"
        return "    \(range) \(Printed.quoted(lines.joined(separator: "\n")))\n"
    }

    private static func apply(_ edit: String, to document: HTTPDocument) throws(HTTPDocument.EditRefusal) -> [UInt8]? {
        let words = edit.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let (request, verb) = (Int(words[0]) ?? -1, words[1])
        let rest = words.count > 2 ? words[2] : ""
        let space = rest.firstIndex(of: " ") ?? rest.endIndex
        let place = Int(rest[..<space]) ?? -1
        let isPlaced = ["parameter", "header", "define", "replace"].contains(verb)
        let parts = (isPlaced ? String(rest[space...].dropFirst()) : rest).components(separatedBy: "|")
            .map(ReadingCases.text)
        let (first, second) = (parts[0], parts.count > 1 ? parts[1] : "")
        let found: HTTPDocument.Edit?
        switch verb {
        case "method": found = .setMethod(first)
        case "target": found = .setTarget(first)
        case "parameter": found = .setParameter(place, name: first, value: second)
        case "addparameter": found = .addParameter(name: first, value: second)
        case "removeparameter": found = .removeParameter(place)
        case "toggleparameter": found = .toggleParameter(place)
        case "header": found = .setHeader(place, name: first, value: second)
        case "addheader": found = .addHeader(name: first, value: second)
        case "removeheader": found = .removeHeader(place)
        case "toggleheader": found = .toggleHeader(place)
        case "body": found = .setBody(parts.joined(separator: "|"))
        case "title": found = .setTitle(first)
        case "name": found = .setName(first)
        case "comments": found = .setBodyComments(sent: first == "yes")
        case "option":
            found = RequestOption.table.first { $0.key == first }.map { .setOption($0, parts.count > 1 ? second : nil) }
        case "captures": found = .writeCaptures
        case "curl": found = .convertCurl
        default: found = nil
        }
        if let found { return try document.applying(found, toRequest: request).bytes }
        switch verb {
        case "clone": return try document.cloningRequest(request).bytes
        case "remove": return try document.removingRequest(request).bytes
        case "move": return try document.movingRequest(request, to: place).bytes
        case "take": return try document.taking(request, of: document, at: place).bytes
        case "keep": return document.bytes(keeping: request, of: document, with: [("kept", "1")])
        case "add":
            let title = parts.count > 2 ? parts[2] : ""
            return try document.addingRequest(
                method: first, target: second, title: title, at: request < 0 ? .end : .after(request)
            ).bytes
        case "define": return try document.settingDefinition(line: place, to: first).bytes
        case "newdefinition": return try document.addingDefinition(first, value: second).bytes
        case "undefine": return try document.removingDefinition(line: place).bytes
        case "replace": return try document.replacingLines(request..<place, with: first).bytes
        default: return nil
        }
    }

    /// The lines that are gone and those that came, with their numbers; a carriage return is part of its line.
    private static func difference(_ old: [UInt8], _ new: [UInt8]) -> String {
        func lines(_ bytes: [UInt8]) -> [String] {
            bytes.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }
        let difference = lines(new).difference(from: lines(old))
        if difference.isEmpty { return "    nothing\n" }
        return (difference.removals + difference.insertions).map { change in
            switch change {
            case .remove(let place, let line, _): "    -\(place + 1) \(Printed.escaped(line))\n"
            case .insert(let place, let line, _): "    +\(place + 1) \(Printed.escaped(line))\n"
            }
        }.joined()
    }

    // MARK: Merges

    /// A case is three versions of a file, with a line `%%` between them: the common one, mine, theirs.
    static func merges(_ file: String) throws -> [(name: String, text: String)] {
        try ReadingCases.sections(file).map { name, body in
            let versions = "\(body)\n".components(separatedBy: "%%\n").map {
                HTTPDocument(bytes: ReadingCases.bytes($0))
            }
            var text = ""
            for (mine, theirs) in [(1, 2), (2, 1)] {
                switch BlockMerge.merge(base: versions[0], mine: versions[mine], theirs: versions[theirs]) {
                case .merged(let bytes): text += "merged\n" + shown(bytes)
                case .conflict(let conflict):
                    text += "conflict \(conflict.blocks)\nwith mine\n\(shown(conflict.withMine))"
                    text += "with theirs\n\(shown(conflict.withTheirs))"
                }
            }
            return (name, text)
        }
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        bytes.split(separator: 10, omittingEmptySubsequences: false).map {
            "  | \(Printed.escaped(String(decoding: $0, as: UTF8.self)))\n"
        }.joined()
    }
}
