import Base

/// The JSON Schema (2020-12) of the configuration file, for editors.
package enum SettingsSchema {
    /// A command that can be given keys.
    package struct KeyCommand: Sendable {
        package var id: String
        package var help: String
        /// Where it works; empty for everywhere.
        package var panes: [String]

        package init(id: String, help: String, panes: [String]) {
            self.id = id
            self.help = help
            self.panes = panes
        }
    }

    /// - Parameter panes: the names of all panes.
    package static func make(commands: [KeyCommand], panes: [String]) -> JSONOutput {
        var properties = Setting.table.map { ($0.id.rawValue, value($0)) }
        properties.append((SettingsFile.keysName, keys(commands, panes)))
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "apitui config.yaml",
            "description": "The configuration of apitui. Every line may be left out.",
            "type": ["object", "null"],
            "additionalProperties": false,
            "properties": .object(properties),
            "$defs": [
                "keys": [
                    "description": "A key, a list of keys, or none.",
                    "anyOf": [
                        ["$ref": "#/$defs/key"],
                        ["type": "array", "items": ["$ref": "#/$defs/key"]],
                    ],
                ],
                // A digit without quotes is a number for an editor.
                "key": [
                    "anyOf": [
                        ["type": "string", "minLength": 1], ["type": "integer", "minimum": 0, "maximum": 9],
                    ]
                ],
            ],
        ]
    }

    private static func value(_ setting: Setting) -> JSONOutput {
        var members: [(String, JSONOutput)] = [("description", .string(setting.help))]
        switch setting.kind {
        case .name, .command: members.append(("type", "string"))
        case .choice(let words): members.append(("enum", .array(words.map { .string($0) })))
        // YAML 1.1 reads on and off as true and false, 1.2 as texts.
        case .toggle: members.append(("enum", ["on", "off", true, false]))
        case .time:
            members += [("type", "string"), ("pattern", "^[0-9]+(\\.[0-9]+)? ?(ms|s|min|m|h|d)$")]
        case .size:
            members += [
                ("type", ["string", "integer"]), ("minimum", 1),
                ("pattern", "^(none|[0-9]+(\\.[0-9]+)? ?([kKmMgGtT]i?)?[bB]?)$"),
            ]
        }
        if let standard = setting.standard { members.append(("default", .string(standard))) }
        return .object(members)
    }

    private static func keys(_ commands: [KeyCommand], _ panes: [String]) -> JSONOutput {
        func binding(_ command: KeyCommand) -> (String, JSONOutput) {
            (command.id, ["description": .string(command.help), "$ref": "#/$defs/keys"])
        }
        let inPanes = panes.map { pane -> (String, JSONOutput) in
            let own = commands.filter { $0.panes.isEmpty || $0.panes.contains(pane) }
            return (
                pane,
                [
                    "description": .string("Keys that hold in this pane alone."), "type": ["object", "null"],
                    "additionalProperties": false, "properties": .object(own.map(binding)),
                ]
            )
        }
        return [
            "description": "The keys of commands; 'apitui config --keys' lists them.", "type": ["object", "null"],
            "additionalProperties": false, "properties": .object(commands.map(binding) + inPanes),
        ]
    }
}
