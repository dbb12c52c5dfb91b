import type { Config } from "@netlify/functions"
import type { MiddlewareHandler } from "hono"
import {
  blockUser,
  changeRole,
  deleteUser,
  grantNewsroom,
  listAdminUsers,
  revokeNewsroom,
  setProfileHidden,
  type UserOutcome,
  unblockUser,
} from "../../db/queries/admin/users.ts"
import {
  blockBody,
  grantBody,
  ROLE_REASON,
  roleChangeBody,
  toNewsroomGrant,
} from "../../src/features/members/admin/schema.ts"
import { hiddenBody } from "../../src/features/reports/schema.ts"
import { createListRoute } from "../lib/http/admin-routes.ts"
import {
  type ApiContext,
  createApi,
  createHandler,
  requireSuperAdmin,
  runAfterResponse,
} from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import {
  createProblem,
  createRateLimitProblem,
  refuse,
  violatesReference,
} from "../lib/http/problem.ts"
import { isUuid, readBody } from "../lib/http/request.ts"
import { changeAvatarUrlAsAdmin, deleteAvatars } from "../lib/pictures/avatars.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const app = createApi().basePath("/api/admin/users")
app.get("*", requireSuperAdmin)
app.use(deliverAfterWrites)

app.get("/", createListRoute("users", listAdminUsers))

const requireUserId: MiddlewareHandler = async (c, next) =>
  isUuid(c.req.param("id") ?? "")
    ? next()
    : createProblem("invalid", { errors: { id: "invalid_user_id" } })

function requireDone(outcome: UserOutcome | null | undefined): void {
  if (outcome !== "done") refuse(outcome ?? "not_found")
}

async function respondToChange(c: ApiContext, { hasChangedSite }: { hasChangedSite: boolean }) {
  if (hasChangedSite) await requestBuild("member")
  return c.body(null, 204)
}

app.put("/:id/role", requireUserId, async (c) => {
  const { role } = await readBody(c, roleChangeBody)
  const id = c.req.param("id")
  const changed = await changeRole(c.var.db, id, role, ROLE_REASON)
  if (changed && changed.wait > 0) return createRateLimitProblem(changed.wait)
  requireDone(changed?.outcome)
  return c.json({ id, role })
})

app.put("/:id/newsroom", requireUserId, async (c) => {
  const grant = await readBody(c, grantBody)
  const id = c.req.param("id")
  const wait = await grantNewsroom(c.var.db, id, grant).catch((error) =>
    violatesReference(error) ? refuse("not_found") : Promise.reject(error),
  )
  if (wait) return createRateLimitProblem(wait)
  return c.json({ id, newsroom: toNewsroomGrant(grant) })
})

app.delete("/:id/newsroom", requireUserId, async (c) => {
  const wait = await revokeNewsroom(c.var.db, c.req.param("id"))
  return wait ? createRateLimitProblem(wait) : c.body(null, 204)
})

app.put("/:id/block", requireUserId, async (c) => {
  const { reason } = await readBody(c, blockBody)
  const blocked = await blockUser(c.var.db, c.req.param("id"), reason)
  requireDone(blocked.outcome)
  return respondToChange(c, blocked)
})

app.delete("/:id/block", requireUserId, async (c) => {
  const unblocked = await unblockUser(c.var.db, c.req.param("id"))
  requireDone(unblocked.outcome)
  return respondToChange(c, unblocked)
})

app.put("/:id/hidden", requireUserId, async (c) => {
  const { is_hidden } = await readBody(c, hiddenBody)
  const hidden = await setProfileHidden(c.var.db, c.req.param("id"), is_hidden)
  if (hidden.outcome !== "done") return createProblem(hidden.outcome)
  // A hidden profile's picture gets a new URL, because other people may know the old one.
  if (hidden.exposed_avatar) {
    await runAfterResponse(c, changeAvatarUrlAsAdmin(c.var.db, hidden.exposed_avatar))
  }
  return respondToChange(c, hidden)
})

app.delete("/:id", requireUserId, async (c) => {
  const id = c.req.param("id")
  const deleted = await deleteUser(c.var.db, id)
  if (deleted.wait > 0) return createRateLimitProblem(deleted.wait)
  requireDone(deleted.outcome)
  // If this fails, the deletion of unused pictures removes the files later.
  await runAfterResponse(c, deleteAvatars(id))
  return respondToChange(c, deleted)
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/admin/users",
    "/api/admin/users/:id",
    "/api/admin/users/:id/role",
    "/api/admin/users/:id/newsroom",
    "/api/admin/users/:id/block",
    "/api/admin/users/:id/hidden",
  ],
}
