/** Calendars and Markdown of members, read and rendered without blocking the host. */
import { fileURLToPath } from "node:url"
import * as z from "zod/mini"
import type { Found, KnownPrints } from "../../../src/features/events/import/read.ts"
import { readEvent } from "../../../src/features/events/import/schema.ts"
import { renderMarkdown } from "../../../src/markdown/render.ts"
import { refuse } from "../http/problem.ts"
import { runFor, runInChild } from "./run-in-child.ts"

const CHILD = fileURLToPath(new URL("./texts.child.ts", import.meta.url))

/** Of each child. Node and the libraries are 110 MB of it; the largest calendar of single events takes 230. */
const TEXT_MEMORY_MAX_BYTES = 350_000_000
/** Of one core, with 0.2 s for the start: a calendar of 2,500 events takes 0.9 s. */
const CALENDAR_CPU_MAX_MS = 3_000
/** The same for Markdown: the slowest article takes 0.8 s. */
const MARKDOWN_CPU_MAX_MS = 3_000
/** In characters. Up to this length the slowest text takes 0.1 s, less than the start of a child. */
const MARKDOWN_IN_PROCESS_MAX = 20_000

const calendarOf = z.nullable(
  z.object({
    events: z.array(readEvent),
    same: z.number(),
    past: z.number(),
    more: z.number(),
    repeated: z.number(),
    unusable: z.number(),
  }),
)

type CalendarResult = Found | null | "calendar_too_complex"

const limited = (cpuMaxMs: number) => ({ memoryMaxBytes: TEXT_MEMORY_MAX_BYTES, cpuMaxMs })

/**
 * Reads a calendar in a child process. Returns null for a text that is not a calendar, and a field error for one that
 * takes too much time or memory.
 */
export const readCalendarInChild = (
  text: string,
  known: KnownPrints,
  cpuMaxMs = CALENDAR_CPU_MAX_MS,
): Promise<CalendarResult> =>
  runInChild<CalendarResult>({
    queue: "texts",
    child: CHILD,
    args: ["calendar"],
    // JSON keeps half a surrogate pair as it is, which UTF-8 cannot hold.
    input: JSON.stringify({ text, known }),
    limits: limited(cpuMaxMs),
    read: (output) => calendarOf.parse(JSON.parse(output.toString())),
    killed: "calendar_too_complex",
    async inProcess() {
      const { readCalendar } = await import("../../../src/features/events/import/read.ts")
      const read = () => readCalendar(text, Date.now(), known)
      return runFor<CalendarResult>(cpuMaxMs, read, "calendar_too_complex")
    },
  })

/** Renders the Markdown of a body's `content`. Refuses the call for a text that takes too long or too much memory. */
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
    limits: limited(cpuMaxMs),
    read: (output) => z.string().parse(JSON.parse(output.toString())),
    killed: null,
    inProcess: () => renderMarkdown(markdown),
  })
  return html ?? refuse("invalid", { errors: { content: "too_long" } })
}
