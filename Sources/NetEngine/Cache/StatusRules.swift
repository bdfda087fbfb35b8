/// What a status code means for a cache.
package enum StatusRules {
    /// RFC 9110 §15.1.
    package static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        switch status {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }

    /// Whether the meaning is known here, as `must-understand` requires (RFC 9111 §5.2.2.3): the registered final codes.
    package static func isUnderstood(_ status: Int) -> Bool {
        switch status {
        case 200...208, 226, 300...305, 307, 308, 400...417, 421...426, 428, 429, 431, 451, 500...508, 510, 511: true
        default: false
        }
    }

    /// Why a response with this status is never stored, or nil.
    package static func refusal(_ status: Int) -> String? {
        switch status {
        case 200..<600 where ![304, 407, 412, 416, 417, 428, 429, 431, 511].contains(status): nil
        case 304: "a 304 holds no representation (RFC 9110 §15.4.5)"
        case 407: "407 concerns the proxy, not the target"
        case 412, 417: "\(status) concerns the fields of that very request"
        case 416: "416 concerns the range of that very request"
        case 428, 429, 431, 511: "\(status) must not be stored (RFC 6585)"
        default: "\(status) is not a final status (RFC 9110 §15)"
        }
    }

    /// The errors that `stale-if-error` covers (RFC 5861 §4).
    static func isServerFailure(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }
}
