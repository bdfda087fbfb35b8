import Foundation

/// A mutation of a file that was drawn, and its number.
struct NumberedMutation {
    let number: Int
    let file: SourceFile
    let mutation: Mutation
    let line: Int
}

/// Draws mutations at random by their weights: at most one on a line and three in a function, and none inside another.
struct Sampling {
    private static let perFunction = 3

    private struct Candidate {
        let file: SourceFile
        let mutation: Mutation
        let line: Int
        let key: Double
    }

    /// What is taken of a file.
    private struct Taken {
        var lines: Set<Int> = []
        var functions: [Int: Int] = [:]
        var ranges: [Range<Int>] = []

        /// Whether the mutation is apart from all others; then it is taken as well.
        mutating func take(_ mutation: Mutation, line: Int) -> Bool {
            let range = mutation.range
            guard !lines.contains(line), functions[mutation.function, default: 0] < Sampling.perFunction,
                !ranges.contains(where: { $0.lowerBound <= range.upperBound && range.lowerBound <= $0.upperBound })
            else { return false }
            lines.insert(line)
            functions[mutation.function, default: 0] += 1
            ranges.append(range)
            return true
        }
    }

    private let candidates: [Candidate]
    var possible: Int { candidates.count }

    /// - Parameter seed: the same one always draws the same mutations of the same files.
    init(of files: [SourceFile], seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        var candidates: [Candidate] = []
        for file in files {
            for mutation in file.mutations {
                // The largest keys are a sample without replacement by weights (Efraimidis and Spirakis, 2006).
                let key = pow(Double.random(in: 0..<1, using: &generator), 1 / mutation.weight)
                let line = file.line(at: mutation.range.lowerBound)
                candidates.append(Candidate(file: file, mutation: mutation, line: line, key: key))
            }
        }
        self.candidates = candidates.sorted { $0.key > $1.key }
    }

    /// Numbered from 1 in the order of the files. Fewer than `count` if there is no room for more.
    func draw(_ count: Int) -> [NumberedMutation] {
        var taken: [String: Taken] = [:]
        var drawn: [Candidate] = []
        for candidate in candidates where drawn.count < count {
            if taken[candidate.file.path, default: Taken()].take(candidate.mutation, line: candidate.line) {
                drawn.append(candidate)
            }
        }
        drawn.sort { ($0.file.path, $0.line) < ($1.file.path, $1.line) }
        return drawn.enumerated().map { index, candidate in
            NumberedMutation(
                number: index + 1, file: candidate.file, mutation: candidate.mutation, line: candidate.line)
        }
    }
}

/// SplitMix64: the system's generator cannot be given a seed.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
