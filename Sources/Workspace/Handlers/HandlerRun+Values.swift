import Base
import HTTPFormat
import JSONPath
import NetEngine
import Pattern

// The value of an expression, by JavaScript's rules.
extension HandlerRun {
    mutating func value(_ expression: HandlerExpression) throws(HandlerFailure) -> HandlerValue {
        try spend(1)
        switch expression {
        case .undefined: return .undefined
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .number(let number): return .number(number)
        case .text(let text): return .text(text)
        case .list(let elements):
            let results = try values(elements)
            return try newList(results)
        case .object(let members):
            var all: [(name: String, value: HandlerValue)] = []
            for member in members { all.append((member.name, try value(member.value))) }
            return try newObject(all)
        case .matches(let pattern, let operand):
            let result = try value(operand)
            return .bool(try isFound(pattern, in: made(text(of: result))))
        case .local(let slot, _): return slots[slot]
        case .response(let part): return try value(of: part)
        case .header(let name, let form):
            let result = try value(name)
            return try header(text(of: result), form)
        case .variable(let name): return inputs[name].map { .text($0) } ?? .undefined
        case .dynamic(let name):
            return try value(ofDynamic: name)
        case .time(let form): return try time(form)
        case .query(let path, let operand):
            let result = try value(operand)
            return try selected(path, of: result)
        case .call(let place, _, let arguments):
            let results = try values(arguments)
            return try call(script.functions[place], results)
        case .chain(let base, let links): return try follow(base, links)
        case .function(let function, let arguments):
            let results = try values(arguments)
            return try call(function, results, arguments)
        case .not(let operand): return .bool(try !value(operand).isTruthy)
        case .negative(let operand):
            let result = try value(operand)
            return .number(try -number(of: result))
        case .toNumber(let operand):
            let result = try value(operand)
            return .number(try number(of: result))
        case .typeOf(let operand): return .text(try value(operand).type)
        case .sum(let terms):
            guard let first = terms.first else { return .undefined }
            var sum = try value(first)
            for term in terms.dropFirst() {
                let next = try value(term)
                sum = try add(sum, next)
            }
            return sum
        case .arithmetic(let sign, let left, let right):
            let first = try value(left)
            let second = try value(right)
            let (a, b) = (try number(of: first), try number(of: second))
            switch sign {
            case .minus: return .number(a - b)
            case .times: return .number(a * b)
            case .divided: return .number(a / b)
            case .remainder: return .number(a.truncatingRemainder(dividingBy: b))
            }
        case .comparison(let sign, let left, let right):
            let first = try value(left)
            let second = try value(right)
            return .bool(try compares(sign, first, second))
        case .all(let terms): return try last(of: terms) { !$0.isTruthy }
        case .any(let terms): return try last(of: terms) { $0.isTruthy }
        case .firstPresent(let terms): return try last(of: terms) { !$0.isNullish }
        case .choice(let condition, let then, let otherwise):
            let holds = try value(condition).isTruthy
            return try value(holds ? then : otherwise)
        }
    }

    private mutating func last(
        of terms: [HandlerExpression], until decides: (HandlerValue) -> Bool
    ) throws(HandlerFailure) -> HandlerValue {
        var result = HandlerValue.undefined
        for term in terms {
            result = try value(term)
            if decides(result) { break }
        }
        return result
    }

    private mutating func values(_ expressions: [HandlerExpression]) throws(HandlerFailure) -> [HandlerValue] {
        var all: [HandlerValue] = []
        for expression in expressions { all.append(try value(expression)) }
        return all
    }

    mutating func newList(_ elements: [HandlerValue]) throws(HandlerFailure) -> HandlerValue {
        .list(id: try newIdentity(elements), try made(elements))
    }

    private static let maxDepth = 200

    private mutating func newIdentity(_ parts: [HandlerValue]) throws(HandlerFailure) -> HandlerIdentity {
        var depth = 0
        for part in parts { depth = max(depth, part.depth) }
        guard depth < Self.maxDepth else {
            throw .givenUp("its arrays and objects are nested more than \(Self.maxDepth) levels deep")
        }
        lists += 1
        return HandlerIdentity(number: lists, depth: depth + 1)
    }

    /// - Parameter members: as written; of members with the same name the last counts, in the place of the first.
    private mutating func newObject(
        _ members: [(name: String, value: HandlerValue)]
    ) throws(HandlerFailure) -> HandlerValue {
        let id = try newIdentity(made(members.map(\.value)))
        var places: [String: Int] = [:]
        var all: [(name: String, value: HandlerValue)] = []
        for member in members {
            if let place = places[member.name] {
                all[place].value = member.value
            } else {
                places[member.name] = all.count
                all.append(member)
            }
        }
        let order = Self.order(of: all.map(\.name))
        return .object(id: id, order.map { all[$0] })
    }

