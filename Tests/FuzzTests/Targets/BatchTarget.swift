import Base
import NetEngine

#if LIBFUZZER
    @testable import BatchInput
#else
    @testable import apitui
#endif

/// Lines of `apitui batch`: the same lines however the bytes arrive, and each a request or an error with words.
enum BatchTarget {
    static func fault(_ bytes: [UInt8]) -> String? {
        let whole = lines(bytes, piece: max(1, bytes.count))
        let pieces = lines(bytes, piece: 1 + bytes.count % 7)
        guard whole == pieces else { return "\(whole.count) lines at once, \(pieces.count) in pieces" }
        var memo = BatchOptionsMemo()
        for line in whole {
            var reader = BatchRequestReader([1, 2] + line + [3], 2..<2 + line.count, memo: memo)
            do throws(BatchLineError) {
                let request = try reader.read()
                var alone = BatchRequestReader(line, 0..<line.count)
                guard let same = try? alone.read(), same.draft == request.draft else {
                    return "the options of the line before changed the request"
                }
            } catch {
                if error.text.isEmpty || !error.hint.hasSuffix(".") { return "an error without words: \(error.text)" }
            }
            memo = reader.memo
        }
        return nil
    }

    private static func lines(_ bytes: [UInt8], piece: Int) -> [[UInt8]] {
        var splitter = BatchLines(maxLength: 1000)
        var found: [[UInt8]] = []
        func take(_ isAtEnd: Bool) {
            while let line = splitter.next(isAtEnd: isAtEnd) {
                switch line {
                case .whole(let range), .tooLong(let range): found.append(Array(splitter.bytes[range]))
                }
            }
        }
        for start in stride(from: 0, to: bytes.count, by: piece) {
            splitter.append(bytes[start..<min(bytes.count, start + piece)])
            take(false)
        }
        take(true)
        return found
    }
}
