import Base
import HTTPFormat
import NetEngine

/// E5: a `# @proxy` with variables whose values make no URL of a proxy, as far as they are known. Pure.
enum ProxyNotices {
    /// - Parameters:
    ///   - line: of the proxy; nil if there is none.
    ///   - resolution: counts what its values add up to.
    ///   - isOpen: whether a variable may have another value when the request is sent.
    static func notice(
        _ request: SavedRequest, _ line: Int?, _ resolution: inout VariableResolution, isOpen: (String) -> Bool
    ) -> Notice? {
        guard let line, case .url(let text)? = request.settings.proxy, text.contains(bytes: "{{") else { return nil }
        // The values of its items are known when it runs.
        if case .items? = request.loop?.over { return nil }
        let url = resolution.expandProxy(text, line: line)
        guard resolution.isComplete, !resolution.uses.contains(where: { isOpen($0.name) }) else { return nil }
        do throws(EngineError) {
            _ = try ProxyServer(url)
            return nil
        } catch {
            return Notice(id: "E5", severity: .error, line: line, text: error.sentence.withoutFullStop)
        }
    }
}