    /// The order in which JavaScript has members: names that are indexes come first, by their numbers.
    static func order(of names: [String]) -> [Int] {
        var indexes: [(number: Int, place: Int)] = []
        var others: [Int] = []
        for (place, name) in names.enumerated() {
            if let number = arrayIndex(name) { indexes.append((number, place)) } else { others.append(place) }
        }
        guard !indexes.isEmpty else { return others }
        return indexes.sorted { $0.number < $1.number }.map(\.place) + others
    }

    /// A name that is an index up to 2^32 - 2.
    private static func arrayIndex(_ name: String) -> Int? {
        let digits = name.utf8
        guard !digits.isEmpty, digits.count <= 10, digits.allSatisfy(LineText.isDigit),
            digits.count == 1 || digits.first != UInt8(ascii: "0"), let number = Int(name), number < 0xFFFF_FFFF
        else { return nil }
        return number
    }

    private mutating func compiled(_ pattern: HandlerPattern) throws(HandlerFailure) -> Pattern {
        if let known = patterns[pattern] { return known }
        let compiled: Pattern
        do throws(Pattern.SyntaxError) {
            compiled = try Pattern(pattern.text, syntax: .common(ignoresCase: false))
        } catch {
            throw .givenUp("a regular expression is not read: \(error.reason)")
        }
        try spend(compiled.cost)
        patterns[pattern] = compiled
        return compiled
    }

    private mutating func firstMatch(
        of pattern: HandlerPattern, in text: String
    ) throws(HandlerFailure) -> HandlerValue {
        let bytes = Array(text.utf8)
        guard bytes.count <= PatternFinder.maxLength else { throw .givenUp("match() of a text longer than 64 KiB") }
        let finder = PatternFinder(try compiled(pattern))
        let most = 100_000_000
        var steps = most
        let found: Range<Int>?
        do throws(Pattern.TooManySteps) {
            found = try bytes.withUnsafeBufferPointer { bytes throws(Pattern.TooManySteps) in
                try finder.first(in: bytes, startingIn: 0..<bytes.count, steps: &steps)
            }
        } catch {
            throw .givenUp("a regular expression takes too many steps")
        }
        try spend(most - steps)
        guard let found else { return .null }
        let elements = [HandlerValue.text(String(decoding: bytes[found], as: UTF8.self))]
        var id = try newIdentity(elements)
        id.isMatch = true
        return .list(id: id, try made(elements))
    }

    private mutating func isFound(_ pattern: HandlerPattern, in text: String) throws(HandlerFailure) -> Bool {
        let compiled = try compiled(pattern)
        do throws(Pattern.TooManySteps) { return try compiled.isFound(in: Array(text.utf8), budget) } catch {
            throw .givenUp("a regular expression takes too many steps")
        }
    }

    /// The time of the send, or that of the response.
    private func time(_ form: HandlerTime) throws(HandlerFailure) -> HandlerValue {
        if script.phase == .after {
            guard let response else { throw .unavailable("no response came") }
            guard let moment = response.time else { throw .unavailable("the time of the response is not known") }
            switch form {
            case .milliseconds: return .number(Double(moment.microsecondsSince1970 / 1000))
            case .iso:
                let date = CivilTime(secondsSince1970: moment.secondsSince1970).date
                return .text("\(date)T\(Formatting.clock(moment, utcOffsetSeconds: 0))Z")
            }
        }
        switch form {
        case .milliseconds: return .number(try number(of: value(ofDynamic: "$datetime \"x\"")))
        case .iso: return try value(ofDynamic: "$datetime \"YYYY-MM-DDTHH:mm:ss.SSS[Z]\"")
        }
    }

    private func value(ofDynamic name: String) throws(HandlerFailure) -> HandlerValue {
        guard let value = dynamic(name) else { throw .unavailable("\(name) has no value") }
        return .text(value)
    }

    // MARK: the response

