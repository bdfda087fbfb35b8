import NetEngine
import Workspace

extension RunHead {
    /// `{"apitui":"run",…}`: the first line of a recording.
    func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("apitui", "run")
            out.member("version", Self.version)
            out.member("id", id)
            out.member("name", name)
            out.member("startedAt", startedAt.microsecondsSince1970)
            out.member("program", program)
            out.member("paths", ifAny: paths)
            out.member("environment", environment)
            out.key("settings")
            settings.write(to: &out)
            if let shard {
                out.key("shard")
                shard.write(to: &out)
            }
            out.member("missingParts", ifAny: missingParts)
            if unreadable > 0 { out.member("unreadable", unreadable) }
            out.key("requests")
            out.array(requests) { $1.write(to: &$0) }
        }
    }

    /// nil if it is not the first line of a recording.
    init?(_ value: RecordedValue) {
        guard value.text("apitui") == "run", let id = value.text("id"), let startedAt = value.int("startedAt") else {
            return nil
        }
        self.init(
            id: id, name: value.text("name"), startedAt: Timestamp(microsecondsSince1970: Int64(startedAt)),
            program: value.text("program") ?? "", paths: value.texts("paths"), environment: value.text("environment"),
            settings: Settings(value["settings"]), requests: value.values("requests").map { Request($0) },
            shard: value["shard"].flatMap { Shard($0) })
        missingParts = value.ints("missingParts")
        unreadable = value.int("unreadable") ?? 0
    }
}

extension RunHead.Settings {
    fileprivate func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("jobs", jobs)
            out.member("rounds", rounds)
            if let rate {
                out.key("rate")
                out.raw(Array("\(rate)".utf8))
            }
            out.member("durationMicros", micros: duration)
            out.member("data", data)
            out.member("rows", rows)
            out.member("cache", cache)
        }
    }

    fileprivate init(_ value: RecordedValue?) {
        self.init()
        guard let value else { return }
        jobs = value.int("jobs") ?? 1
        rounds = value.int("rounds")
        rate = value["rate"]?.double
        duration = value.duration("durationMicros")
        data = value.text("data")
        rows = value.int("rows")
        cache = value.text("cache")
    }
}

extension RunHead.Request {
    fileprivate func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("file", file)
            out.member("line", line)
            out.member("id", id)
            out.member("method", method)
            out.member("url", url)
            out.member("tags", ifAny: tags)
            out.member("needs", ifAny: needs)
            out.member("turn", turn)
            out.member("isDisabled", ifTrue: isDisabled)
            out.member("reason", reason)
        }
    }

    fileprivate init(_ value: RecordedValue) {
        self.init(
            file: value.text("file") ?? "", line: value.int("line") ?? 1, id: value.text("id") ?? "",
            method: value.text("method") ?? "GET", url: value.text("url") ?? "", tags: value.texts("tags"),
            needs: value.ints("needs"), turn: value.text("turn"), isDisabled: value.bool("isDisabled"),
            reason: value.text("reason"))
    }
}

extension RunHead.Shard {
    fileprivate func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("index", index)
            out.member("count", count)
            out.member("plan", plan)
            out.member("requests", ifAny: requests)
            out.member("attempt", attempt)
        }
    }

    fileprivate init?(_ value: RecordedValue) {
        guard let index = value.int("index"), let count = value.int("count"), let plan = value.text("plan"),
            (1...ShardChoice.most).contains(count), (1...count).contains(index)
        else { return nil }
        self.init(
            index: index, count: count, plan: plan, requests: value.ints("requests"), attempt: value.int("attempt") ?? 0
        )
    }
}

extension RunEnd {
    /// `{"end":{…}}`: the last line of a recording.
    func write(to out: inout JSONWriter) {
        out.object { out in
            out.key("end")
            out.object { out in
                out.member("elapsedMicros", micros: elapsed)
                out.member("reason", reason.rawValue)
                out.member("notReached", notReached)
                if damaged > 0 { out.member("damaged", damaged) }
            }
        }
    }

    init?(_ value: RecordedValue) {
        guard let elapsed = value.duration("elapsedMicros") else { return nil }
        self.init(
            elapsed: elapsed, reason: value.text("reason").flatMap { Reason(rawValue: $0) } ?? .interrupted,
            notReached: value.int("notReached") ?? 0, damaged: value.size("damaged") ?? 0)
    }
}
