import type { Config } from "@netlify/functions"
import {
  changeSuggestions,
  createIdea,
  createIdeaFromSuggestion,
  deleteIdeas,
  editIdea,
  getAdminIdea,
  listAdminIdeas,
  listAdminSuggestions,
  setPopular,
} from "../../db/queries/admin/ideas.ts"
import {
  changedIdea,
  type NewIdea,
  newIdea,
  popularBody,
  suggestionsActionBody,
} from "../../src/features/ideas/admin/schema.ts"
import {
  createActionRoute,
  createDeleteRoute,
  createListRoute,
  createReadRoute,
  createSaveRoute,
  createUpdateRoute,
  respondWithRow,
} from "../lib/http/admin-routes.ts"
import { createApi, createHandler, requireSuperAdmin } from "../lib/http/api.ts"
import { createProblem } from "../lib/http/problem.ts"
import { readNewRow, requireUuid } from "../lib/http/request.ts"
import { getLanguageColumns } from "../lib/language.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const app = createApi().basePath("/api/admin")
app.get("*", requireSuperAdmin)

const addLanguageColumns = async ({ language = null, ...idea }: NewIdea) => ({
  ...idea,
  ...(await getLanguageColumns(language, `${idea.title}\n${idea.description}`)),
})

app.get("/ideas", createListRoute("ideas", listAdminIdeas))
app.get("/ideas/:id", requireUuid, createReadRoute(getAdminIdea))
app.post("/ideas", async (c) => {
  const idea = await addLanguageColumns(await readNewRow(c, newIdea))
  return respondWithRow(c, "idea", await createIdea(c.var.db, crypto.randomUUID(), idea), 201)
})
app.patch(
  "/ideas/:id",
  requireUuid,
  createSaveRoute(changedIdea, "idea", async (db, id, expectedUpdatedAt, { language, ...edit }) => {
    const text = `${edit.title}\n${edit.description}`
    const languageColumns = language === undefined ? {} : await getLanguageColumns(language, text)
    return editIdea(db, id, expectedUpdatedAt, { ...edit, ...languageColumns })
  }),
)
app.put(
  "/ideas/:id/popular",
  requireUuid,
  createUpdateRoute(popularBody, "idea", (db, id, body) => setPopular(db, id, body.is_popular)),
)
app.delete("/ideas/:id", requireUuid, createDeleteRoute("idea", deleteIdeas))

app.get("/suggestions", createListRoute("suggestions", listAdminSuggestions))
app.post("/suggestions/action", createActionRoute(suggestionsActionBody, "idea", changeSuggestions))

// The body contains the texts of the idea, because the admin may have reworded the suggestion.
app.post("/suggestions/:id/idea", requireUuid, async (c) => {
  const idea = await addLanguageColumns(await readNewRow(c, newIdea))
  const id = c.req.param("id")
  const created = await createIdeaFromSuggestion(c.var.db, id, crypto.randomUUID(), idea)
  const { row, hasSuggestion } = created
  if (!row) return createProblem(hasSuggestion ? "already_decided" : "not_found")
  if (idea.is_popular) await requestBuild("idea")
  return c.json(row, 201)
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/admin/ideas",
    "/api/admin/ideas/:id",
    "/api/admin/ideas/:id/popular",
    "/api/admin/suggestions",
    "/api/admin/suggestions/action",
    "/api/admin/suggestions/:id/idea",
  ],
}
