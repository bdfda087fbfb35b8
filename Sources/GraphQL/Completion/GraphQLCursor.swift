import Base

/// Follows the tokens up to a place with a stack of what is open, without a parser, so that a text may end anywhere.
struct GraphQLCursor {
    typealias Kind = GraphQLDocument.OperationKind

    /// Something open: braces, brackets or parentheses, or the document itself.
    struct Frame {
        enum What { case document, selection, arguments, list, object, variables, other }
        var what: What
        /// The type whose fields are selected.
        var parent: Int?
        /// What can be given in arguments or an object.
        var inputs: [GraphQLInputValue] = []
        /// Names that are given already.
        var used: Set<String> = []
        /// The items' type of a list.
        var item: GraphQLTypeReference?
        var state = State.start
    }

    /// What was read last in the frame.
    enum State: Hashable {
        /// A field, argument or definition is next.
        case start
        /// After a name, which may turn out to be an alias.
        case name(String)
        case aliasColon
        case spread
        case spreadName
        case typeCondition
        /// After `... on Type` or the head of a fragment: its selection is next.
        case condition(String)
        case value(GraphQLTypeReference?)
        case dollar(GraphQLTypeReference?)
        case variableName
        /// After a colon, or in a type that has begun: its text so far.
        case type(String)
        case operation(Kind)
        case fragmentName, fragmentOn, fragmentType
    }

    let schema: GraphQLSchema
    let source: GraphQLTokens
    private(set) var frames: [Frame] = [Frame(what: .document)]
    /// `@` was read, or the name of a directive that may have arguments.
    private(set) var isInDirective = false
    private(set) var directive: GraphQLDirective?
    /// Variables of the operation that is open, with their types.
    private(set) var variables: [(name: String, type: GraphQLTypeReference)] = []
    private(set) var isInFragment = false
    private var lastVariable = ""
    /// How many braces, parentheses and brackets are open, so that one that closes nothing costs no search.
    private var openCounts = [0, 0, 0]

    init(_ schema: GraphQLSchema, _ source: GraphQLTokens) {
        self.schema = schema
        self.source = source
    }

    var frame: Frame { frames[frames.count - 1] }
    private var state: State {
        get { frames[frames.count - 1].state }
        set { frames[frames.count - 1].state = newValue }
    }

    mutating func read(upTo end: Int) {
        for index in 0..<end {
            countWork(1)
            let token = source.tokens[index]
            if token.kind == .name, frames.count > 1, beginsDefinition(index) { reset() }
            read(token)
        }
    }

    /// A keyword at the beginning of a line, followed as in a definition, ends whatever is still open.
    private func beginsDefinition(_ index: Int) -> Bool {
        let token = source.tokens[index]
        let start = token.range.lowerBound
        guard start == 0 || source.text[start - 1] == Byte.lineFeed || source.text[start - 1] == Byte.carriageReturn,
            ["query", "mutation", "subscription", "fragment"].contains(source.string(token))
        else { return false }
        let next = source.tokens[index + 1].kind
        return next == .name || next == .openBrace || next == .openParenthesis
    }

    private mutating func reset() {
        frames = [Frame(what: .document)]
        openCounts = [0, 0, 0]
        directive = nil
        isInDirective = false
    }

    private mutating func read(_ token: GraphQLToken) {
        if isInDirective {
            isInDirective = false
            if token.kind == .name {
                directive = schema.directive(source.string(token)) ?? GraphQLDirective(name: source.string(token))
                return
            }
        }
        if let directive {
            self.directive = nil
            if token.kind == .openParenthesis {
                return push(Frame(what: .arguments, inputs: directive.arguments))
            }
        }
        if token.kind == .at {
            isInDirective = true
            return
        }
        switch frame.what {
        case .document: readDocument(token)
        case .selection: readSelection(token)
        case .arguments, .object: readInputs(token)
        case .list: readValue(token, frame.item)
        case .variables: readVariables(token)
        case .other: if token.kind == .openBrace { push(Frame(what: .other)) } else { close(token) }
        }
    }

    private mutating func push(_ frame: Frame) {
        frames.append(frame)
        if let mark = Self.mark(frame.what) { openCounts[mark] += 1 }
    }

    private mutating func pop(from place: Int) {
        while frames.count > max(1, place) {
            if let mark = Self.mark(frames.removeLast().what) { openCounts[mark] -= 1 }
        }
    }

    private static func mark(_ what: Frame.What) -> Int? {
        switch what {
        case .document: nil
        case .selection, .object, .other: 0
        case .arguments, .variables: 1
        case .list: 2
        }
    }

    /// Closes what the token closes, with everything unclosed inside it.
    private mutating func close(_ token: GraphQLToken) {
        let mark: Int
        switch token.kind {
        case .closeBrace: mark = 0
        case .closeParenthesis: mark = 1
        case .closeBracket: mark = 2
        default: return
        }
        guard openCounts[mark] > 0, let place = frames.lastIndex(where: { Self.mark($0.what) == mark }) else { return }
        pop(from: place)
        switch state {
        case .value: state = .start
        case .condition, .spread: state = .start
        case .operation where token.kind == .closeBrace: state = .start
        case .name where frame.what == .selection && token.kind == .closeBrace: state = .start
        default: break
        }
    }

