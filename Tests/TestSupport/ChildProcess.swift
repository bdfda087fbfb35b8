import CTestProcess
import Glibc

/// Starts programs without Foundation: its `Process` waits until every grandchild has closed its descriptors, which a
/// daemon never does.
enum ChildProcess {
    struct Failure: Error { let errno: Int32 }

    /// Starts a program in a folder, with a minimal environment.
    static func spawn(
        _ program: String, _ arguments: [String], in folder: String, input: Int32?, output: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        ctest_spawn_closing_others(&actions)
        // The shell changes the folder and then becomes the program.
        let command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, program] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        let variables: [UnsafeMutablePointer<CChar>?] = [
            strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), strdup("LC_ALL=C.UTF-8"), nil,
        ]
        defer { for variable in variables { free(variable) } }
        // The threads of a test program block most signals. A child would inherit that, and nobody could end it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, variables)
        guard code == 0 else { throw Failure(errno: code) }
        return child
    }

    /// Waits for the child and returns its exit status; nonzero if a signal ended it.
    static func wait(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status
    }
}
