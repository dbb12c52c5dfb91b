import { z } from "zod"

const Answer = z.object({ events: z.array(z.object({ slug: z.string() })).min(1) })

/** The page of a coming event: its address holds its day, which the demo moves. */
export async function eventPath(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/events?scope=public`)
  return `/events/${Answer.parse(await answer.json()).events[0]?.slug}`
}
