import Base
import Glibc
import Workspace

/// The command line's arguments as raw bytes, which need not be UTF-8.
enum ProgramArguments {
    /// All arguments, the program's name first; empty if the Swift runtime could not read them.
    static var given: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    /// A flag that has several names, as it was typed.
    static func typed(_ names: [String], in arguments: [String] = CommandLine.arguments) -> String {
        names.first { name in arguments.contains { $0 == name || $0.hasPrefix(name + "=") } } ?? names.first ?? ""
    }

    /// Throws if the arguments are not what was typed: every command would do something else than asked.
    static func check(_ arguments: [[UInt8]]) throws(CommandFailure) {
        guard !arguments.isEmpty else {
            // The runtime reads them through this file.
            let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
            let reason = file < 0 ? ": \(DiskFile.systemMessage(errno))" : ""
            close(file)
            throw CommandFailure(
                SafeText(
                    "The arguments cannot be read because /proc/self/maps cannot be opened\(reason). Nothing was done; try again."
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
