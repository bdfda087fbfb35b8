import Base
import NetEngine
import Pattern
import TestSupport

@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace
@testable import apitui

/// Lines of `apitui batch`, as text.
enum BatchReading {
    static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        for line in bytes.split(separator: 10).map(Array.init) {
            var reader = BatchRequestReader(line, 0..<line.count)
            do throws(BatchLineError) {
                let request = try reader.read()
                text += "id \(String(decoding: request.id, as: UTF8.self))\n" + Printed(request.draft).text
            } catch {
                text +=
                    "\(error.id.map { String(decoding: $0, as: UTF8.self) } ?? "-") \(Printed.escaped(error.text)). \(error.hint)\n"
            }
            if !reader.unknownNames.isEmpty { text += "unknown \(reader.unknownNames)\n" }
        }
        return text
    }
}

/// What a terminal sends, as events.
enum TerminalReading {
    static func text(_ bytes: [UInt8]) -> String {
        let source = FuzzedInput(bytes.split(separator: 0xFF, omittingEmptySubsequences: false).map { Array($0) })
        var decoder = InputDecoder()
        var text = ""
        repeat {
            while let event = decoder.next(from: source) { text += Printed.escaped("\(event)") + "\n" }
        } while source.arrive()
        return text
    }
}
