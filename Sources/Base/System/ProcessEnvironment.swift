import Glibc

/// The value of a variable in this process's environment, or nil if it is not set.
package func processEnvironment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
