import { fileURLToPath } from "node:url"
import * as z from "zod/mini"
import type { CalendarEvents, KnownDigests } from "../../../src/features/events/import/read.ts"
import { readEvent } from "../../../src/features/events/import/schema.ts"
import { renderMarkdown } from "../../../src/markdown/render.ts"
import { refuse } from "../http/problem.ts"
import { runInChild, runWithTimeout } from "./run-in-child.ts"

const CHILD = fileURLToPath(new URL("./texts.child.ts", import.meta.url))

/** Per child. Node and the libraries take 110 MB; the largest calendar without repeated events takes 230 MB. */
const TEXT_MEMORY_MAX_BYTES = 350_000_000
/** 2,500 events take 0.9 s of processor time. */
const CALENDAR_CPU_MAX_MS = 3_000
/** The slowest article takes 0.8 s of processor time. */
const MARKDOWN_CPU_MAX_MS = 3_000
/** Characters. Starting a child takes longer than rendering the slowest text of this length (0.1 s). */
const MARKDOWN_IN_PROCESS_MAX = 20_000

const calendarResult = z.nullable(
  z.object({
    events: z.array(readEvent),
    same: z.number(),
    past: z.number(),
    more: z.number(),
    repeated: z.number(),
    unusable: z.number(),
  }),
)

type CalendarResult = CalendarEvents | null | "calendar_too_complex"

const getLimits = (cpuMaxMs: number) => ({ memoryMaxBytes: TEXT_MEMORY_MAX_BYTES, cpuMaxMs })

/** Returns null for a text that is not a calendar. */
export const readCalendarInChild = (
  text: string,
  knownDigests: KnownDigests,
  cpuMaxMs = CALENDAR_CPU_MAX_MS,
): Promise<CalendarResult> =>
  runInChild<CalendarResult>({
    queue: "texts",
    child: CHILD,
    args: ["calendar"],
    // JSON preserves lone surrogates, which UTF-8 cannot encode.
    input: JSON.stringify({ text, knownDigests }),
    limits: getLimits(cpuMaxMs),
    read: (output) => calendarResult.parse(JSON.parse(output.toString())),
    killedResult: "calendar_too_complex",
    async inProcess() {
      const { readCalendar } = await import("../../../src/features/events/import/read.ts")
      const read = () => readCalendar(text, Date.now(), knownDigests)
      return runWithTimeout<CalendarResult>(cpuMaxMs, read, "calendar_too_complex")
    },
  })

/** Ends the request if the text takes too much time or memory. */
export async function renderContent(
  markdown: string,
  cpuMaxMs = MARKDOWN_CPU_MAX_MS,
): Promise<string> {
  if (markdown.length <= MARKDOWN_IN_PROCESS_MAX) return renderMarkdown(markdown)
  const html = await runInChild<string | null>({
    queue: "texts",
    child: CHILD,
    args: ["markdown"],
    input: JSON.stringify({ text: markdown }),
    limits: getLimits(cpuMaxMs),
    read: (output) => z.string().parse(JSON.parse(output.toString())),
    killedResult: null,
    inProcess: () => renderMarkdown(markdown),
  })
  return html ?? refuse("invalid", { errors: { content: "too_long" } })
}
