/** Teams: finding and reading them, founding and editing them, and who is in them. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  askToJoin,
  handTeamOver,
  removeTeamMember,
  setTeamRole,
  teamMembers,
  teamWithRequests,
} from "../../db/queries/team-members.ts"
import {
  createTeam,
  teamBySlug,
  teamsOfViewer,
  teamsPage,
  updateTeam,
} from "../../db/queries/teams.ts"
import { changedTeam, joinBody, newTeam, roleBody } from "../../src/features/teams/schema.ts"
import type { ProblemCode } from "../../src/problem.ts"
import { SLUG_PATTERN } from "../../src/slug.ts"
import { type ApiEnv, afterwards, api, recognise, serve, signedIn } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { deliverMails } from "../lib/deliver.ts"
import { orSlugTaken } from "../lib/errors.ts"
import { countryQuery, pageQuery } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { requestBuild } from "../lib/publish.ts"

const PAGE_MAX = 48
/** The longest search; what is longer finds nothing more. */
const SEARCH_MAX = 100

const app = api().basePath("/api/teams")

app.get("/", async (c) => {
  const search = (c.req.query("search") ?? "").trim().slice(0, SEARCH_MAX)
  const asked = { ...pageQuery(c, PAGE_MAX), search, country: countryQuery(c) }
  const { rows, next } = await teamsPage(c.var.db, asked)
  return c.json({ teams: rows, next })
})

app.get("/mine", signedIn, async (c) => c.json(await teamsOfViewer(c.var.db)))

app.post("/", signedIn, async (c) => {
  const read = await readBody(c, newTeam)
  if ("refusal" in read) return read.refusal
  return orSlugTaken("teams_slug_key", async () => {
    const team = await createTeam(c.var.db, read.body)
    await requestBuild("teams")
    return c.json(team, 201)
  })
})

const slugOf = (c: Context<ApiEnv>) => c.req.param("slug") ?? ""

app.use("/:slug/*", async (c, next) =>
  SLUG_PATTERN.test(slugOf(c)) ? next() : problem("not_found"),
)

app.get("/:slug", async (c) => {
  await recognise(c)
  const team = await teamBySlug(c.var.db, slugOf(c))
  return team ? c.json(team) : problem("not_found")
})

app.patch("/:slug", signedIn, async (c) => {
  const read = await readBody(c, changedTeam)
  if ("refusal" in read) return read.refusal
  const { updated_at, ...change } = read.body
  return orSlugTaken("teams_slug_key", async () => {
    const { team, saved } = await updateTeam(c.var.db, slugOf(c), updated_at, change)
    if (!team) return problem("not_found")
    if (team.role !== "owner") return problem("forbidden")
    if (!saved) return problem("stale", { current: team })
    await requestBuild("teams")
    return c.json(team)
  })
})

app.get("/:slug/members", async (c) => {
  const members = await teamMembers(c.var.db, slugOf(c))
  return members.length > 0 ? c.json({ members }) : problem("not_found")
})

/** The answer to an act on a member. */
async function answer(
  c: Context<ApiEnv>,
  act: Promise<"done" | "forbidden" | "not_found" | null>,
): Promise<Response> {
  const outcome = await act
  return outcome === "done" ? c.body(null, 204) : problem(outcome ?? "not_found")
}

app.patch("/:slug/members/:id", withId, signedIn, async (c) => {
  const read = await readBody(c, roleBody)
  if ("refusal" in read) return read.refusal
  const { role } = read.body
  const [slug, member] = [slugOf(c), c.req.param("id")]
  return answer(
    c,
    role === "owner"
      ? handTeamOver(c.var.db, slug, member)
      : setTeamRole(c.var.db, slug, member, role),
  )
})

app.delete("/:slug/members/:id", withId, signedIn, async (c) => {
  const response = await answer(c, removeTeamMember(c.var.db, slugOf(c), c.req.param("id")))
  // The last one out ends the team, and its pages.
  if (response.ok) await requestBuild("teams")
  return response
})

const REFUSALS: Record<string, ProblemCode> = {
  already_member: "already_member",
  already_requested: "already_requested",
  declined: "request_declined",
  profile_incomplete: "profile_incomplete",
}

app.post("/:slug/join-requests", signedIn, async (c) => {
  const read = await readBody(c, joinBody)
  if ("refusal" in read) return read.refusal
  const asked = await askToJoin(c.var.db, slugOf(c), read.body.message ?? null)
  if (asked?.outcome !== "asked") return problem(REFUSALS[asked?.outcome ?? ""] ?? "not_found")
  await afterwards(c, deliverMails())
  const { request_id: id, mails } = asked
  return c.json({ id, status: "pending", mails }, 201)
})

app.get("/:slug/join-requests", signedIn, async (c) => {
  const { team, requests } = await teamWithRequests(c.var.db, slugOf(c))
  if (!team) return problem("not_found")
  if (team.role !== "owner") return problem("forbidden")
  return c.json({ join_requests: requests })
})

export default serve(app)
export const config: Config = {
  path: [
    "/api/teams",
    "/api/teams/mine",
    "/api/teams/:slug",
    "/api/teams/:slug/members",
    "/api/teams/:slug/members/:id",
    "/api/teams/:slug/join-requests",
  ],
}
