import Base
import DescriptionDrafts
import Glibc
import Testing

/// Writes drafts to the folder that `DESCRIPTION_DRAFTS` names, for a validator of somebody else:
/// `scripts/openapi-validator` does.
struct DraftFilesTests {
    private static let folder = processEnvironment("DESCRIPTION_DRAFTS")

    @Test(.enabled(if: folder != nil, "DESCRIPTION_DRAFTS names no folder"), arguments: 1...40 as ClosedRange<UInt64>)
    func `drafts are written`(_ seed: UInt64) throws {
        let folder = try #require(Self.folder)
        let document = draft(RandomExchanges.make(seed, count: 80) + Self.shop)
        for (bytes, end) in [(document.json, "json"), (document.yaml, "yaml")] {
            let file = try #require(fopen("\(folder)/draft-\(seed).\(end)", "w"))
            #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
            fclose(file)
        }
    }

    private static var shop: [ObservedExchange] {
        let item = #"{"sku":"a","price":1.5,"owner":{"id":1,"name":"x"}}"#
        return [
            exchange("/products/chair", response: item), exchange("/products/table", response: item),
            exchange(
                "/products/lamp?x=1&x=2", headers: [("X-Tenant", "a")], response: item, answered: [("RateLimit", "5")]),
            exchange("POST", "/login", body: "a=1&b=x", type: "application/x-www-form-urlencoded"),
            exchange("/files/42.json", headers: [("X-Api-Key", "k")], response: "[\(item)]"),
            exchange("/e?api_key=1", status: nil, headers: [("Cookie", "session=x")]),
        ]
    }
}
