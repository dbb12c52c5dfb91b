/**
 * Ends this process with the host, which holds the other end of stdin. The system closes the pipe even
 * after a kill -9 of the host.
 */
import { isMainThread } from "node:worker_threads"

if (isMainThread) {
  process.stdin.once("end", () => process.exit(1)).resume()
  // Lets the program exit when it is done.
  if ("unref" in process.stdin) process.stdin.unref()
}
