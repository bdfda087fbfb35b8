/// A step of a plan that can never be sent: variables of it have no value, and no step before it can give them one, or it is
/// refused for another reason, such as a missing body file.
package struct UnsendableStep: Sendable {
    package var step: SendPlan.Step
    /// `.unresolved` or `.refused`.
    package var outcome: RequestResolver.Outcome
    /// The variables of it that have a value.
    package var uses: [VariableUse]
}
