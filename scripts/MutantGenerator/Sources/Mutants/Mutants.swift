import Foundation

/// `Mutants ORIGINALS RESULT COUNT SEED DROPPED TARGET…`: puts mutations behind switches.
///
/// Reads the sources of the targets below the folder ORIGINALS, draws COUNT mutations, writes the files below the folder
/// RESULT, and prints a row for each mutation. Those whose numbers are in the file DROPPED are drawn, but not written:
/// the others keep their numbers.
@main struct Mutants {
    struct Failure: Error { let sentence: String }

    let originals: String
    let result: String
    let count: Int
    let seed: UInt64
    let dropped: Set<Int>
    let targets: [String]

    init(arguments: [String]) throws {
        guard arguments.count >= 6 else {
            throw Failure(sentence: "The arguments are ORIGINALS RESULT COUNT SEED DROPPED TARGET and more targets.")
        }
        guard let count = Int(arguments[2]), count >= 0 else {
            throw Failure(sentence: "The count must be a whole number, 0 or more, and is \(arguments[2]).")
        }
        guard let seed = UInt64(arguments[3]) else {
            throw Failure(sentence: "The seed must be a whole number, 0 or more, and is \(arguments[3]).")
        }
        guard let numbers = try? String(contentsOfFile: arguments[4], encoding: .utf8) else {
            throw Failure(sentence: "The file of dropped numbers, \(arguments[4]), cannot be read.")
        }
        (originals, result) = (arguments[0], arguments[1])
        (self.count, self.seed) = (count, seed)
        dropped = Set(numbers.split(whereSeparator: \.isWhitespace).compactMap { Int($0) })
        targets = arguments[5...].sorted()
    }

    func run() throws {
        let files = try targets.flatMap { target in
            let files = try SourceFile.files(of: target, below: originals)
            guard !files.isEmpty else { throw Failure(sentence: "The target \(target) has no Swift files.") }
            return files
        }
        let sampling = Sampling(of: files, seed: seed)
        let drawn = sampling.draw(count)
        let written = Dictionary(grouping: drawn.filter { !dropped.contains($0.number) }) { $0.file.path }
        for file in files { try file.write(with: written[file.path] ?? [], below: result) }
        for item in drawn { print(item.row) }
    }

    static func main() {
        do {
            try Mutants(arguments: Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            let sentence = (error as? Failure)?.sentence ?? error.localizedDescription
            FileHandle.standardError.write(Data("Mutants: \(sentence)\n".utf8))
            exit(1)
        }
    }
}
