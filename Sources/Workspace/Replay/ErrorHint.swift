import NetEngine

/// What to try after a failure: the engine's hint, with settings named as the user can write them here.
package enum ErrorHint {
    /// Where the hint is shown, which decides how settings are named.
    package enum Reader {
        case screen, command, batch
    }

    package static func text(_ error: EngineError, for reader: Reader) -> String {
        switch error.remedy {
        case .trustServer:
            switch reader {
            case .screen:
                "To trust it anyway, switch verify TLS off on the Options tab of the request, which writes the line "
                    + "# @no-reject-unauthorized above it; 'apitui send' and 'apitui run' take --cacert FILE and --insecure too."
            case .command:
                "To trust it anyway, name its authority (--cacert FILE), or switch the check off: "
                    + "a line # @no-reject-unauthorized above the request, or --insecure for this call."
            case .batch: "To trust it anyway, name its authority as \"caFile\", or set \"insecure\" to true."
            }
        case .trustProxy:
            switch reader {
            case .screen: "To trust it anyway, name its authority: 'apitui send' and 'apitui run' take --cacert FILE."
            case .command: "To trust it anyway, name its authority: --cacert FILE."
            case .batch: "To trust it anyway, name its authority as \"caFile\"."
            }
        // The program has no setting for it.
        case .raiseHeaderLimit: EngineError.fixedHeaderLimit
        case .raiseRedirectLimit:
            switch reader {
            case .screen, .command:
                "Look at the Location fields of the hops. This limit cannot be raised; with a line # @no-redirect above "
                    + "the request no redirect is followed, and each can be sent by itself."
            case .batch: "Look at the Location fields of the hops, or raise \"maxRedirects\"."
            }
        case nil: error.hint
        }
    }
}
