import Base
import HTTPFormat
import NetEngine

@testable import Workspace

enum DotEnvCheck {
    static func fault(_ bytes: [UInt8], _ value: String) -> String? {
        let file = DotEnvFile(bytes: bytes)
        for entry in file.entries {
            guard 0 <= entry.range.lowerBound, entry.range.upperBound <= bytes.count, entry.line >= 1 else {
                return "the entry \(entry.name) is at \(entry.range) of \(bytes.count) bytes"
            }
        }
        let name = file.entries.first?.name ?? "NAME"
        guard let edited = file.setting(name, to: value) else { return nil }
        let after = DotEnvFile(bytes: edited)
        guard after[name]?.value == value else { return ".env: \(name) was set to \(after[name]?.value ?? "nothing")" }
        return nil
    }
}

enum JSONEditCheck {
    static func fault(_ bytes: [UInt8], _ value: String) -> String? {
        let before = try? OrderedJSON.parse(bytes, allowsComments: true)
        for path in [["dev", "host"], ["$shared", "a"]] {
            let edited: [UInt8]
            do throws(JSONMemberEdit.Refusal) {
                edited = try JSONMemberEdit(path: path, value: value, allowsComments: true).applied(to: bytes)
            } catch {
                if error.sentence.hasSuffix(".") { continue }
                return "the refusal is no sentence: \(error.sentence)"
            }
            guard let after = try? OrderedJSON.parse(edited, allowsComments: true) else {
                return "the edited file is not JSON"
            }
            let found: String? =
                switch after.member(path[0])?.member(path[1])?.content {
                case .string(let text)?, .literal(let text)?: text
                case .array(let text)?: text
                default: nil
                }
            guard found == value else { return "\(path) was set to \(found ?? "nothing"), not to \(value)" }
            if let before, case .object(let members) = before.content, case .object(let others) = after.content {
                guard others.count >= members.count else { return "a member is lost" }
            }
        }
        return nil
    }
}
