/**
 * Preloaded into a build: ends it when the host is gone, however that ended. The host holds the other end
 * of our standard input, which the system closes also after a kill -9.
 */
import { isMainThread } from "node:worker_threads"

if (isMainThread) {
  process.stdin.once("end", () => process.exit(1)).resume()
  // Not a reason to stay when the build is done.
  if ("unref" in process.stdin) process.stdin.unref()
}
