import CNcurses

/// What this machine knows of a kind of terminal. Not for use while the screen is open: terminfo has one terminal at a time.
package struct TerminalDescription: Sendable, Hashable {
    /// Of terminfo; 0 or less for none.
    package var colors: Int
    /// Whether the description itself has true colour.
    package var hasTrueColor: Bool
    package var hasMouse: Bool

    package init(colors: Int, hasTrueColor: Bool, hasMouse: Bool) {
        self.colors = colors
        self.hasTrueColor = hasTrueColor
        self.hasMouse = hasMouse
    }

    /// nil if terminfo has no terminal of that name.
    package init?(of name: String) {
        guard !name.isEmpty else { return nil }
        var status: Int32 = 0
        guard setupterm(name, 1, &status) == OK else { return nil }
        defer { cnc_forget_terminal() }
        colors = Int(tigetnum("colors"))
        hasTrueColor = tigetflag("RGB") > 0 || tigetnum("colors") > 1 << 16
        hasMouse = cnc_terminfo_string("kmous") != nil || cnc_terminfo_string("XM") != nil
    }

    /// `ncurses 6.4.20221231`
    package static var libraryVersion: String { curses_version().map { String(cString: $0) } ?? "ncurses ?" }

    /// The character set of the locale that the environment names: `UTF-8`. Sets it for this process.
    package static func codeset() -> String? {
        setlocale(LC_ALL, "")
        return cnc_codeset().map { String(cString: $0) }
    }
}
