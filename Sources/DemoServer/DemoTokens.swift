import Foundation
import NetEngine
import Synchronization

/// Codes, tokens and pending devices of the demo's authorization server. Everything is in memory.
final class DemoTokens: Sendable {
    /// Who may do what, and until when.
    struct Access: Sendable {
        var client: String
        /// nil if the client acts for itself.
        var user: String?
        var grant: String
        var scope: String
        /// When it expires, in seconds since 1970.
        var expires: Int64 = 0
        /// When it was issued, in seconds since 1970.
        var issued: Int64 = 0
    }

    /// An authorization code on its way through a browser.
    struct Code: Sendable {
        var access: Access
        var redirectURI: String
        var challenge: String?
        var isPlain: Bool
        var expires: Int64
    }

    enum DeviceState: Sendable { case waiting, allowed, refused }

    struct Device: Sendable {
        var userCode: String
        var access: Access
        var state = DeviceState.waiting
        var expires: Int64
        /// When the client last polled, in microseconds.
        var asked: Int64 = 0
    }

    private struct State {
        var access: [String: Access] = [:]
        var refresh: [String: Access] = [:]
        var codes: [String: Code] = [:]
        var devices: [String: Device] = [:]
    }

    private let state = Mutex(State())
    /// The largest size of a list; a full one is simply emptied.
    private static let limit = 10_000
    /// For how many seconds `expire` spares a token that replaced another.
    private static let grace: Int64 = 3

    /// For tests: the size of the largest list.
    var keptCount: Int {
        state.withLock { max($0.access.count, $0.refresh.count, $0.codes.count, $0.devices.count) }
    }

    /// Adds a value; a full list is emptied first.
    private static func add<Value>(_ value: Value, _ name: String, to list: inout [String: Value]) {
        if list.count >= limit { list = [:] }
        list[name] = value
    }

    /// An opaque name that cannot be guessed.
    static func random(_ prefix: String) -> String {
        prefix + Hexadecimal.text((0..<16).map { _ in UInt8.random(in: 0...255) })
    }

    // MARK: Tokens

    func issue(_ access: Access, lifetime: Int64, withRefresh: Bool) -> (token: String, refresh: String?) {
        var access = access
        access.issued = Timestamp.secondsNow()
        access.expires = access.issued + lifetime
        let token = Self.random("demo-at-")
        let refresh = withRefresh ? Self.random("demo-rt-") : nil
        state.withLock { state in
            Self.add(access, token, to: &state.access)
            if let refresh { Self.add(access, refresh, to: &state.refresh) }
        }
        return (token, refresh)
    }

    /// The access token's data, also if it has expired; nil if it is unknown.
    func access(_ token: String) -> Access? { state.withLock { $0.access[token] } }

    /// The access that a refresh token grants; each works only once (RFC 9700 §4.14.2).
    func takeRefresh(_ token: String, client: String) -> Access? {
        state.withLock { state in
            guard state.refresh[token]?.client == client else { return nil }
            return state.refresh.removeValue(forKey: token)
        }
    }

    /// Expires all access tokens now; refresh tokens stay valid.
    func expireAll() -> Int {
        state.withLock { state in
            let count = state.access.values.count { $0.expires > 0 }
            for token in state.access.keys { state.access[token]?.expires = 0 }
            return count
        }
    }

    /// Expires this access token now; its refresh token stays valid.
    ///
    /// A token that has just replaced another is spared: with many concurrent requests, no client loses two tokens in a
    /// row.
    /// - Returns: how many tokens expired; nil if the token is unknown.
    func expire(_ token: String) -> Int? {
        let now = Timestamp.secondsNow()
        return state.withLock { state in
            guard let access = state.access[token] else { return nil }
            let isSpared = access.grant == "refresh_token" && now - access.issued < Self.grace
            guard !isSpared, access.expires > 0 else { return 0 }
            state.access[token]?.expires = 0
            return 1
        }
    }

    func revoke(_ token: String) {
        state.withLock { state in
            state.access[token] = nil
            state.refresh[token] = nil
        }
    }

    // MARK: Codes

    func add(_ code: Code) -> String {
        let name = Self.random("demo-code-")
        state.withLock { Self.add(code, name, to: &$0.codes) }
        return name
    }

    /// Each code works only once and expires after a minute.
    func takeCode(_ name: String) -> Code? {
        state.withLock { $0.codes.removeValue(forKey: name) }.flatMap {
            $0.expires >= Timestamp.secondsNow() ? $0 : nil
        }
    }

    // MARK: Devices

    func addDevice(_ access: Access, lifetime: Int64) -> (code: String, userCode: String) {
        let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
        func four() -> String { String((0..<4).map { _ in letters[Int.random(in: 0..<letters.count)] }) }
        let code = Self.random("demo-device-")
        let userCode = "\(four())-\(four())"
        let device = Device(userCode: userCode, access: access, expires: Timestamp.secondsNow() + lifetime)
        state.withLock { Self.add(device, code, to: &$0.devices) }
        return (code, userCode)
    }

    /// Records the user's decision; false if no device waits with that code.
    func decide(userCode: String, as new: DeviceState) -> Bool {
        let wanted = userCode.uppercased().filter(\.isLetter)
        return state.withLock { state in
            guard let name = state.devices.first(where: { $0.value.userCode.filter(\.isLetter) == wanted })?.key
            else { return false }
            state.devices[name]?.state = new
            return true
        }
    }

    /// Why a device has no token yet, as RFC 8628 §3.5 names it.
    enum DeviceResult: Sendable {
        case allowed(Access)
        case error(String)
    }

    func askDevice(_ code: String, client: String) -> DeviceResult {
        let now = Timestamp.now.microsecondsSince1970
        return state.withLock { state in
            guard var device = state.devices[code], device.access.client == client else {
                return .error("invalid_grant")
            }
            guard device.expires * 1_000_000 > now else {
                state.devices[code] = nil
                return .error("expired_token")
            }
            let isHasty = now - device.asked < 900_000
            device.asked = now
            state.devices[code] = device
            switch device.state {
            case .waiting: return .error(isHasty ? "slow_down" : "authorization_pending")
            case .refused:
                state.devices[code] = nil
                return .error("access_denied")
            case .allowed:
                state.devices[code] = nil
                return .allowed(device.access)
            }
        }
    }
}
