import Glibc

/// A variable of the process's environment.
package func processEnvironment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