    private mutating func value(of part: HandlerResponsePart) throws(HandlerFailure) -> HandlerValue {
        guard let response else { throw .unavailable("no response came") }
        switch part {
        case .status: return .number(response.response.status)
        case .reason: return .text(String(decoding: response.response.reason, as: UTF8.self))
        case .body: return try bodyValue(response)
        case .parsedBody:
            let value = try bodyValue(response)
            if case .json = value { return value }
            return .undefined
        case .mimeType: return .text(response.type.essence)
        case .charset: return response.type.charset.map { .text($0) } ?? .null
        case .headers:
            var members: [(String, JSONOutput)] = []
            try spend(response.response.headers.count * 16)
            for field in response.response.headers {
                let name = field.name.lowercased()
                if !members.contains(where: { $0.0 == name }) {
                    members.append((name, .string(response.response.headers.values(name).joined(separator: ", "))))
                }
            }
            return try parsed(JSONOutput.object(members).bytes)
        }
    }

    private mutating func bodyValue(_ response: HandlerResponse) throws(HandlerFailure) -> HandlerValue {
        if let body { return body }
        try spend(response.response.content.count / 4 + 1)
        let value: HandlerValue
        switch response.body {
        case .json(let tree): value = add(tree)
        case .text(let text): value = .text(text)
        case .unavailable(let reason): throw .unavailable(reason)
        }
        body = value
        return value
    }

    private func header(_ name: String, _ form: HandlerExpression.HeaderForm) throws(HandlerFailure) -> HandlerValue {
        guard let response else { throw .unavailable("no response came") }
        try spend(response.response.headers.count)
        let values = response.response.headers.values(name)
        let texts = values.map { HandlerValue.text($0) }
        switch form {
        case .valueOf: return texts.first ?? .null
        case .valuesOf: return .list(id: .unknown, texts)
        case .member:
            guard !values.isEmpty else { return .undefined }
            // httpYac has cookies as an array, since they can contain commas.
            return name.lowercased() == "set-cookie"
                ? .list(id: .unknown, texts) : .text(values.joined(separator: ", "))
        }
    }

    // MARK: documents

    func add(_ tree: JSONTree) -> HandlerValue { value(node: 0, in: documents.add(tree)) }

    func parsed(_ text: [UInt8]) throws(HandlerFailure) -> HandlerValue {
        // A tree is larger than its text.
        try spend(16 * text.count)
        let tree: JSONTree
        do throws(JSONSyntaxError) { tree = try JSONTree.parse(text) } catch {
            throw .thrown("JSON.parse was given a text that is not JSON: \(error.reason)")
        }
        return add(tree)
    }

    /// All values that a path of JSONPath leads to.
    private mutating func selected(_ path: String, of value: HandlerValue) throws(HandlerFailure) -> HandlerValue {
        guard let query = try? JSONPathParser.parse(path) else { throw .givenUp("\(path) is not a path") }
        try spend(path.utf8.count)
        guard value.isObject else {
            throw .thrown("jsonPath was given \(kind(of: value)), which is neither an object nor an array")
        }
        var root = value
        // A query begins at the root of a document.
        if case .json(_, 0) = value {} else { root = try parsed(Array((json(value) ?? "null").utf8)) }
        guard case .json(let document, _) = root else { return .undefined }
        let nodes: [Int]
        do throws(JSONPathEvaluation.Limit) {
            nodes = try JSONPathEvaluation(documents[document], budget: budget).nodes(query)
        } catch {
            throw .givenUp(error.clause)
        }
        return try newList(nodes.map { self.value(node: $0, in: document) })
    }

    func value(node: Int, in document: Int) -> HandlerValue {
        let tree = documents[document]
        switch tree.kind(node) {
        case .null: return .null
        case .bool: return .bool(tree.slice(node).first == UInt8(ascii: "t"))
        case .string: return .text(String(decoding: tree.string(node), as: UTF8.self))
        case .object, .array: return .json(document: document, node: node)
        case .number:
            let written = String(decoding: tree.slice(node), as: UTF8.self)
            let number = Double(written) ?? .nan
            let isLarge = number.magnitude >= 0x1p53 && number.isFinite
            let isWhole = written.utf8.allSatisfy { LineText.isDigit($0) || $0 == Byte.minus }
            return .number(number, exact: isLarge && isWhole ? written : nil)
        }
    }

    // MARK: members

