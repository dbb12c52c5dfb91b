/** Reads calendars and renders long Markdown texts in a child process. */
import { fileURLToPath } from "node:url"
import * as z from "zod/mini"
import type { CalendarEvents, KnownDigests } from "../../../src/features/events/import/read.ts"
import { readEvent } from "../../../src/features/events/import/schema.ts"
import { renderMarkdown } from "../../../src/markdown/render.ts"
import { refuse } from "../http/problem.ts"
import { runInChild, runWithTimeout } from "./run-in-child.ts"

const CHILD = fileURLToPath(new URL("./texts.child.ts", import.meta.url))

/**
 * Memory limit of a child. Node with the libraries takes 110 MB, and 230 MB with the largest calendar of single events.
 * A calendar whose repeat rules need more than the limit is refused.
 */
const TEXT_MEMORY_MAX_BYTES = 350_000_000
/** Limit for reading a calendar. 2,500 events take 0.9 s of processor time. */
const CALENDAR_CPU_MAX_MS = 3_000
/** Limit for rendering an article. The slowest article takes 0.8 s of processor time. */
const MARKDOWN_CPU_MAX_MS = 3_000
/**
 * A text with at most this number of characters is rendered in this process. The slowest such text takes 0.1 s, which
 * is less than starting a child takes.
 */
const MAX_IN_PROCESS_MARKDOWN_LENGTH = 20_000

const calendarResult = z.nullable(
  z.object({
    events: z.array(readEvent),
    // Numbers of entries that are left out (see `FoundEvents`).
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
    parseOutput: (output) => calendarResult.parse(JSON.parse(output.toString())),
    killedResult: "calendar_too_complex",
    async inProcess() {
      const { readCalendar } = await import("../../../src/features/events/import/read.ts")
      const read = () => readCalendar(text, Date.now(), knownDigests)
      return runWithTimeout<CalendarResult>(cpuMaxMs, read, "calendar_too_complex")
    },
  })

/** Renders Markdown to HTML. Ends the request with a field error if this takes too much time or memory. */
export async function renderContent(
  markdown: string,
  cpuMaxMs = MARKDOWN_CPU_MAX_MS,
): Promise<string> {
  if (markdown.length <= MAX_IN_PROCESS_MARKDOWN_LENGTH) return renderMarkdown(markdown)
  const html = await runInChild<string | null>({
    queue: "texts",
    child: CHILD,
    args: ["markdown"],
    input: JSON.stringify({ text: markdown }),
    limits: getLimits(cpuMaxMs),
    parseOutput: (output) => z.string().parse(JSON.parse(output.toString())),
    killedResult: null,
    inProcess: () => renderMarkdown(markdown),
  })
  return html ?? refuse("invalid", { errors: { content: "too_long" } })
}
