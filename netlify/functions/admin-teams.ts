/** Teams, for who runs the site. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  adminTeam,
  adminTeams,
  deleteTeam,
  editTeam,
  hideTeam,
  verifyTeam,
} from "../../db/queries/admin-teams.ts"
import { hiddenBody } from "../../src/features/reports/schema.ts"
import { editedTeam, verifiedBody } from "../../src/features/teams-admin/schema.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { listAsk } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { HIDDEN_FROM, requestBuild } from "../lib/publish.ts"

const app = api().basePath("/api/admin/teams")
app.use(superAdmin)

const idOf = (c: Context) => c.req.param("id") ?? ""

app.get("/", async (c) => {
  const { rows, next } = await adminTeams(c.var.db, listAsk(c))
  return c.json({ teams: rows, next })
})

app.get("/:id", withId, async (c) => {
  const team = await adminTeam(c.var.db, idOf(c))
  return team ? c.json(team) : problem("not_found")
})

app.patch("/:id", withId, async (c) => {
  const read = await readBody(c, editedTeam)
  if ("refusal" in read) return read.refusal
  const { updated_at, ...edit } = read.body
  const { saved, team } = await editTeam(c.var.db, idOf(c), updated_at, edit)
  if (!team) return problem("not_found")
  if (!saved) return problem("stale", { current: team })
  await requestBuild("teams")
  return c.json(team)
})

app.put("/:id/verified", withId, async (c) => {
  const read = await readBody(c, verifiedBody)
  if ("refusal" in read) return read.refusal
  const { team, hasChanged } = await verifyTeam(c.var.db, idOf(c), read.body.is_verified)
  if (!team) return problem("not_found")
  if (hasChanged) await requestBuild("teams")
  return c.json(team)
})

app.put("/:id/hidden", withId, async (c) => {
  const read = await readBody(c, hiddenBody)
  if ("refusal" in read) return read.refusal
  const team = await hideTeam(c.var.db, idOf(c), read.body.is_hidden)
  if (!team) return problem("not_found")
  await requestBuild(...HIDDEN_FROM)
  return c.json(team)
})

app.delete("/:id", withId, async (c) => {
  if (!(await deleteTeam(c.var.db, idOf(c)))) return problem("not_found")
  await requestBuild("teams")
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = {
  path: [
    "/api/admin/teams",
    "/api/admin/teams/:id",
    "/api/admin/teams/:id/verified",
    "/api/admin/teams/:id/hidden",
  ],
}
