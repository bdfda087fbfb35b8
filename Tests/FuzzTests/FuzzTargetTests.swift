import Foundation
import TestSupport
import Testing

/// The corpus of the fuzzers, each file as it is and with a few mutations: what libFuzzer found once stays found, and the targets
/// themselves stay true without it.
///
/// `FUZZ_SECONDS=n` mutates on for so long for each target, with a fresh seed that is printed; `FUZZ_SEED=n` begins with that one,
/// and `FUZZ_TARGET=name` takes that target alone, or several, with spaces between them.
@Suite struct FuzzTargetTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    private static func corpus(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, Array(try Data(contentsOf: folder.appending(path: name))))
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `each file of the corpus is read as the target demands`(target: FuzzTarget) throws {
        let corpus = try Self.corpus(target)
        #expect(corpus.count >= 2)
        for (name, bytes) in corpus { #expect(target.fault(bytes) == nil, "\(target.rawValue)/\(name)") }
    }

    @Test(.longComputation, arguments: FuzzTarget.allCases)
    func `mutations of the corpus are read as the target demands`(target: FuzzTarget) throws {
        let corpus = try Self.corpus(target)
        for (index, (name, bytes)) in corpus.enumerated() {
            var random = SeededGenerator(seed: UInt64(index))
            for round in 0..<6 {
                let other = corpus[(index + round) % corpus.count].bytes
                let changed = Self.mutation(of: bytes, with: other, &random)
                #expect(
                    target.fault(changed) == nil,
                    "\(target.rawValue)/\(name), round \(round): \(Data(changed).base64EncodedString())")
            }
        }
    }

    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    /// Each input has a seed of its own, one more than that of the input before: the one that fails is repeated alone.
    @Test(
        .enabled(if: FuzzTargetTests.variable("FUZZ_SECONDS") != nil), .longComputation, arguments: FuzzTarget.allCases)
    func `random inputs are read as the target demands, for a while`(target: FuzzTarget) throws {
        let wanted = Self.variable("FUZZ_TARGET")?.split(separator: " ").map(String.init)
        if let wanted, !wanted.contains(target.rawValue) { return }
        let seconds = Self.variable("FUZZ_SECONDS").flatMap(Double.init) ?? 0
        let first = Self.variable("FUZZ_SEED").flatMap(UInt64.init) ?? UInt64(UInt32.random(in: 0 ... .max))
        // Before anything is read: a crash says no more than that.
        print("fuzz: \(target.rawValue) FUZZ_SEED=\(first)")
        let corpus = try Self.corpus(target).map(\.bytes)
        let end = ContinuousClock.now + .milliseconds(Int(seconds * 1000))
        var seed = first
        repeat {
            var random = SeededGenerator(seed: seed)
            let bytes = corpus.randomElement(using: &random) ?? []
            let other = corpus.randomElement(using: &random) ?? []
            let changed = Self.mutation(of: bytes, with: other, &random)
            if let fault = target.fault(changed) {
                let input = Data(changed).base64EncodedString()
                // Escaped: the runner's line ends at a NUL.
                Issue.record(
                    "\(target.rawValue): \(fault.debugDescription); FUZZ_SEED=\(seed) FUZZ_SECONDS=0 repeats it: \(input)"
                )
                return
            }
            seed &+= 1
        } while ContinuousClock.now < end
        print("fuzz: \(target.rawValue) \(seed &- first) inputs")
    }

    private static func mutation(of bytes: [UInt8], with other: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...20, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes.removeSubrange(place...)
            case 4: bytes.insert(contentsOf: other.dropFirst(place).prefix(40), at: place)
            default: bytes.insert(Array("{}[]\"'`#\n:\\%|\r\t\0".utf8).randomElement(using: &random) ?? 0, at: place)
            }
        }
        return bytes
    }
}
