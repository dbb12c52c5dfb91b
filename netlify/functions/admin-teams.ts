/** Admin API of teams. */
import type { Config } from "@netlify/functions"
import {
  deleteTeams,
  editTeam,
  getAdminTeam,
  hideTeam,
  listAdminTeams,
  verifyTeam,
} from "../../db/queries/admin/teams.ts"
import { hiddenBody } from "../../src/features/reports/schema.ts"
import { editedTeam, verifiedBody } from "../../src/features/teams/admin/schema.ts"
import {
  deleteRoute,
  listRoute,
  readRoute,
  saveRoute,
  updateRoute,
} from "../lib/http/admin-routes.ts"
import { api, serve, superAdmin } from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { withId } from "../lib/http/request.ts"

const app = api().basePath("/api/admin/teams")
app.get("*", superAdmin)
app.use(deliverAfterWrites)

app.get("/", listRoute("teams", listAdminTeams))
app.get("/:id", withId, readRoute(getAdminTeam))
app.patch("/:id", withId, saveRoute(editedTeam, "team", editTeam))
app.put(
  "/:id/verified",
  withId,
  updateRoute(verifiedBody, "team", (db, id, body) => verifyTeam(db, id, body.is_verified)),
)
app.put(
  "/:id/hidden",
  withId,
  updateRoute(hiddenBody, "team", (db, id, body) => hideTeam(db, id, body.is_hidden)),
)
app.delete("/:id", withId, deleteRoute("team", deleteTeams))

export default serve(app)
export const config: Config = {
  path: [
    "/api/admin/teams",
    "/api/admin/teams/:id",
    "/api/admin/teams/:id/verified",
    "/api/admin/teams/:id/hidden",
  ],
}
