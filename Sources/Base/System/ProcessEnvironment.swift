import Glibc

/// The value of a variable in this process's environment, or nil if it is not set.
package func processEnvironment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The folder of temporary files: `TMPDIR`, else `/tmp`.
package var temporaryFolder: String { processEnvironment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }
