/// Which value a name has that the file and the environment define (HTTP-FORMAT §9): `# @variables environment-first`, or
/// `"$variables": "environment-first"` in an environment file.
package enum VariableOrder: String, Sendable, Hashable, CaseIterable {
    /// As in JetBrains IDEs and kulala.
    case environmentFirst = "environment-first"
    /// As in VS Code REST Client, Visual Studio and httpYac.
    case fileFirst = "file-first"

    /// The name of the variable of an environment file that chooses one.
    package static let setting = "$variables"
}
