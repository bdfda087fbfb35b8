import Base
import NetEngine

/// The content of the cache at one moment, grouped by URL. Pure.
package struct CacheContents: Sendable {
    /// All stored responses of one URL.
    package struct Group: Sendable {
        package let key: CacheKey
        /// Newest first.
        package let variants: [StoredResponse]

        package var bytes: Int { variants.reduce(0) { $0 + $1.bodyByteCount } }
    }

    /// Most recently used first.
    package let groups: [Group]
    package let usage: CacheUsage
    package let readAt: Timestamp

    /// - Parameter stored: most recently used first.
    package init(_ stored: [StoredResponse], usage: CacheUsage, readAt: Timestamp) {
        var order: [CacheKey] = []
        var variants: [CacheKey: [StoredResponse]] = [:]
        for response in stored {
            if variants[response.key] == nil { order.append(response.key) }
            variants[response.key, default: []].append(response)
        }
        groups = order.map { key in
            Group(key: key, variants: (variants[key] ?? []).sorted { $0.responseTime > $1.responseTime })
        }
        self.usage = usage
        self.readAt = readAt
    }
}

extension CachedEntry {
    /// Everything about the entry, as `cache show` and the cache browser show it.
    package var lines: [SafeText] {
        var lines: [SafeText] = [
            SafeText(key), SafeText("  status    \(response.status)"),
            SafeText("  state     \(state)"), SafeText("  age       \(age.arithmetic)"),
            SafeText("  lifetime  \(response.lifetime.arithmetic)"),
            SafeText("  body      \(Formatting.byteCount(response.bodyByteCount))"),
        ]
        if let part = response.part { lines.append(SafeText("  part      \(part.text)")) }
        if response.vary.isStar { lines.append("  vary      * (for no other request)") }
        for field in vary {
            lines.append(SafeText("  vary      \(field.name): \(field.value ?? "(absent)")"))
        }
        for header in headers {
            lines.append(SafeText("  \(header.name): ") + SafeText(bytes: header.valueBytes))
        }
        return lines
    }
}
