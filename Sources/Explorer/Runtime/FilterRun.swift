import Bodies
import NetEngine
import Pattern

/// Applies a filter of the screen to a body.
enum FilterRun {
    /// Blocks until it is done, or no longer wanted.
    static func outcome(
        of run: FilterState.Run, on body: BodyBytes, isStopped: @escaping () -> Bool
    ) -> Result<FilteredBody, BodyFilter.Failure> {
        if case .command(let command) = run.filter {
            return FilterCommand.run(command, input: body, isStopped: isStopped)
        }
        do throws(BodyFilter.Failure) {
            let budget = QueryBudget(isStopped: isStopped)
            guard let result = try run.filter.run(on: body, isSample: run.isSample, budget: budget) else {
                return .failure(.stopped)
            }
            return .success(result)
        } catch {
            return .failure(error)
        }
    }
}
