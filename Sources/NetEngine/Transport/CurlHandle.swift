import CCurl

/// An easy handle with everything that must live as long as it. Lives on the engine thread only.
///
/// A handle carries one transfer after the other. Requests to one origin with equal options need the same settings, so
/// those stay in place from one to the next: setting up a handle again costs a third of the rest of a request.
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    /// Where libcurl writes its own words about a failure.
    let errorText: UnsafeMutablePointer<CChar>
    /// What libcurl's callbacks belong to now.
    var transfer: CurlTransfer?
    private var settings: CurlSetup.Settings?
    private let lists = CurlLists()
    private let address = CurlAddress()
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    /// What `fieldList` was made of.
    private var fields: HeaderFields?
    /// A login for the proxy is left out then.
    private var fieldsAreForTunnel = false

    /// nil if libcurl cannot make a handle.
    init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(fieldList)
        lists.free()
        errorText.deallocate()
    }

    /// For the same request once more, with another login for its proxy.
    func prepareRoute(_ setup: CurlRouteSetup) { setup.apply(to: pointer, lists: lists) { _ in } }

    /// Returns what libcurl refuses, if it refuses anything.
    func prepare(_ setup: CurlSetup, source: BodySource, loop: CurlLoop) -> EngineError? {
        errorText[0] = 0
        let isReady = !source.hasBody && settings.map { setup.needs($0) } == true
        if !isReady {
            settings = nil
            curl_easy_reset(pointer)
            address.forget()
            _ = ccurl_set_private(pointer, Unmanaged.passUnretained(self).toOpaque())
            _ = ccurl_set_error_buffer(pointer, errorText)
            CurlCallbacks.install(
                on: pointer, handle: Unmanaged.passUnretained(self).toOpaque(),
                loop: Unmanaged.passUnretained(loop).toOpaque())
            // Nothing points at the old ones since the reset.
            lists.free()
            if let failure = setup.apply(to: pointer, lists: lists, source: source) { return failure }
            settings = source.hasBody ? nil : setup.settings
        }
        if fields != setup.request.headers || fieldsAreForTunnel != setup.route.isTunnel {
            // libcurl reads the list, so the old one goes when the new one is in its place.
            let old = fieldList
            fieldList = setup.makeFieldList()
            fields = setup.request.headers
            fieldsAreForTunnel = setup.route.isTunnel
            _ = ccurl_set_headers(pointer, fieldList)
            curl_slist_free_all(old)
        } else {
            _ = ccurl_set_headers(pointer, fieldList)
        }
        return setup.applyTarget(to: pointer, address)
    }
}
