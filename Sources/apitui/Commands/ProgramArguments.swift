import Base
import Glibc
import Workspace

/// The words of the command line as the system gave them: bytes, which need not be text.
enum ProgramArguments {
    /// All of them, the program's own name first; empty where the Swift runtime could not get at them.
    static var given: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    /// Fails where the arguments are not what was typed: every command would do something else than it was told.
    static func check(_ arguments: [[UInt8]]) throws(CommandFailure) {
        guard !arguments.isEmpty else {
            // The runtime finds them by way of this file.
            let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
            let reason = file < 0 ? ": \(DiskFile.systemMessage(errno))" : ""
            close(file)
            throw CommandFailure(
                SafeText(
                    "The arguments cannot be read, for /proc/self/maps cannot be opened\(reason). Nothing was done; try again."
                ),
                status: .failed)
        }
        for argument in arguments.dropFirst() where String(validating: argument, as: UTF8.self) == nil {
            throw CommandFailure(
                SafeText(
                    "The argument \(PathText.visible(argument)) is not UTF-8. If it is a file or folder, rename it, and it can be read."
                ))
        }
    }
}
