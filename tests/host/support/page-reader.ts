/** Worker thread that loads pages in a loop. It posts the duration of each request in ms, or Infinity for an error status. */
import { setTimeout as sleep } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"

const { origin, paths } = workerData as { origin: string; paths: string[] }
for (;;) {
  for (const path of paths) {
    const start = performance.now()
    const response = await fetch(origin + path)
    await response.arrayBuffer()
    parentPort?.postMessage(response.ok ? performance.now() - start : Number.POSITIVE_INFINITY)
    await sleep(20)
  }
}
