import NetEngine

/// What to try after a failure: the engine's words, and where these speak of a setting, how it is written here.
package enum ErrorHint {
    /// Who reads the hint, and so what can be named.
    package enum Reader {
        case screen, command, batch
    }

    package static func text(_ error: EngineError, for reader: Reader) -> String {
        switch error.hint {
        case TLSFault.trustHint:
            switch reader {
            case .screen:
                "To trust it anyway, write a line # @no-reject-unauthorized above the request, which switches the check "
                    + "off; 'apitui send' and 'apitui run' take --cacert FILE and --insecure too."
            case .command:
                "To trust it anyway, name its authority (--cacert FILE), or switch the check off: "
                    + "a line # @no-reject-unauthorized above the request, or --insecure for this call."
            case .batch: "To trust it anyway, name its authority as \"caFile\", or set \"insecure\" to true."
            }
        case TLSFault.proxyTrustHint:
            switch reader {
            case .screen: "To trust it anyway, name its authority: 'apitui send' and 'apitui run' take --cacert FILE."
            case .command: "To trust it anyway, name its authority: --cacert FILE."
            case .batch: "To trust it anyway, name its authority as \"caFile\"."
            }
        default: error.hint
        }
    }
}
