import Base
import Bodies
import HTTPFormat
import TerminalUI
import Workspace

/// A change that the user is typing. It becomes an edit of the document when it is finished, not before.
package enum RequestEdit: Sendable {
    case method(TextField)
    case url(TextField)
    case row(RowEdit)
    case body(TextArea)
    case variable(VariableEdit)
    case option(OptionEdit)

    /// The value of a row of the Vars tab, as written where it is defined.
    package struct VariableEdit: Sendable {
        var row: VariableRow
        var field: TextField
        /// What stood in the field at first.
        var original = ""
        /// Where a secret belongs that would be written to a file that others see; nil for all that is none.
        var secret: SecretPlace?
        /// Whether the user leaves the secret where it is today.
        var staysInPlace = false

        /// Whether Enter ended it.
        var isConfirmed = false

        /// Whether what is typed goes to the private file: a text that only names other variables is not a secret.
        var goesToPrivateFile: Bool { secret != nil && !staysInPlace && SecretName.isLiteral(field.text) }
    }

    package struct RowEdit: Sendable {
        enum Table: Sendable, Hashable { case parameter, header }
        var table: Table
        /// nil: a row to be added.
        var index: Int?
        var name: TextField
        var value: TextField
        var isNameFocused: Bool
    }
}

extension TextArea {
    /// A field for a body, in which tabs are as wide as where it is only shown.
    static func ofBody(_ text: String, wraps: Bool) -> TextArea {
        var area = TextArea(text, tabWidth: SafeCells.tabWidth, indentWidth: 2)
        area.wraps = wraps
        return area
    }
}

extension RequestEdit.RowEdit {
    init(_ table: Table, _ index: Int?, _ name: String, _ value: String) {
        self.table = table
        self.index = index
        self.name = TextField(name)
        self.value = TextField(value)
        isNameFocused = index == nil
    }
}

extension SavedRequest {
    /// A part of a parameter as it is read and typed: decoded, unless the URL is sent as it is written.
    func shown(_ written: String) -> String { settings.autoEncodes ? ParameterText.shown(written) : written }

    /// What is typed, as it is written in the file.
    fileprivate func written(_ typed: String, isName: Bool = false, was old: String = "") -> String {
        settings.autoEncodes ? ParameterText.written(typed, isName: isName, was: old) : typed
    }
}

extension RequestEdit {
    /// The edit of the document that this text means; nil if nothing was changed.
    func change(of request: SavedRequest) -> HTTPDocument.Edit? {
        switch self {
        case .method(let field): return field.text == request.method ? nil : .setMethod(field.text)
        case .url(let field): return field.text == request.target ? nil : .setTarget(field.text)
        case .body(let area): return area.text == request.body.text ? nil : .setBody(area.text)
        case .variable: return nil
        case .option(let edit): return edit.change
        case .row(let row):
            let name = row.name.text
            let value = row.value.text
            switch (row.table, row.index) {
            case (_, nil) where name.isEmpty && value.isEmpty: return nil
            case (.parameter, nil):
                return .addParameter(name: request.written(name, isName: true), value: request.written(value))
            case (.header, nil): return .addHeader(name: name, value: value)
            case (.parameter, let index?):
                guard request.parameters.indices.contains(index) else { return nil }
                let old = request.parameters[index]
                let (newName, newValue) = (
                    request.written(name, isName: true, was: old.name), request.written(value, was: old.value)
                )
                return old.name == newName && old.value == newValue
                    ? nil : .setParameter(index, name: newName, value: newValue)
            case (.header, let index?):
                guard request.headers.indices.contains(index) else { return nil }
                let old = request.headers[index]
                return old.name == name && old.value == value ? nil : .setHeader(index, name: name, value: value)
            }
        }
    }

