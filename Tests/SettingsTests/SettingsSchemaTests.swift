import Foundation
import Testing

@testable import Base
@testable import Settings

/// The schema says what the reader takes.
@Suite struct SettingsSchemaTests {
    private static func schema() throws -> [String: Any] {
        let commands = [
            SettingsSchema.KeyCommand(id: "send", help: "Send.", panes: []),
            SettingsSchema.KeyCommand(id: "yank", help: "Copy.", panes: ["response"]),
        ]
        let bytes = SettingsSchema.make(commands: commands, panes: ["request", "response"]).bytes
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// Keywords of the 2020-12 meta schema that we use, with what they take.
    private static func check(_ schema: Any, at path: String, _ definitions: Set<String>) {
        guard let schema = schema as? [String: Any] else {
            #expect(schema is Bool, "\(path) is no schema")
            return
        }
        let types: Set = ["null", "boolean", "object", "array", "number", "string", "integer"]
        for (keyword, value) in schema {
            let place = "\(path)/\(keyword)"
            switch keyword {
            case "$schema": #expect(value as? String == "https://json-schema.org/draft/2020-12/schema")
            case "title", "description": #expect(value is String, "\(place)")
            case "default": break
            case "pattern":
                #expect((try? NSRegularExpression(pattern: value as? String ?? "(")) != nil, "\(place)")
            case "type":
                let names = (value as? [String]) ?? [value as? String ?? ""]
                #expect(!names.isEmpty && Set(names).count == names.count && types.isSuperset(of: names), "\(place)")
            case "enum": #expect((value as? [Any])?.isEmpty == false, "\(place)")
            case "minimum", "maximum": #expect(value is NSNumber, "\(place)")
            case "minLength": #expect((value as? Int).map { $0 >= 0 } == true, "\(place)")
            case "$ref":
                let name = (value as? String).flatMap { $0.hasPrefix("#/$defs/") ? String($0.dropFirst(8)) : nil }
                #expect(name.map(definitions.contains) == true, "\(place)")
            case "additionalProperties", "items": check(value, at: place, definitions)
            case "properties", "$defs":
                let members = value as? [String: Any]
                #expect(members != nil, "\(place)")
                for (name, member) in members ?? [:] { check(member, at: "\(place)/\(name)", definitions) }
            case "anyOf":
                let all = value as? [Any] ?? []
                #expect(!all.isEmpty, "\(place)")
                for member in all { check(member, at: place, definitions) }
            default: Issue.record("\(place) is no keyword that this test knows")
            }
        }
    }

    @Test func `it is made as its meta schema demands`() throws {
        let schema = try Self.schema()
        #expect(schema["$schema"] != nil)
        let definitions = try #require(schema["$defs"] as? [String: Any])
        Self.check(schema, at: "#", Set(definitions.keys))
    }

    @Test func `it has every setting, every command and every pane, and nothing else`() throws {
        let properties = try #require(try Self.schema()["properties"] as? [String: Any])
        #expect(Set(properties.keys) == Set(SettingID.allCases.map(\.rawValue) + ["keys"]))
        let keys = try #require((properties["keys"] as? [String: Any])?["properties"] as? [String: Any])
        #expect(Set(keys.keys) == ["send", "yank", "request", "response"])
        let request = try #require((keys["request"] as? [String: Any])?["properties"] as? [String: Any])
        #expect(Set(request.keys) == ["send"])
    }

    @Test(arguments: Setting.table.map(\.id))
    func `it names the default of each setting`(id: SettingID) throws {
        let properties = try #require(try Self.schema()["properties"] as? [String: Any])
        let schema = try #require(properties[id.rawValue] as? [String: Any])
        #expect(schema["default"] as? String == Setting.rows[id]?.standard)
    }

    @Test(arguments: Setting.table.map(\.id))
    func `its patterns and lists take what the reader takes`(id: SettingID) throws {
        let setting = try #require(Setting.rows[id])
        let properties = try #require(try Self.schema()["properties"] as? [String: Any])
        let schema = try #require(properties[id.rawValue] as? [String: Any])
        let texts = [
            "on", "off", "30s", "500ms", "1.5h", "7d", "10MB", "64 MiB", "none", "auto", "wide", "no-store", "default",
            "x",
            "1GB", "90", "5m", "3 s",
        ]
        for text in texts where (try? setting.read(text)) != nil {
            if let words = schema["enum"] as? [Any] {
                #expect(words.contains { $0 as? String == text }, "\(id) \(text)")
            } else if let pattern = schema["pattern"] as? String {
                #expect(text.range(of: pattern, options: .regularExpression) != nil, "\(id) \(text)")
            }
        }
    }
}
