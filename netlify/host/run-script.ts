import { closePools } from "../../db/plain-postgres.ts"
import { onStopSignal } from "./processes.ts"
import { getReason, StartFailure } from "./start-failure.ts"

/** Prints the result or the error of `work`. At the end, and on Ctrl-C, runs the steps that `work` added to `undo`. */
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
