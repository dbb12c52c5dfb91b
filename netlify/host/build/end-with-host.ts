/** Ends this process with the host. The host holds the other end of stdin, which closes even after a kill -9. */
import { isMainThread } from "node:worker_threads"

if (isMainThread) {
  process.stdin.once("end", () => process.exit(1)).resume()
  // Lets the program exit when it is done.
  if ("unref" in process.stdin) process.stdin.unref()
}
