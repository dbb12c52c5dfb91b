/** Answering requests to join a team, and taking one's own back. */
import type { Config } from "@netlify/functions"
import { decideJoinRequest, withdrawJoinRequest } from "../../db/queries/team-members.ts"
import { decisionBody } from "../../src/features/teams/schema.ts"
import { afterwards, api, serve, signedIn } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { deliverMails } from "../lib/deliver.ts"
import { problem } from "../lib/problem.ts"

const app = api()
app.use(signedIn)

app.patch("/api/join-requests/:id", withId, async (c) => {
  const read = await readBody(c, decisionBody)
  if ("refusal" in read) return read.refusal
  const { status } = read.body
  const outcome = await decideJoinRequest(c.var.db, c.req.param("id"), status)
  if (outcome !== "decided") {
    return problem(outcome === "already_decided" ? "already_decided" : "not_found")
  }
  await afterwards(c, deliverMails())
  return c.json({ id: c.req.param("id"), status })
})

app.delete("/api/join-requests/:id", withId, async (c) =>
  (await withdrawJoinRequest(c.var.db, c.req.param("id")))
    ? c.body(null, 204)
    : problem("not_found"),
)

export default serve(app)
export const config: Config = { path: "/api/join-requests/:id" }
