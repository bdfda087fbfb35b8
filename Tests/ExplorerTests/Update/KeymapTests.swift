import Testing

@testable import Explorer
@testable import TerminalUI

@Suite struct KeymapTests {
    @Test func `every command has exactly one row`() {
        for command in Command.allCases {
            #expect(Command.table.filter { $0.command == command }.count == 1, "\(command)")
        }
    }

    @Test(arguments: Pane.allCases)
    func `no key means two things in one pane`(pane: Pane) {
        var seen: [Key: Command] = [:]
        for row in Command.table where row.scope.includes(pane) {
            for key in row.keys {
                #expect(seen[key] == nil, "\(key.label) is \(row.command) and \(seen[key].map(\.rawValue) ?? "")")
                seen[key] = row.command
            }
        }
    }

    @Test func `no key means two things while typing`() {
        let keys = Command.table.flatMap(\.typingKeys)
        #expect(Set(keys).count == keys.count)
    }

    @Test func `while typing no printable key and none of readline's keys is a command`() {
        for row in Command.table {
            for key in row.typingKeys {
                var field = TextField("some text")
                let isText = field.handle(key)
                #expect(!isText, "\(row.command): the field takes \(key.label)")
            }
        }
    }

    @Test func `keys that a terminal cannot tell apart are not bound`() {
        for row in Command.table {
            for key in row.keys + row.typingKeys {
                if case .control(let letter) = key { #expect(!"hijm[".contains(letter), "\(row.command)") }
            }
        }
    }

    @Test func `every command can be reached from the palette or by a key`() {
        for row in Command.table where row.keys.isEmpty {
            #expect(row.scope == .anywhere, "\(row.command) has no key and is not everywhere")
        }
    }

    @Test func `the keys of the design hold`() {
        let keymap = Keymap.standard
        let anywhere: [(Key, Command)] = [
            ("1", .focusCollections), ("2", .focusRequest), ("3", .focusResponse), ("4", .focusLog),
            (.tab, .focusNext), (.backTab, .focusPrevious), ("s", .send), (.escape, .escape),
            (.control("c"), .cancelAll), (.control("s"), .save), ("z", .zoom), ("<", .shrink), (">", .grow),
            (",", .chooseEnvironment), (":", .showPalette), (.control("p"), .showPalette), ("?", .showHelp),
            ("q", .back), ("Q", .quit), (.control("z"), .suspend), ("g", .top), ("G", .bottom), ("j", .moveDown),
        ]
        for pane in Pane.allCases {
            for (key, command) in anywhere { #expect(keymap.command(for: key, in: .pane(pane)) == command) }
        }
        #expect(keymap.command(for: "A", in: .pane(.collections)) == .addItem)
        #expect(keymap.command(for: "c", in: .pane(.collections)) == .cloneItem)
        #expect(keymap.command(for: "R", in: .pane(.collections)) == .reload)
        #expect(keymap.command(for: "e", in: .pane(.request)) == .editHere)
        #expect(keymap.command(for: "E", in: .pane(.request)) == .editExternally)
        #expect(keymap.command(for: "b", in: .pane(.response)) == .cycleBodyMode)
        #expect(keymap.command(for: "F", in: .pane(.log)) == .toggleFollow)
        #expect(keymap.command(for: .function(5), in: .typing) == .send)
        #expect(keymap.command(for: .control("r"), in: .typing) == .send)
    }
}
