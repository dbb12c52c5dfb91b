/** Child process of texts.ts. Reads JSON from stdin and writes the result as JSON to stdout. */
import { json } from "node:stream/consumers"
import type { KnownDigests } from "../../../src/features/events/import/read.ts"
import { limitProcess } from "./limit-process.ts"

const [, , memoryMaxBytes, cpuMaxMs, job] = process.argv
await limitProcess({ memoryMaxBytes: Number(memoryMaxBytes), cpuMaxMs: Number(cpuMaxMs) })

interface Input {
  text: string
  knownDigests?: KnownDigests
}

async function runJob({ text, knownDigests }: Input): Promise<unknown> {
  if (job === "calendar") {
    const { readCalendar } = await import("../../../src/features/events/import/read.ts")
    return readCalendar(text, Date.now(), knownDigests)
  }
  const { renderMarkdown } = await import("../../../src/markdown/render.ts")
  return renderMarkdown(text)
}

process.stdout.write(JSON.stringify(await runJob((await json(process.stdin)) as Input)))
