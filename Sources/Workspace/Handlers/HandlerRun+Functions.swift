import HTTPFormat

// Methods of arrays that call a function for each element.
extension HandlerRun {
    /// - Parameter owner: the value as written, for sentences.
    mutating func call(
        _ iteration: HandlerIteration, on value: HandlerValue, _ callback: HandlerCallback, _ start: HandlerExpression?,
        _ owner: String
    ) throws(HandlerFailure) -> HandlerValue {
        guard isArray(value) else {
            throw .thrown("\(owner) is \(kind(of: value)), which has no \(iteration.rawValue)()")
        }
        var result = HandlerValue.undefined
        if let start { result = try self.value(start) }
        var kept: [HandlerValue] = []
        for (place, element) in try elements(value).enumerated() {
            if iteration == .reduce {
                result = try call(callback, [result, element, .number(place)])
                continue
            }
            let returned = try call(callback, [element, .number(place)])
            switch iteration {
            case .find: if returned.isTruthy { return element }
            case .findIndex: if returned.isTruthy { return .number(place) }
            case .some: if returned.isTruthy { return .bool(true) }
            case .every: if !returned.isTruthy { return .bool(false) }
            case .filter: if returned.isTruthy { kept.append(element) }
            case .map: kept.append(returned)
            case .forEach, .reduce: break
            }
        }
        switch iteration {
        case .find, .forEach: return .undefined
        case .findIndex: return .number(-1)
        case .some: return .bool(false)
        case .every: return .bool(true)
        case .filter, .map: return try newList(kept)
        case .reduce: return result
        }
    }

    /// Calls a function of the script.
    mutating func call(
        _ callback: HandlerCallback, _ arguments: [HandlerValue]
    ) throws(HandlerFailure) -> HandlerValue {
        try goRound()
        try spend(callback.slots.count)
        for slot in callback.slots { slots[slot] = .undefined }
        for (slot, argument) in zip(callback.parameters, arguments) { slots[slot] = argument }
        returned = .undefined
        guard try execute(callback.body) == .left else { return .undefined }
        return returned
    }
}
