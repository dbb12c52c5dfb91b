/** Members, for who runs the site: their list, their roles, blocking, hiding and deleting them. */
import type { Config } from "@netlify/functions"
import type { Context, MiddlewareHandler } from "hono"
import {
  type ActOnUser,
  adminUsers,
  blockUser,
  changeRole,
  deleteUser,
  hideProfile,
  unblockUser,
} from "../../db/queries/admin-users.ts"
import { hiddenBody } from "../../src/features/reports/schema.ts"
import { blockBody, roleChangeBody } from "../../src/features/users-admin/schema.ts"
import { afterwards, api, serve, superAdmin } from "../lib/api.ts"
import { concealAvatar, deleteAvatars } from "../lib/avatars.ts"
import { isUuid, readBody } from "../lib/body.ts"
import { listAsk } from "../lib/listing.ts"
import { problem, tooMany } from "../lib/problem.ts"
import { HIDDEN_FROM, requestBuild } from "../lib/publish.ts"

/** What the audit log says of a role given in the admin area. */
const ROLE_REASON = "Changed in the admin panel"

const app = api().basePath("/api/admin/users")
app.use(superAdmin)

app.get("/", async (c) => {
  const { rows, next } = await adminUsers(c.var.db, listAsk(c))
  return c.json({ users: rows, next })
})

const withUserId: MiddlewareHandler = async (c, next) =>
  isUuid(c.req.param("id") ?? "")
    ? next()
    : problem("invalid", { errors: { id: "invalid_user_id" } })

const idOf = (c: Context) => c.req.param("id") ?? ""

const refusal = (outcome: ActOnUser | null): Response | null =>
  outcome === "done" ? null : problem(outcome ?? "not_found")

app.put("/:id/role", withUserId, async (c) => {
  const read = await readBody(c, roleChangeBody)
  if ("refusal" in read) return read.refusal
  const { role } = read.body
  const done = await changeRole(c.var.db, idOf(c), role, ROLE_REASON)
  if (done && done.wait > 0) return tooMany(done.wait)
  return refusal(done?.outcome ?? null) ?? c.json({ id: idOf(c), role })
})

app.put("/:id/block", withUserId, async (c) => {
  const read = await readBody(c, blockBody)
  if ("refusal" in read) return read.refusal
  return refusal(await blockUser(c.var.db, idOf(c), read.body.reason)) ?? c.body(null, 204)
})

app.delete("/:id/block", withUserId, async (c) => {
  return refusal(await unblockUser(c.var.db, idOf(c))) ?? c.body(null, 204)
})

app.put("/:id/hidden", withUserId, async (c) => {
  const read = await readBody(c, hiddenBody)
  if ("refusal" in read) return read.refusal
  const hidden = await hideProfile(c.var.db, idOf(c), read.body.is_hidden)
  if (hidden.outcome !== "done") return problem(hidden.outcome)
  if (hidden.exposed_avatar) await afterwards(c, concealAvatar(c.var.db, hidden.exposed_avatar))
  if (hidden.changedSite) await requestBuild(...HIDDEN_FROM)
  return c.body(null, 204)
})

app.delete("/:id", withUserId, async (c) => {
  const { wait, outcome, changedSite } = await deleteUser(c.var.db, idOf(c))
  if (wait > 0) return tooMany(wait)
  const refused = refusal(outcome)
  if (refused) return refused
  // What fails here is swept later: no row leads to the files any more.
  await afterwards(c, deleteAvatars(idOf(c)))
  if (changedSite) await requestBuild("news")
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = {
  path: [
    "/api/admin/users",
    "/api/admin/users/:id",
    "/api/admin/users/:id/role",
    "/api/admin/users/:id/block",
    "/api/admin/users/:id/hidden",
  ],
}
