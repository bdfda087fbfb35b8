import Base

extension OperationReader {
    /// The alternatives of the operation, else of the root. `[]` in an operation means that nothing is needed.
    mutating func security(of operation: DescriptionValue) -> [SecurityAlternative] {
        var alternatives: [SecurityAlternative] = []
        for value in list("security", of: operation["security"] == nil ? root : operation, .security) {
            var uses: [SecurityAlternative.Use] = []
            for (name, scopes) in value.members {
                let scheme = scheme(name)
                if scheme == nil {
                    note(.security, value, "The security scheme \(quoted(name)) is not in the description.")
                }
                uses.append(SecurityAlternative.Use(name: name, scopes: scopes.strings, scheme: scheme))
            }
            alternatives.append(SecurityAlternative(uses: uses))
        }
        return alternatives
    }

    private mutating func scheme(_ name: String) -> SecurityScheme? {
        let schemes = version == .swagger2 ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        guard let written = schemes?[name], let value = follow(written, "security scheme") else { return nil }
        return SecurityScheme(
            name: name, kind: kind(of: value), text: value.text("description"), place: value.place)
    }

    private mutating func kind(of value: DescriptionValue) -> SecurityScheme.Kind {
        switch value.text("type") {
        case "apiKey":
            guard let name = value.text("name"),
                let location = value.text("in").flatMap(Parameter.Location.init(rawValue:)),
                [.query, .header, .cookie].contains(location)
            else {
                note(.security, value, "An API key needs a 'name', and 'in' with query, header or cookie.")
                return .unknown("apiKey")
            }
            return .apiKey(name: name, location: location)
        case "http":
            return .http(scheme: (value.text("scheme") ?? "").lowercased(), bearerFormat: value.text("bearerFormat"))
        case "basic": return .http(scheme: "basic", bearerFormat: nil)
        case "oauth2":
            guard version == .swagger2 else {
                return .oauth2(flows: value["flows"]?.members.map { flow($0.name, $0.value) } ?? [])
            }
            let name = value.text("flow") ?? ""
            let names = ["application": "clientCredentials", "accessCode": "authorizationCode"]
            return .oauth2(flows: [flow(names[name] ?? name, value)])
        case "openIdConnect": return .openIDConnect(url: value.text("openIdConnectUrl") ?? "")
        case "mutualTLS": return .mutualTLS
        case let other:
            note(.security, value, "The type of the security scheme is not known: \(quoted(other ?? "")).")
            return .unknown(other ?? "")
        }
    }

    private func flow(_ name: String, _ value: DescriptionValue) -> SecurityScheme.Flow {
        SecurityScheme.Flow(
            name: name, authorizationURL: value.text("authorizationUrl"), tokenURL: value.text("tokenUrl"),
            refreshURL: value.text("refreshUrl"), scopes: value["scopes"]?.members.map(\.name) ?? [])
    }
}
