import Base
import CommandGuide
import NetEngine

/// `apitui complete SHELL …`: what the completion scripts ask. It reads what is needed and nothing else; it never writes, waits or
/// opens the network, and says nothing where it cannot help.
struct CompletionReply {
    private static let command = "complete"

    let program: CommandNode
    /// Values that flags know by themselves.
    let lists: [CompletionKind: [CompletionCandidate]]

    /// What is to be printed; nil if the arguments ask for something else.
    /// - Parameter arguments: of the program, without its name: `complete bash LINE BREAKS`, or `complete zsh WORD… WORD`, of which the
    ///   last one is under the cursor.
    func text(_ arguments: [String]) -> String? {
        guard arguments.count > 2, arguments[0] == Self.command, let shell = Shell(rawValue: arguments[1]) else {
            return nil
        }
        var words = Array(arguments.dropFirst(2))
        let line: ShellWords?
        let word: String
        if shell == .bash {
            let read = ShellWords(line: words[0], breaks: words.count > 1 ? words[1] : "")
            // `NAME=value apitui …` begins with variables.
            words = Array(read.before.drop { $0.contains(bytes: "=") && !$0.hasPrefix("-") }.dropFirst())
            (line, word) = (read, read.last)
        } else {
            let last = words.removeLast()
            (line, word) = (nil, shell == .fish ? ShellWords(line: last).last : last)
        }
        let completion = CommandCompletion(program) { kind, context in
            lists[kind] ?? CompletionValues(context).candidates(kind)
        }
        return shell.output(completion.result(after: words, word), line)
    }
}
