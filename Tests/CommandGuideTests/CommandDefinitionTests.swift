import Testing

@testable import CommandGuide

/// Commands as the argument parser writes them.
@Suite struct CommandDefinitionTests {
    @Test func `arguments are read with their names, kinds and values`() throws {
        let command = try #require(
            CommandDefinition(
                dump: #"""
                    {"serializationVersion": 0, "command": {"commandName": "tool", "abstract": "A \"tool\".",
                     "subcommands": [
                      {"commandName": "send", "superCommands": ["tool"], "shouldDisplay": false, "arguments": [
                        {"kind": "positional", "valueName": "file", "isOptional": true, "isRepeating": true, "shouldDisplay": true,
                         "completionKind": {"file": {"extensions": []}}},
                        {"kind": "option", "names": [{"kind": "long", "name": "output"}, {"kind": "short", "name": "o"}],
                         "valueName": "kind", "isOptional": false, "abstract": "Where.", "sectionTitle": "Output",
                         "completionKind": {"list": {"values": ["a", "b"]}}},
                        {"kind": "flag", "names": [{"kind": "longWithSingleDash", "name": "x"}]},
                        {"kind": "unknown"}]},
                      {"commandName": "help"}], "defaultSubcommand": "send"}}
                    """#))
        #expect(command.abstract == "A \"tool\"." && command.defaultSubcommand == "send")
        #expect(command.subcommands.map(\.line) == ["tool send"])
        let send = command.subcommands[0]
        #expect(!send.isShown)
        #expect(send.arguments.map(\.kind) == [.positional, .option, .flag])
        #expect(send.arguments.map(\.names) == [[], ["-o", "--output"], ["-x"]])
        #expect(send.arguments[0].values == .files && send.arguments[0].isRepeating)
        #expect(send.arguments[1].values == .list(["a", "b"]) && send.arguments[1].section == "Output")
    }

    @Test func `what is not said of an argument or a command has its usual value`() throws {
        let command = try #require(
            CommandDefinition(
                dump: #"""
                    {"command": {"arguments": [{"kind": "flag"},
                      {"kind": "option", "isOptional": true, "isRepeating": true, "shouldDisplay": false, "valueName": "v",
                       "abstract": "Help.", "defaultValue": "d", "sectionTitle": "S", "allValues": ["x", 1, "y"],
                       "names": [{"kind": "short", "name": "v"}, {"kind": "short"}, {"kind": "long", "name": "value"}],
                       "completionKind": {"list": {"values": ["z"]}}}],
                     "discussion": "More.", "subcommands": [{"commandName": "sub"}]}}
                    """#))
        #expect(command.words == [""] && command.abstract == "" && command.discussion == "More.")
        #expect(command.isShown && command.defaultSubcommand == nil)
        let usual = CommandDefinition.Argument(.flag, isOptional: false)
        let other = CommandDefinition.Argument(
            .option, names: ["-v", "--value"], valueName: "v", isOptional: true, isRepeating: true, section: "S",
            help: "Help.", standard: "d", values: .list(["x", "y"]), isShown: false)
        #expect(command.arguments == [usual, other])
        #expect(command.subcommands.map(\.words) == [["", "sub"]] && command.subcommands[0].isShown)
        let below = CommandDefinition(dump: #"{"command": {"commandName": "c"}}"#, below: ["a", "b"])
        #expect(below?.line == "a b c" && below?.name == "c")
    }

    @Test(arguments: [("file", CommandDefinition.Argument.Values.files), ("directory", .folders), ("custom", .unknown)])
    func `what completes an argument is read`(word: String, values: CommandDefinition.Argument.Values) throws {
        let argument = #"{"kind": "option", "names": [], "completionKind": {"\#(word)": {}}}"#
        let command = CommandDefinition(dump: #"{"command": {"commandName": "tool", "arguments": [\#(argument)]}}"#)
        #expect(command?.arguments.map(\.values) == [values])
    }

    @Test(arguments: ["", "{", "[]", "{\"command\": 1}", "{\"command\": {\"arguments\": {}, \"subcommands\": [1]}}"])
    func `what the argument parser does not write is no crash`(text: String) {
        _ = CommandDefinition(dump: text)
    }
}
