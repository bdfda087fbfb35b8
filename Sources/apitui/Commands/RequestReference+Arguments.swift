import ArgumentParser
import CommandGuide

extension RequestReference {
    /// The arguments of the program with `-#NAME` and `-:LINE` of standard input after `--`, because the parser would take them for
    /// flags. The value of an option, as in `-d -#x`, stays where it is.
    /// - Parameter commands: those that take such a request.
    static func arguments(_ words: [String], of commands: [any ParsableCommand.Type]) -> [String] {
        let own = words.prefix { $0 != "--" }
        guard own.contains(where: isInStandardInput),
            let command = commands.first(where: { $0._commandName == words.first })
        else { return words }
        let options = Set(CommandNode(command).arguments().filter { $0.kind == .option }.flatMap(\.names))
        let places = own.indices.dropFirst().filter { isInStandardInput(own[$0]) && !options.contains(own[$0 - 1]) }
        guard !places.isEmpty else { return words }
        let others = own.indices.filter { !places.contains($0) }
        return others.map { own[$0] } + ["--"] + places.map { own[$0] } + words[own.endIndex...].dropFirst()
    }

    private static func isInStandardInput(_ word: String) -> Bool { word.hasPrefix("-#") || word.hasPrefix("-:") }
}
