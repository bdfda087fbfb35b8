import Base
import OpenAPI

/// The environments of a description, in the form of `http-client.env.json`, and the variables that nothing gives a
/// value: secrets, mostly.
package struct DescribedEnvironments: Sendable {
    package struct Variable: Sendable, Hashable {
        package var name: String
        /// The name of the security scheme.
        package var scheme: String
        /// What it holds: `password`, `token`.
        package var what: String
        package var isSecret: Bool
        /// What the description says of the scheme, in one line.
        package var text: String?
    }

    /// JSON with two spaces a level.
    package var bytes: [UInt8]
    /// The environments besides `$shared`, in the order of the servers; empty if there is only one server.
    package var names: [String]
    /// Without values: what logins need.
    package var variables: [Variable]
    package var notices: [DescriptionNotice]
}

extension DescribedCollection {
    /// Makes the environments. Reads one operation, and looks at the `security` of all.
    package func environments() -> DescribedEnvironments {
        var writer = EnvironmentWriter(self)
        return writer.environments()
    }
}
