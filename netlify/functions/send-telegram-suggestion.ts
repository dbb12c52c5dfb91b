/** Takes suggestions in, and has them sent to Telegram. */
import type { Config } from "@netlify/functions"
import { receiveSuggestion } from "../../db/queries/suggestions.ts"
import { type SuggestionBody, suggestionBody } from "../../src/features/ideas/schema.ts"
import { DEFAULT_LOCALE } from "../../src/i18n/locales.ts"
import { afterwards, api, recognise, serve } from "../lib/api.ts"
import { readBody } from "../lib/body.ts"
import { callerOf } from "../lib/caller.ts"
import { deliverSuggestions } from "../lib/deliver-suggestions.ts"
import { tooMany } from "../lib/problem.ts"

/** Nobody fills in six fields sooner. */
const FILLED_IN_MS = 3_000

/** Whether it was no person who filled the form in. Calls that know nothing of the form are counted alone. */
const isFromRobot = ({ website, opened_at, sent_at = Date.now() }: SuggestionBody): boolean =>
  Boolean(website) || (opened_at !== undefined && sent_at - opened_at < FILLED_IN_MS)

const app = api()

app.post("/api/send-telegram-suggestion", async (c) => {
  const read = await readBody(c, suggestionBody)
  if ("refusal" in read) return read.refusal
  // A robot learns nothing from the answer.
  if (isFromRobot(read.body)) return c.json({ success: true })
  await recognise(c)
  const { id = crypto.randomUUID(), language = DEFAULT_LOCALE, ...suggestion } = read.body
  const wait = await receiveSuggestion(c.var.db, { id, language, ...suggestion }, callerOf(c))
  if (wait > 0) return tooMany(wait)
  await afterwards(c, deliverSuggestions())
  return c.json({ success: true })
})

export default serve(app)
export const config: Config = { path: "/api/send-telegram-suggestion" }
