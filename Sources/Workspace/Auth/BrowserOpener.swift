import Base
import Glibc

/// Opens a URL in the person's browser, where there is one. The URL is shown in any case.
package enum BrowserOpener {
    /// Only `http` and `https`, given as one argument, so that nothing in it can become a command.
    /// - Returns: whether a program was started.
    @discardableResult
    package static func open(_ url: String) -> Bool {
        guard url.hasPrefix("https://") || url.hasPrefix("http://"), let command = command(for: url) else {
            return false
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 {
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", O_RDWR, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawnp(&child, command[0], &actions, nil, &arguments, environ) == 0 else { return false }
        // Ends at once by itself; somebody must take its status.
        let started = child
        _ = BackgroundThread.start {
            var status: Int32 = 0
            while waitpid(started, &status, 0) < 0, errno == EINTR {}
        }
        return true
    }

    /// Whether there is something that could open a URL.
    package static var isThere: Bool { command(for: "http://127.0.0.1/") != nil }

    /// What `$BROWSER` says (a list with colons, whose first entry counts; `%s` is the URL, which else comes last), or xdg-open
    /// where there is a screen. It is no shell command: words end at blanks.
    package static func command(
        for url: String, variable: (String) -> String? = processEnvironment
    ) -> [String]? {
        if let text = variable("BROWSER"), !text.isEmpty {
            let words = text.split(separator: ":").first.map { $0.split(separator: " ").map(String.init) } ?? []
            guard !words.isEmpty else { return nil }
            guard words.contains(where: { $0.contains("%s") }) else { return words + [url] }
            return words.map { $0.replacing("%s", with: url) }
        }
        return variable("DISPLAY") != nil || variable("WAYLAND_DISPLAY") != nil ? ["xdg-open", url] : nil
    }
}
