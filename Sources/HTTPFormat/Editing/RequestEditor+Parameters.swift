import Base
import NetEngine

/// Edits of query parameters, each on the smallest number of lines.
extension RequestEditor {
    package static func parameter(_ name: String, _ value: String, keepsEquals: Bool) throws(Refusal) -> [UInt8] {
        try refuseLineBreak(name + value, "A parameter")
        guard !name.isEmpty else { throw Refusal(sentence: "A parameter needs a name.") }
        let bytes = Array((value.isEmpty && !keepsEquals ? name : "\(name)=\(value)").utf8)
        let query = bytes.withUnsafeBufferPointer { buffer in
            let text = [UInt8(ascii: "?")] + Array(buffer)
            return text.withUnsafeBufferPointer { buffer in
                let query = QuerySyntax(LineText(buffer, 0..<buffer.count))
                return (query.parameters.count, query.end == buffer.count)
            }
        }
        guard query.1 else { throw Refusal(sentence: "A # in a parameter is written %23.") }
        guard query.0 == 1 else { throw Refusal(sentence: "A & in a parameter is written %26.") }
        guard !name.utf8.contains(Byte.equals) || name.contains(bytes: "{{") else {
            throw Refusal(sentence: "A = in the name of a parameter is written %3D.")
        }
        return bytes
    }

    mutating func editZone(_ edit: (inout TargetZone) throws(Refusal) -> Void) throws(Refusal) {
        let old = TargetZone(request, in: document)
        var new = old
        guard old.places.count == request.parameters.count else {
            throw Refusal(sentence: "A parameter spans several lines; edit the target instead.")
        }
        try edit(&new)
        free.insert(.target)
        let sources = Set(new.lines.compactMap(\.source))
        var anchor = request.line - 1
        for line in new.lines {
            if let source = line.source {
                anchor = source
                if old.lines.first(where: { $0.source == source }) != line { edits.replace(source, with: line.bytes) }
            } else {
                edits.insert([line.bytes], after: anchor)
            }
        }
        for line in old.lines {
            if let source = line.source, !sources.contains(source) { edits.delete(source) }
        }
    }

    func checkParameter(_ index: Int) throws(Refusal) {
        guard request.parameters.indices.contains(index) else {
            throw Refusal(sentence: "The parameter no longer exists.")
        }
    }

    package mutating func setParameter(_ index: Int, _ name: String, _ value: String) throws(Refusal) {
        try checkParameter(index)
        expected.parameters[index].name = name
        expected.parameters[index].value = value
        try editZone { (zone) throws(Refusal) in
            let hadEquals = zone.parameter(index)?.contains(Byte.equals) ?? true
            zone.setParameter(index, try Self.parameter(name, value, keepsEquals: hadEquals))
        }
    }

    package mutating func addParameter(_ name: String, _ value: String) throws(Refusal) {
        expected.parameters.append(.init(name: name, value: value, isEnabled: true, line: 0))
        let bytes = try Self.parameter(name, value, keepsEquals: true)
        try editZone { (zone) throws(Refusal) in zone.addParameter(bytes) }
    }

    package mutating func removeParameter(_ index: Int) throws(Refusal) {
        try checkParameter(index)
        expected.parameters.remove(at: index)
        try editZone { (zone) throws(Refusal) in zone.removeParameter(index) }
    }

    package mutating func toggleParameter(_ index: Int) throws(Refusal) {
        try checkParameter(index)
        expected.parameters[index].isEnabled.toggle()
        try editZone { (zone) throws(Refusal) in zone.toggleParameter(index) }
    }
}
