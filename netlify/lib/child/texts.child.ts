/** The child process that reads one calendar or renders one text, from its input to its output. */
import { text } from "node:stream/consumers"
import { limitProcess } from "./limit-process.ts"

const [, , memoryMaxBytes, cpuMaxMs, job] = process.argv
await limitProcess({ memoryMaxBytes: Number(memoryMaxBytes), cpuMaxMs: Number(cpuMaxMs) })

async function work(input: string): Promise<unknown> {
  if (job === "calendar") {
    const { readCalendar } = await import("../../../src/features/events/import/read.ts")
    return readCalendar(input)
  }
  const { renderMarkdown } = await import("../../../src/markdown/render.ts")
  return renderMarkdown(input)
}

process.stdout.write(JSON.stringify(await work(JSON.parse(await text(process.stdin)))))
