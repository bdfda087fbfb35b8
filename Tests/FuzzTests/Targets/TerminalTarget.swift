import Base

@testable import TerminalUI

/// What a terminal sends: keys, mouse, pastes and reports in any order, cut anywhere. It ends, and no byte acts twice.
enum TerminalTarget {
    static func fault(_ bytes: [UInt8]) -> String? {
        let pieces = bytes.split(separator: 0xFF, omittingEmptySubsequences: false).map { Array($0) }
        let source = FuzzedInput(pieces)
        var decoder = InputDecoder()
        var events = 0
        var characters = 0
        repeat {
            while let event = decoder.next(from: source) {
                events += 1
                if case .paste(let text) = event { characters += text.unicodeScalars.count }
                if events > 2 * source.count + 10 { return "\(events) events for \(source.count) bytes" }
            }
        } while source.arrive()
        if characters > 2 * source.count { return "\(characters) pasted characters of \(source.count) bytes" }
        return characterFault(bytes)
    }

    /// All bytes as they are, at once: a string makes the same characters of them.
    private static func characterFault(_ bytes: [UInt8]) -> String? {
        // The code breaks off what is incomplete, as the end of a string does.
        let key: Int32 = 258
        var rest = (bytes.map { Int32($0) } + [key])[...]
        var assembler = InputAssembler()
        var inputs: [RawInput] = []
        while let input = assembler.next(read: { rest.popFirst() ?? -1 }, waitForMore: { false }) {
            inputs.append(input)
        }
        let wanted = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { RawInput.scalar($0) }
        return inputs == wanted + [.code(key)] ? nil : "\(inputs.count) inputs, not the \(wanted.count) of a string"
    }
}

/// Pieces that arrive one after the other, the next one a second later.
final class FuzzedInput: RawInputSource {
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    let count: Int
    private var assembler = InputAssembler()
    private var later: ArraySlice<[Int32]>
    private var here: ArraySlice<Int32> = []

    init(_ pieces: [[UInt8]]) {
        let inputs = pieces.map { piece in
            // These, which UTF-8 does not have, stand for a key code of curses.
            piece.map { $0 >= 0xF8 ? Int32(258 + piece.count % 300) : Int32($0) }
        }
        count = inputs.reduce(0) { $0 + $1.count }
        later = inputs[...]
    }

    func arrive() -> Bool {
        guard let next = later.popFirst() else { return false }
        now = now + .seconds(1)
        here += next
        return true
    }

    func read() -> RawInput? { assembler.next(read: { here.popFirst() ?? -1 }, waitForMore: waitForMore) }
    func waitForMore() -> Bool { false }
    func paste() -> InputEvent { .paste("") }
    func event(forCode code: Int32) -> InputEvent? { CursesKeys.key(forCode: code).map { .key($0) } }
}
