import Base
import JSONPath

extension SchemaCheck {
    // MARK: Strings

    func isValidString(_ code: StringCode, _ value: Int) -> Bool {
        let text = string(value)
        if code.least > 0 || code.most < .max {
            let length = length(text, upTo: code)
            guard length >= code.least, length <= code.most else { return false }
        }
        if code.format >= 0, code.assertsFormat || looksForWarnings,
            let format = SchemaFormat(rawValue: Int(code.format)),
            !format.accepts(text)
        {
            guard !code.assertsFormat else { return false }
            noteWarning()
        }
        return code.pattern < 0 || matches(code.pattern, text)
    }

    /// In Unicode scalars, or bytes where that says enough.
    private func length(_ text: UnsafeBufferPointer<UInt8>, upTo code: StringCode) -> Int {
        if text.count <= code.most, text.count / 4 >= code.least { return text.count }
        return Self.length(text)
    }

    static func length(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for byte in text where byte & 0xC0 != 0x80 { count += 1 }
        return count
    }

    // MARK: Numbers

    func isValidNumber(_ code: NumberCode, _ value: Int) -> Bool {
        let text = numberText(value)
        if looksForWarnings, code.format >= 0, !code.assertsFormat, !hasFormat(code, text) { noteWarning() }
        if code.areIntegers, code.format < 0 || !code.assertsFormat, let (floor, ceiling) = Self.bounds(text),
            code.multiple < 0 || floor == ceiling
        {
            return floor >= code.low && ceiling > code.lowExclusive && ceiling <= code.high
                && floor < code.highExclusive && (code.multiple < 0 || floor % code.multipleInteger == 0)
        }
        return brokenBound(code, JSONNumber(text)) == nil
    }

    private func hasFormat(_ code: NumberCode, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if let (floor, ceiling) = Self.bounds(text), floor == ceiling, Int32(exactly: floor) != nil { return true }
        return SchemaFormat(rawValue: Int(code.format))?.accepts(JSONNumber(text)) ?? true
    }

    /// The integers around a number of at most 18 digits that has no exponent.
    private static func bounds(_ text: UnsafeBufferPointer<UInt8>) -> (floor: Int, ceiling: Int)? {
        guard text.count <= 18 else { return nil }
        var value = 0
        var place = text[0] == Byte.minus ? 1 : 0
        while place < text.count, DateFormat.isDigit(text[place]) {
            value = value * 10 + Int(text[place] - UInt8(ascii: "0"))
            place += 1
        }
        var hasFraction = false
        if place < text.count {
            guard text[place] == Byte.dot else { return nil }
            place += 1
            while place < text.count {
                guard DateFormat.isDigit(text[place]) else { return nil }
                if text[place] != UInt8(ascii: "0") { hasFraction = true }
                place += 1
            }
        }
        if text[0] == Byte.minus { return (hasFraction ? -value - 1 : -value, -value) }
        return (value, hasFraction ? value + 1 : value)
    }

    enum BrokenBound { case minimum, exclusiveMinimum, maximum, exclusiveMaximum, multiple, format }

    func brokenBound(_ code: NumberCode, _ number: JSONNumber) -> BrokenBound? {
        let bounds = program.bounds
        if code.minimum >= 0, number < bounds[Int(code.minimum)] { return .minimum }
        if code.exclusiveMinimum >= 0, number <= bounds[Int(code.exclusiveMinimum)] { return .exclusiveMinimum }
        if code.maximum >= 0, number > bounds[Int(code.maximum)] { return .maximum }
        if code.exclusiveMaximum >= 0, number >= bounds[Int(code.exclusiveMaximum)] { return .exclusiveMaximum }
        if code.multiple >= 0, number.isMultiple(of: bounds[Int(code.multiple)]) == false { return .multiple }
        if code.assertsFormat, let format = SchemaFormat(rawValue: Int(code.format)), !format.accepts(number) {
            return .format
        }
        return nil
    }

    // MARK: Values

    func isOne(of table: Int, _ code: SchemaCode, _ value: Int, _ type: UInt8) -> Bool {
        let table = program.values[table]
        guard table.types & type != 0 else { return false }
        switch type {
        case TypeBit.null: return true
        case TypeBit.bool: return text[Int(nodes[value].start)] == UInt8(ascii: "t") ? table.hasTrue : table.hasFalse
        case TypeBit.string: return slot(string(value), table.table, table.mask) != nil
        case TypeBit.array, TypeBit.object:
            var trees = TwoTrees(tree, library.documents[Int(code.document)].tree)
            guard next(value) - value <= table.maxNodes || trees.hasNodes(value, atMost: table.maxNodes) else {
                return false
            }
            return table.containers.contains { trees.areEqual(value, Int($0)) }
        default: return table.numbers.contains(JSONNumber(numberText(value)))
        }
    }
}
