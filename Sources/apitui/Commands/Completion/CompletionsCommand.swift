import ArgumentParser
import Base
import CommandGuide

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Prints the script with which a shell completes apitui's arguments.",
        discussion: """
            It completes commands, flags and values: files and the requests in them after FILE#, environments, tags, kinds of \
            reports, recorded runs, cached URLs, words of log filters, operations of descriptions, themes. The script asks the \
            program each time, so it needs no update.

            Where it goes:
              bash   apitui completions bash > ~/.local/share/bash-completion/completions/apitui
              zsh    apitui completions zsh > FOLDER/_apitui, where FOLDER is one of $fpath
              fish   apitui completions fish > ~/.config/fish/completions/apitui.fish

            Without the package bash-completion, put 'source <(apitui completions bash)' into ~/.bashrc.

            Examples:
              source <(apitui completions bash)
              apitui completions fish | source
            """)

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var shell: Shell

    func run() throws { StandardStreams.live.writeBytes(Array(shell.script(of: "apitui").utf8)) }
}

extension Shell: ExpressibleByArgument {}
