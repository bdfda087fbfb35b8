/// What to do where terminfo on this machine does not know a kind of terminal.
package enum TerminfoAdvice {
    /// The kind that nearly every terminal can take the place of.
    package static let substitute = "xterm-256color"

    /// A sentence.
    /// - Parameter isSubstituteKnown: whether terminfo knows that kind at least; small containers know none.
    package static func sentence(unknownKind kind: String, isSubstituteKnown: Bool) -> String {
        guard isSubstituteKnown, kind != substitute else {
            return "Install the descriptions of terminals (terminfo; on Debian the package ncurses-base)."
        }
        return "Install the description of your terminal (on Debian often the package ncurses-term), "
            + "or set TERM=\(substitute)."
    }
}
