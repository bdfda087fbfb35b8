import NetEngine

extension BodyShape {
    /// An array for each place: the index of the one that it is in, the step to it (a name, or 0 for the elements of an array
    /// and 1 for members whose names are ids), the types of its values, how many there are, and how many are objects.
    func write(to out: inout JSONWriter) {
        out.array(places) { out, place in
            out.array(0..<5) { out, column in
                switch column {
                case 0: out.number(place.parent ?? -1)
                case 1:
                    switch place.step {
                    case .name(let name): out.string(String(decoding: name, as: UTF8.self))
                    case .element, .rest: out.number(0)
                    case .anyName: out.number(1)
                    }
                case 2: out.string(place.types.words.joined(separator: "|"))
                case 3: out.number(place.count)
                default: out.number(place.objects)
                }
            }
        }
    }

    /// A body whose shape is read has fewer values of one kind, and sums of this many do not overflow.
    private static let mostValues = 1 << 32

    /// nil if it is damaged.
    init?(_ value: RecordedValue) {
        let rows = value.elements
        guard !rows.isEmpty, rows.count <= Self.mostPlaces else { return nil }
        places = []
        for (index, row) in rows.enumerated() {
            let columns = row.elements
            guard columns.count >= 5, let parent = columns[0].int, let types = columns[2].text,
                let count = columns[3].int, let objects = columns[4].int,
                index == 0 ? parent == -1 : (0..<index).contains(parent),
                (1...Self.mostValues).contains(count), (0...count).contains(objects)
            else { return nil }
            let step: PathTable.Step =
                columns[1].bytes.map { .name($0) } ?? (columns[1].int == 1 ? .anyName : .element)
            places.append(
                Place(
                    parent: index == 0 ? nil : parent, step: step,
                    types: ValueTypes(words: types.split(separator: "|")), count: count, objects: objects))
        }
    }
}
