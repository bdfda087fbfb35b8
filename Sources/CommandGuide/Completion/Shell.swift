import Base

/// A shell whose users get completion: the script for it, and the form in which it takes what may be typed.
///
/// The scripts know nothing of the commands: they ask the program, so that they fit every version of it. Nothing that is offered is
/// evaluated by the shell.
package enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish

    /// The lines that its script reads.
    /// - Parameter words: the line of bash; nil for the others.
    package func output(_ result: CompletionResult, _ words: ShellWords? = nil) -> String {
        switch result {
        case .files(let count): return "files\t\(count)\n"
        case .folders(let count): return "folders\t\(count)\n"
        case .candidates(let all):
            let lines = all.map { candidate -> String in
                let help = SafeText(candidate.help.prefix(120)).string
                switch self {
                case .bash: return words?.replacement(candidate.value) ?? candidate.value
                case .zsh: return "\(candidate.isPartial ? "partial" : "whole")\t\(candidate.value)\t\(help)"
                case .fish: return help.isEmpty ? candidate.value : "\(candidate.value)\t\(help)"
                }
            }
            // A shell that puts a space after a word must not do so where the word goes on.
            let first = self == .bash ? [all.contains(where: \.isPartial) ? "partial\t0" : "whole\t0"] : ["words\t0"]
            return (first + lines).map { $0 + "\n" }.joined()
        }
    }

    /// The completion script of a program.
    package func script(of program: String) -> String {
        switch self {
        case .bash: Self.bashScript.replacing("PROGRAM", with: program)
        case .zsh: Self.zshScript.replacing("PROGRAM", with: program)
        case .fish: Self.fishScript.replacing("PROGRAM", with: program)
        }
    }

    private static let bashScript = """
        # Completion of PROGRAM for bash; 'PROGRAM completions bash' prints it.
        _PROGRAM() {
            local line kind
            COMPREPLY=()
            {
                IFS=$'\\t' read -r kind _
                case $kind in
                files) compopt -o default ;;
                folders) compopt -o dirnames ;;
                partial) compopt -o nospace ;;
                esac
                while IFS= read -r line; do COMPREPLY+=("$line"); done
            } < <("${1/#\\~\\//$HOME/}" complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
        }
        # Older versions of bash cannot keep the order.
        complete -o nosort -F _PROGRAM PROGRAM 2>/dev/null || complete -F _PROGRAM PROGRAM

        """

    private static let zshScript = """
        #compdef PROGRAM
        # Completion of PROGRAM for zsh; 'PROGRAM completions zsh' prints it.
        _PROGRAM() {
            local line head
            local -i home=0
            local -a lines parts whole part wholeHelp partHelp
            lines=("${(@f)$("${(Q)words[1]/#\\~\\//$HOME/}" complete zsh "${(@Q)words[2,CURRENT-1]}" \\
                "${(Q)IPREFIX}${(Q)PREFIX}" 2>/dev/null)}")
            head=${lines[1]}
            case ${head%%$'\\t'*} in
            files) [[ ${head#*$'\\t'} != 0 ]] && compset -P '*='; _files; return ;;
            folders) [[ ${head#*$'\\t'} != 0 ]] && compset -P '*='; _files -/; return ;;
            words) ;;
            *) return 1 ;;
            esac
            # The home folder: a tilde that is put in again would be quoted.
            [[ $PREFIX == '~/'* ]] && compset -P '\\~/' && home=1
            for line in "${(@)lines[2,-1]}"; do
                parts=("${(@ps:\\t:)line}")
                (( home )) && parts[2]=${parts[2]#'~/'}
                if [[ ${parts[1]} == partial ]]; then
                    part+=("${parts[2]}") partHelp+=("${parts[2]}${parts[3]:+  -- ${parts[3]}}")
                else
                    whole+=("${parts[2]}") wholeHelp+=("${parts[2]}${parts[3]:+  -- ${parts[3]}}")
                fi
            done
            local result=1
            (( ${#whole} )) && compadd -l -V PROGRAM -d wholeHelp -a whole && result=0
            (( ${#part} )) && compadd -l -V PROGRAM-parts -S '' -d partHelp -a part && result=0
            return result
        }
        if [[ ${funcstack[1]} == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi

        """

    private static let fishScript = """
        # Completion of PROGRAM for fish; 'PROGRAM completions fish' prints it.
        function __PROGRAM_complete
            set -l words (commandline -opc)
            set -l word (commandline -ct)
            set -l lines ($words[1] complete fish $words[2..-1] "$word" 2>/dev/null)
            switch "$lines[1]"
                case 'files*'
                    __fish_complete_path $word
                case 'folders*'
                    __fish_complete_directories $word ''
                case 'words*'
                    test (count $lines) -gt 1; and string join \\n -- $lines[2..-1]
            end
        end
        complete -c PROGRAM -f -k -a '(__PROGRAM_complete)'

        """
}