    // MARK: Definitions

    private mutating func readDocument(_ token: GraphQLToken) {
        switch token.kind {
        case .name: readDocument(name: source.string(token))
        case .openParenthesis:
            variables = []
            push(Frame(what: .variables))
        case .openBrace:
            switch state {
            case .operation(let kind): push(selection(root: kind))
            case .condition(let name): push(Frame(what: .selection, parent: schema.typeIndex(name)))
            case .start:
                variables = []
                isInFragment = false
                push(selection(root: .query))
            default: push(Frame(what: .other))
            }
            if case .condition = state { state = .start } else if case .operation = state { state = .start }
        default: break
        }
    }

    private func selection(root kind: Kind) -> Frame {
        Frame(what: .selection, parent: schema.roots[kind].flatMap(schema.typeIndex))
    }

    private mutating func readDocument(name: String) {
        switch state {
        case .fragmentName: state = .fragmentOn
        case .fragmentOn: state = .fragmentType
        case .fragmentType: state = .condition(name)
        case .operation: break
        default:
            if let kind = Kind(rawValue: name) {
                variables = []
                isInFragment = false
                state = .operation(kind)
            } else if name == "fragment" {
                isInFragment = true
                state = .fragmentName
            } else {
                state = .name(name)
            }
        }
    }

    // MARK: Selections

    private mutating func readSelection(_ token: GraphQLToken) {
        let parent = frame.parent
        switch token.kind {
        case .name: readSelection(name: source.string(token))
        case .colon: state = .aliasColon
        case .spread: state = .spread
        case .openParenthesis:
            push(Frame(what: .arguments, inputs: field?.arguments ?? []))
        case .openBrace:
            var type = parent
            if case .condition(let name) = state {
                type = schema.typeIndex(name)
            } else if case .name = state {
                type = field.flatMap { schema.typeIndex($0.type.name) }
            }
            push(Frame(what: .selection, parent: type))
        default: close(token)
        }
    }

    private mutating func readSelection(name: String) {
        switch state {
        case .spread: state = name == "on" ? .typeCondition : .spreadName
        case .typeCondition: state = .condition(name)
        default: state = .name(name)
        }
    }

    /// The field that was read last.
    private var field: GraphQLField? {
        guard case .name(let name) = state, let parent = frame.parent else { return nil }
        return schema.field(name, of: schema.types[parent])
    }

    // MARK: Arguments and objects

    private mutating func readInputs(_ token: GraphQLToken) {
        switch state {
        case .value(let type), .dollar(let type): readValue(token, type)
        default:
            switch token.kind {
            case .name:
                let name = source.string(token)
                frames[frames.count - 1].used.insert(name)
                state = .name(name)
            case .colon:
                var type: GraphQLTypeReference?
                if case .name(let name) = state { type = frame.inputs.first { $0.name == name }?.type }
                state = .value(type)
            case .openBrace where frame.what == .arguments:
                // The parenthesis was forgotten, and the selection begins.
                pop(from: frames.count - 1)
                read(token)
            default: close(token)
            }
        }
    }

    private mutating func readValue(_ token: GraphQLToken, _ type: GraphQLTypeReference?) {
        let isList = frame.what == .list
        switch token.kind {
        case .dollar: state = .dollar(type)
        case .openBracket:
            if !isList { state = .start }
            push(Frame(what: .list, item: type?.item))
        case .openBrace:
            let definition = type.flatMap { schema.type($0.item?.name ?? $0.name) }
            if !isList { state = .start }
            push(Frame(what: .object, inputs: definition?.inputFields ?? []))
        case .closeBrace, .closeBracket, .closeParenthesis: close(token)
        default: state = .start
        }
    }

    // MARK: Variables

    private mutating func readVariables(_ token: GraphQLToken) {
        switch (token.kind, state) {
        case (_, .value(let type)): readValue(token, type)
        case (.dollar, _): state = .dollar(nil)
        case (.name, .dollar):
            lastVariable = source.string(token)
            state = .variableName
        case (.colon, _): state = .type("")
        case (.name, .type(let text)): takeType(text + source.string(token))
        case (.openBracket, .type(let text)): state = .type(text + "[")
        case (.closeBracket, .type(let text)): takeType(text + "]")
        case (.exclamationMark, .type(let text)): takeType(text + "!")
        case (.equals, .type(let text)): state = .value(GraphQLTypeReference(written: text))
        default: close(token)
        }
    }

    private mutating func takeType(_ text: String) {
        // Longer ones are no types; so texts of brackets stay linear.
        guard text.utf8.count < 200 else { return }
        state = .type(text)
        guard let type = GraphQLTypeReference(written: text) else { return }
        if variables.last?.name == lastVariable { variables.removeLast() }
        variables.append((lastVariable, type))
    }
}
