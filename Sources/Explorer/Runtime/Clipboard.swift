import Base
import Glibc
import NetEngine
import Workspace

/// Puts text on the user's clipboard by the first way that works; the caller writes to the terminal.
struct Clipboard: Sendable {
    var surroundings: ClipboardRoute.Surroundings
    var files: TemporaryFiles
    /// How long a program may take.
    var timeLimit: Duration = .seconds(2)
    /// True if curl would find a proxy in the environment.
    var namesProxy: Bool

    static func live() -> Clipboard {
        Clipboard(
            surroundings: ClipboardRoute.Surroundings(
                isInMosh: ProcessAncestry.contains("mosh-server"), variable: { processEnvironment($0) },
                isInstalled: { InstalledProgram.exists($0) }),
            files: TemporaryFiles.live(),
            namesProxy: ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
                !(processEnvironment($0) ?? "").isEmpty
            })
    }

    /// May block for as long as a program takes.
    func copy(_ text: ClipboardText) -> ClipboardOutcome {
        let route = ClipboardRoute(byteCount: text.byteCount, surroundings)
        var outcome = ClipboardOutcome(way: nil, byteCount: text.byteCount, mayBeDropped: route.mayBeDropped)
        if let refusal = route.refusal { outcome.failures.append(refusal) }
        for way in route.ways {
            switch way {
            case .program(let arguments), .tmux(let arguments):
                let result = PipedProgram.run(arguments, input: Array(text.string.utf8), timeLimit: timeLimit)
                if let problem = result.problem(of: arguments[0]) {
                    outcome.failures.append(problem)
                    continue
                }
            case .terminal: break
            case .file:
                do throws(TemporaryFiles.Problem) {
                    outcome.path = try files.write(Array(text.string.utf8), name: "clipboard.txt")
                } catch {
                    outcome.failures.append(error.sentence)
                    continue
                }
            }
            outcome.way = way
            return outcome
        }
        return outcome
    }

    /// Writes what is too large to be copied to a file, byte for byte.
    func write(_ part: CopyJob.Part) -> ClipboardOutcome {
        let count = part.range.count
        var outcome = ClipboardOutcome(
            way: nil, byteCount: count, failures: ["\(Formatting.byteCount(count)) are too much for a clipboard."])
        do throws(TemporaryFiles.Problem) {
            outcome.path = try files.write(name: "value.json") { write in
                var start = part.range.lowerBound
                while start < part.range.upperBound {
                    let end = min(part.range.upperBound, start + Self.pieceBytes)
                    guard write(part.text.bytes(in: start..<end)) else { return }
                    part.text.releasePages(start..<end)
                    start = end
                }
            }
            outcome.way = .file
        } catch {
            outcome.failures.append(error.sentence)
        }
        return outcome
    }

    private static let pieceBytes = 1 << 20
}

/// The programs in PATH.
package enum InstalledProgram {
    package static func exists(_ name: String) -> Bool {
        (processEnvironment("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains {
            access("\($0)/\(name)", X_OK) == 0
        }
    }
}

/// The processes that this one was started by.
package enum ProcessAncestry {
    package static func contains(_ name: String) -> Bool {
        var process = getppid()
        // A guard against a changing table of processes, not a depth that anybody has.
        for _ in 0..<100 where process > 1 {
            guard case .success(let bytes) = DiskFile.read("/proc/\(process)/stat", limit: 4096),
                let open = bytes.firstIndex(of: Byte.openParenthesis),
                let close = bytes.lastIndex(of: Byte.closeParenthesis), open < close
            else { return false }
            if String(decoding: bytes[(open + 1)..<close], as: UTF8.self) == name { return true }
            let fields = bytes[(close + 1)...].split(separator: Byte.space)
            guard fields.count > 1, let parent = pid_t(String(decoding: fields[1], as: UTF8.self)) else { return false }
            process = parent
        }
        return false
    }
}
