/** The member's row in the table of roles, read directly: for finding out why the admin area stays shut. */
import type { Config } from "@netlify/functions"
import { ownRoleRow } from "../../db/queries/roles.ts"
import { api, serve, signedIn, visitor } from "../lib/api.ts"

const app = api()

app.get("/api/debug/role", signedIn, async (c) => {
  const { userId, role } = visitor(c)
  return c.json({ user_id: userId, row: await ownRoleRow(c.var.db), role })
})

export default serve(app)
export const config: Config = { path: "/api/debug/role" }
