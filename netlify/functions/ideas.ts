import type { Config } from "@netlify/functions"
import { authDatabase } from "../../db/client.ts"
import {
  listIdeas,
  listPopularIdeas,
  listSimilarIdeas,
  unvoteIdea,
  voteForIdea,
} from "../../db/queries/ideas.ts"
import { storeSuggestion } from "../../db/queries/suggestions.ts"
import { MAX_TITLE_LENGTH, MIN_SIMILAR_SEARCH_LENGTH } from "../../src/features/ideas/choices.ts"
import { type SuggestionBody, suggestionBody } from "../../src/features/ideas/forms.ts"
import { DEFAULT_LOCALE } from "../../src/i18n/locales.ts"
import { createApi, createHandler, identifyVisitor, runAfterResponse } from "../lib/http/api.ts"
import { createProblem, createRateLimitProblem, requireFound } from "../lib/http/problem.ts"
import { getClientAddress, readBody, requireUuid } from "../lib/http/request.ts"
import { deliverSuggestions } from "../lib/telegram/suggestions.ts"

const app = createApi().basePath("/api")

app.get("/ideas", async (c) => {
  await identifyVisitor(c)
  return c.json({ ideas: await listIdeas(c.var.db) })
})

app.get("/ideas/popular", async (c) => {
  await identifyVisitor(c)
  return c.json({ ideas: await listPopularIdeas(c.var.db) })
})

app.get("/ideas/similar", async (c) => {
  const title = (c.req.query("title") ?? "").trim().slice(0, MAX_TITLE_LENGTH)
  if (title.length < MIN_SIMILAR_SEARCH_LENGTH) return c.json({ ideas: [] })
  await identifyVisitor(c)
  return c.json({ ideas: await listSimilarIdeas(c.var.db, title) })
})

app.put("/ideas/:id/vote", requireUuid, async (c) => {
  const votes = requireFound(await voteForIdea(c.var.db, c.req.param("id")))
  return votes === "closed" ? createProblem("idea_closed") : c.json(votes)
})

app.delete("/ideas/:id/vote", requireUuid, async (c) =>
  c.json(requireFound(await unvoteIdea(c.var.db, c.req.param("id")))),
)

/** A suggestion whose form was filled in faster counts as sent by a robot. People need longer for the six fields. */
const MIN_FILL_IN_MS = 3_000

/**
 * Detects robots by the hidden field `website`, which people leave empty, and by the time to fill in the form.
 * API clients may send no times, and are then limited only by the rate limit.
 */
const isFromRobot = ({ website, opened_at, sent_at = Date.now() }: SuggestionBody): boolean =>
  Boolean(website) || (opened_at !== undefined && sent_at - opened_at < MIN_FILL_IN_MS)

app.post("/send-telegram-suggestion", async (c) => {
  const body = await readBody(c, suggestionBody)
  // Robots get the same response as people, so that they do not learn that they were detected.
  if (isFromRobot(body)) return c.json({ success: true })
  const visitor = await identifyVisitor(c)
  const { id = crypto.randomUUID(), language = DEFAULT_LOCALE, ...suggestion } = body
  // The role daina_app has no right to store suggestions.
  const db = authDatabase().as(visitor && { userId: visitor.user_id })
  const wait = await storeSuggestion(db, { id, language, ...suggestion }, getClientAddress(c))
  if (wait) return createRateLimitProblem(wait)
  await runAfterResponse(c, deliverSuggestions())
  return c.json({ success: true })
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/ideas",
    "/api/ideas/popular",
    "/api/ideas/similar",
    "/api/ideas/:id/vote",
    "/api/send-telegram-suggestion",
  ],
}
