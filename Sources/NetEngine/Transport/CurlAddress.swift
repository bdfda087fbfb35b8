import CCurl

/// The URL that an easy handle has, as text and as libcurl reads it. Lives on the engine thread only.
///
/// libcurl reads a text for each request, and writes it down again to have it in one form, which takes longer than all
/// that the engine does with a URL. What was read once it only copies.
final class CurlAddress {
    private let parsed = curl_url()
    private var text: String?

    deinit { curl_url_cleanup(parsed) }

    /// The handle was reset, and has no URL.
    func forget() { text = nil }

    /// Returns what libcurl refuses, if it refuses anything.
    func apply(_ new: String, to handle: UnsafeMutableRawPointer) -> CURLcode {
        if new == text { return CURLE_OK }
        text = nil
        let code = ccurl_set_url(handle, new)
        guard code == CURLE_OK else { return code }
        // What it cannot read it reports when it reads the text.
        let isRead = ccurl_url_read(parsed, new) != 0
        _ = ccurl_set_parsed_url(handle, isRead ? parsed : nil)
        text = new
        return code
    }
}
