import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import Import

/// Reads texts by one reader.
struct ReaderProbe {
    let reader: any ImportReader.Type

    func read(_ files: [(path: String, text: String)]) throws(ImportError) -> ImportedCollection {
        let source = ImportSource(
            name: "source", files: files.map { ImportSource.File(path: $0.path, bytes: Array($0.text.utf8)) })
        return try reader.read(source) { _ in }
    }

    func read(_ path: String, _ text: String) throws(ImportError) -> ImportedCollection { try read([(path, text)]) }

    func recognises(_ path: String, _ text: String) -> ImportRecognition {
        reader.recognises(ImportSource(name: path, bytes: Array(text.utf8)))
    }

    /// The error of a text that cannot be read.
    func error(_ path: String, _ text: String) -> String? {
        do throws(ImportError) {
            _ = try read(path, text)
            return nil
        } catch { return error.description }
    }

    /// Reads texts that are a good one with bytes changed, cut and repeated: whatever comes, it ends without a crash.
    func fuzz(_ path: String, _ text: String, times: Int = 400, seed: UInt64 = 1) {
        var random = SeededGenerator(seed: seed)
        let original = Array(text.utf8)
        for _ in 0..<times {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.removeSubrange(place...)
                case 3: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
                default: bytes.insert(Array("{}[]\"'`#\n:\\%|".utf8).randomElement(using: &random) ?? 0, at: place)
                }
            }
            let source = ImportSource(name: path, bytes: bytes)
            _ = reader.recognises(source)
            let collection = try? reader.read(source) { _ in }
            // Places are within the text.
            let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).count
            for notice in collection?.notices ?? [] {
                if let place = notice.place { #expect((1...(lines + 1)).contains(place.position.line)) }
                #expect(notice.text.hasSuffix("."))
            }
        }
    }

    /// The steps for a text and for one ten times as long.
    func growth(_ path: String, of count: Int = 150, _ make: (Int) -> String) -> Growth {
        Growth(of: count) { count in
            ImportSource(name: path, bytes: Array(make(count).utf8))
        } _: { source in
            _ = reader.recognises(source)
            _ = try? reader.read(source) { _ in }
        }
    }
}
