import type { Config } from "@netlify/functions"
import {
  deleteTeams,
  editTeam,
  getAdminTeam,
  listAdminTeams,
  setTeamHidden,
  setTeamVerified,
} from "../../db/queries/admin/teams.ts"
import { hiddenBody } from "../../src/features/reports/schema.ts"
import { adminTeamBody, verifiedBody } from "../../src/features/teams/admin/schema.ts"
import {
  createDeleteRoute,
  createListRoute,
  createReadRoute,
  createSaveRoute,
  createUpdateRoute,
} from "../lib/http/admin-routes.ts"
import { createApi, createHandler, requireSuperAdmin } from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { requireUuid } from "../lib/http/request.ts"

const app = createApi().basePath("/api/admin/teams")
app.get("*", requireSuperAdmin)
app.use(deliverAfterWrites)

app.get("/", createListRoute("teams", listAdminTeams))
app.get("/:id", requireUuid, createReadRoute(getAdminTeam))
app.patch("/:id", requireUuid, createSaveRoute(adminTeamBody, "team", editTeam))
app.put(
  "/:id/verified",
  requireUuid,
  createUpdateRoute(verifiedBody, "team", (db, id, body) =>
    setTeamVerified(db, id, body.is_verified),
  ),
)
app.put(
  "/:id/hidden",
  requireUuid,
  createUpdateRoute(hiddenBody, "team", (db, id, body) => setTeamHidden(db, id, body.is_hidden)),
)
app.delete("/:id", requireUuid, createDeleteRoute("team", deleteTeams))

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/admin/teams",
    "/api/admin/teams/:id",
    "/api/admin/teams/:id/verified",
    "/api/admin/teams/:id/hidden",
  ],
}
