import ArgumentParser
import CommandGuide

extension RequestReference {
    private static let commands: [any ParsableCommand.Type] = [SendCommand.self, ExportCommand.self]

    /// The arguments of the program with `-#NAME` or `-:LINE` of standard input after `--`, because the parser would take it for
    /// flags. The value of an option, as in `-d -#x`, stays where it is.
    static func arguments(_ words: [String]) -> [String] {
        let own = words.prefix { $0 != "--" }
        guard own.contains(where: isInStandardInput),
            let command = commands.first(where: { $0._commandName == words.first })
        else { return words }
        let options = Set(CommandNode(command).arguments().filter { $0.kind == .option }.flatMap(\.names))
        let place = own.indices.dropFirst().first { isInStandardInput(own[$0]) && !options.contains(own[$0 - 1]) }
        guard let place else { return words }
        let others = own[..<place] + own[(place + 1)...]
        return others + ["--", own[place]] + words[own.endIndex...].dropFirst()
    }

    private static func isInStandardInput(_ word: String) -> Bool { word.hasPrefix("-#") || word.hasPrefix("-:") }
}