    /// The field for what the request holds after this was taken into it; nil if it ends with that.
    ///
    /// - Parameters:
    ///   - request: as it was before.
    ///   - isChange: whether it changed the request.
    func afterTaking(of request: SavedRequest, isChange: Bool, _ model: Model) -> RequestEdit? {
        switch self {
        case .method, .url, .body: return self
        case .row(var row):
            if row.index == nil, isChange {
                row.index = row.table == .parameter ? request.parameters.count : request.headers.count
            }
            return .row(row)
        case .option(var edit):
            edit.original = edit.field.text.isEmpty ? nil : edit.field.text
            return .option(edit)
        case .variable(var edit):
            // A secret is on its way to another file, and the row with it.
            guard !edit.goesToPrivateFile else { return nil }
            if edit.row.source == nil {
                let file = model.current.flatMap { model.tree.files[$0.key.file]?.file }
                guard let line = file?.document.definitions.last(where: { $0.name == edit.row.name })?.line else {
                    return nil
                }
                edit.row.source = .file(line: line)
            }
            edit.original = edit.field.text
            return .variable(edit)
        }
    }

    /// Whether something would be lost with it.
    func isChanged(from request: SavedRequest) -> Bool {
        if case .variable(let edit) = self { return edit.field.text != edit.original }
        return change(of: request) != nil
    }

    package mutating func handle(_ key: Key, in size: Size) {
        switch self {
        case .method(var field):
            _ = field.handle(key)
            self = .method(field)
        case .url(var field):
            _ = field.handle(key)
            self = .url(field)
        case .variable(var edit):
            _ = edit.field.handle(key)
            self = .variable(edit)
        case .option(var edit):
            switch key {
            case .up: edit.step(by: -1)
            case .down: edit.step(by: 1)
            default: _ = edit.field.handle(key)
            }
            self = .option(edit)
        case .row(var row):
            if row.isNameFocused { _ = row.name.handle(key) } else { _ = row.value.handle(key) }
            self = .row(row)
        case .body(var area):
            let columns = RequestPane.fieldRect(in: Rect(size)).width
            _ = area.handle(key, height: size.rows, columns: columns)
            area.keepInView(height: size.rows, columns: columns)
            self = .body(area)
        }
    }

    /// Puts the cursor where a single-line field shows a column.
    /// - Parameter field: of a row the name is 0 and the value 1; all else has one field.
    mutating func moveCursor(inField field: Int, toColumn column: Int, width: Int) {
        switch self {
        case .method(var text):
            text.moveCursor(toColumn: column, width: width)
            self = .method(text)
        case .url(var text):
            text.moveCursor(toColumn: column, width: width)
            self = .url(text)
        case .variable(var edit):
            edit.field.moveCursor(toColumn: column, width: width)
            self = .variable(edit)
        case .option(var edit):
            edit.field.moveCursor(toColumn: column, width: width)
            self = .option(edit)
        case .row(var row):
            row.isNameFocused = field == 0
            if row.isNameFocused {
                row.name.moveCursor(toColumn: column, width: width)
            } else {
                row.value.moveCursor(toColumn: column, width: width)
            }
            self = .row(row)
        case .body: break
        }
    }

    package mutating func paste(_ text: String) {
        switch self {
        case .method(var field):
            field.paste(text)
            self = .method(field)
        case .url(var field):
            field.paste(text)
            self = .url(field)
        case .variable(var edit):
            edit.field.paste(text)
            self = .variable(edit)
        case .option(var edit):
            edit.field.paste(text)
            self = .option(edit)
        case .row(var row):
            if row.isNameFocused { row.name.paste(text) } else { row.value.paste(text) }
            self = .row(row)
        case .body(var area):
            area.paste(text)
            self = .body(area)
        }
    }

    /// The text of the field or fields.
    package var text: String {
        switch self {
        case .method(let field), .url(let field): field.text
        case .row(let row): "\(row.name.text): \(row.value.text)"
        case .body(let area): area.text
        case .option(let edit): edit.field.text
        case .variable(let edit):
            edit.row.isSecret || edit.secret != nil ? "" : "@\(edit.row.name) = \(edit.field.text)"
        }
    }
}

/// The methods that the method field offers, in the order in which Up and Down walk.
enum KnownMethods {
    static let all = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT"]

    static func after(_ method: String) -> String { step(method, 1) }
    static func before(_ method: String) -> String { step(method, all.count - 1) }

    private static func step(_ method: String, _ step: Int) -> String {
        let typed = method.uppercased()
        if let place = all.firstIndex(of: typed) { return all[(place + step) % all.count] }
        return all.first { $0.hasPrefix(typed) } ?? all[0]
    }
}
