import { closePools } from "../../db/plain-postgres.ts"
import { onStopSignal } from "./processes.ts"
import { getReason, StartFailure } from "./start-failure.ts"

/**
 * Runs a command-line script. Prints the result of `work`, or why it failed: the message of a {@link StartFailure},
 * otherwise `failure` and the reason. Then, or on Ctrl-C, stops everything that `work` has added to `undo`, such as a
 * database that it started.
 */
export async function runScript(
  failure: string,
  work: (undo: AsyncDisposableStack) => Promise<string>,
): Promise<void> {
  const undo = new AsyncDisposableStack()
  onStopSignal(
    () => void undo.disposeAsync().finally(() => process.exit(130)),
    () => process.exit(130),
  )
  undo.defer(closePools)
  try {
    console.log(await work(undo))
  } catch (error) {
    console.error(error instanceof StartFailure ? error.message : `${failure}: ${getReason(error)}`)
    process.exitCode = 1
  } finally {
    await undo.disposeAsync()
  }
}
