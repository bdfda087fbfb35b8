import NetEngine

extension RunAccount {
    /// About how long each request of a plan takes, in seconds: the sum of its times in this run; the median of all for one that is new.
    ///
    /// Several requests may have the same name, and one that waits for different requests in different rows is several in a plan.
    /// Where the plan has as many of them as this run, they are the same in order; otherwise each gets an equal share of their sum.
    package func weights(of plan: [RunHead.Request]) -> [Double] {
        let groups = Dictionary(grouping: requests, by: \.request.key)
        let known: [RunHead.Request.Key: [Double]] = groups.mapValues { same in
            same.map { ($0.phases[.total] ?? .zero) / .seconds(1) }
        }
        let counts: [RunHead.Request.Key: Int] = Dictionary(grouping: plan, by: \.key).mapValues(\.count)
        let sorted = known.values.joined().sorted()
        let median = sorted.isEmpty ? 1 : sorted[sorted.count / 2]
        var taken: [RunHead.Request.Key: Int] = [:]
        return plan.map { request in
            guard let times = known[request.key], let count = counts[request.key] else { return median }
            guard times.count == count else { return times.reduce(0, +) / Double(count) }
            let place = taken[request.key, default: 0]
            taken[request.key] = place + 1
            return times[place]
        }
    }
}
