import Glibc

/// Opens a URL in the person's browser, where there is one. The URL is printed in any case.
enum BrowserOpener {
    /// Only `http` and `https`, given as one argument, so that nothing in it can become a command.
    static func open(_ url: String) {
        guard url.hasPrefix("https://") || url.hasPrefix("http://"), let program = program() else { return }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 {
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", O_RDWR, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(url), nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawnp(&child, program, &actions, nil, &arguments, environ) == 0 else { return }
        // Ends at once by itself; somebody must take its status.
        let started = child
        _ = BackgroundThread.start {
            var status: Int32 = 0
            while waitpid(started, &status, 0) < 0, errno == EINTR {}
        }
    }

    /// `$BROWSER`, when it is one plain word, or xdg-open where there is a screen.
    private static func program() -> String? {
        if let text = processEnvironment("BROWSER"), !text.isEmpty {
            return text.contains(where: { " :%\t".contains($0) }) ? nil : text
        }
        return getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil ? "xdg-open" : nil
    }
}