    private mutating func follow(
        _ base: HandlerExpression, _ links: [HandlerLink]
    ) throws(HandlerFailure) -> HandlerValue {
        var current = try value(base)
        for (place, link) in links.enumerated() {
            try spend(1)
            if current.isNullish {
                // The rest of the chain is left out too.
                if link.isOptional { return .undefined }
                let owner = HandlerExpression.source(base, links[..<place])
                throw .thrown(
                    "\(owner) is \(current.type == "undefined" ? "undefined" : "null"), so it has no \(Self.name(of: link))"
                )
            }
            switch link.step {
            case .member(let name): current = try member(name, of: current)
            case .index(let index):
                let result = try value(index)
                current = try member(text(of: result), of: current)
            case .method(let method, let arguments):
                let owner = HandlerExpression.source(base, links[..<place])
                let results = try values(arguments)
                current = try call(method, on: current, results, owner)
            case .each(let iteration, let callback, let start):
                let owner = HandlerExpression.source(base, links[..<place])
                current = try call(iteration, on: current, callback, start, owner)
            case .match(let pattern):
                guard case .text(let text) = current else {
                    let owner = HandlerExpression.source(base, links[..<place])
                    throw .thrown("\(owner) is \(kind(of: current)), which has no match()")
                }
                current = try firstMatch(of: pattern, in: text)
            }
        }
        return current
    }

    private static func name(of link: HandlerLink) -> String {
        switch link.step {
        case .member(let name): name
        case .index(let index): "element \(index.source)"
        case .method(let method, _): "\(method.rawValue)()"
        case .each(let iteration, _, _): "\(iteration.rawValue)()"
        case .match: "match()"
        }
    }

    func member(_ name: String, of value: HandlerValue) throws(HandlerFailure) -> HandlerValue {
        switch value {
        case .undefined, .null: return .undefined
        case .json(let document, let node):
            let tree = documents[document]
            guard tree.kind(node) == .array else {
                let (found, looks) = tree.member(Array(name.utf8), of: node)
                try spend(4 * looks)
                if let found { return self.value(node: found, in: document) }
                break
            }
            if name == "length" {
                let count = tree.childCount(node)
                try spend(count)
                return .number(count)
            }
            if let index = Self.index(name) {
                let (found, looks) = tree.element(index, of: node)
                try spend(looks)
                return found.map { self.value(node: $0, in: document) } ?? .undefined
            }
        case .object(_, let members):
            try spend(members.count)
            if let member = members.first(where: { $0.name == name }) { return member.value }
        case .list(let id, let elements):
            if name == "length" { return .number(elements.count) }
            if let index = Self.index(name) { return elements.indices.contains(index) ? elements[index] : .undefined }
            if id.isMatch, ["index", "input", "groups"].contains(name) {
                throw .unavailable("\(name) of a match() result is not supported here")
            }
        case .text(let text):
            try spend(text.utf8.count / 8 + 1)
            if name == "length" { return .number(text.utf16.count) }
            if let index = Self.index(name) {
                return Self.part(of: text, index..<index + 1).map { .text($0) } ?? .undefined
            }
        case .bool, .number: break
        }
        if inherits(name, value) {
            throw .unavailable("\(name) is a function of JavaScript, which is not read here")
        }
        return .undefined
    }

    /// The units of UTF-16 in a range; nil if it is outside of the text.
    static func part(of text: String, _ range: Range<Int>) -> String? {
        let units = text.utf16
        guard range.lowerBound >= 0,
            let start = units.index(units.startIndex, offsetBy: range.lowerBound, limitedBy: units.endIndex),
            let end = units.index(start, offsetBy: range.count, limitedBy: units.endIndex)
        else { return nil }
        return String(decoding: Array(units[start..<end]), as: UTF16.self)
    }

    /// The number that a name is an index by: digits without a leading zero.
    static func index(_ name: String) -> Int? {
        let digits = name.utf8
        guard !digits.isEmpty, digits.count < 10, digits.allSatisfy(LineText.isDigit),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return Int(name)
    }

    /// What values have from their prototypes, which are functions of JavaScript.
    private func inherits(_ name: String, _ value: HandlerValue) -> Bool {
        if Self.ofObjects.contains(name) { return true }
        switch value {
        case .text: return Self.ofTexts.contains(name)
        case .number: return Self.ofNumbers.contains(name)
        case .list, .json: return isArray(value) && Self.ofArrays.contains(name)
        case .undefined, .null, .bool, .object: return false
        }
    }

    private static func words(_ text: String) -> Set<String> { Set(text.split { $0.isWhitespace }.map(String.init)) }

    private static let ofObjects = words(
        """
        __proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
        __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__
        """)
    private static let ofArrays = words(
        """
        at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach
        includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice
        toReversed toSorted toSpliced unshift values with
        """)
    private static let ofTexts = words(
        """
        at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed lastIndexOf localeCompare match
        matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr substring
        toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim trimEnd trimLeft trimRight
        trimStart anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup
        """)
    private static let ofNumbers = words("toExponential toFixed toPrecision")
}
