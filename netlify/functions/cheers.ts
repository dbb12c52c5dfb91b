/** A cheer is a member's "like" of an article, a post or an event. `:id` is the id of this content. */
import type { Config } from "@netlify/functions"
import { getCheers, setCheer } from "../../db/queries/cheers.ts"
import { createApi, createHandler, requireMember } from "../lib/http/api.ts"
import { requireFound } from "../lib/http/problem.ts"
import { requireUuid } from "../lib/http/request.ts"

const app = createApi()

app.get("/api/cheers/:id", requireUuid, requireMember, async (c) =>
  c.json(requireFound(await getCheers(c.var.db, c.req.param("id")))),
)

app.on(["PUT", "DELETE"], "/api/cheers/:id", requireUuid, async (c) =>
  c.json(requireFound(await setCheer(c.var.db, c.req.param("id"), c.req.method === "PUT"))),
)

export default createHandler(app)
export const config: Config = { path: "/api/cheers/:id" }
