import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import * as z from "zod/mini"
import { getHomeOfViewer } from "../../db/queries/home.ts"
import {
  createTeam,
  decideJoinRequest,
  getTeamPage,
  getTeamWithRequests,
  handTeamOver,
  listTeamMembers,
  listTeams,
  listTeamsOfViewer,
  type MemberOutcome,
  removeTeamMember,
  requestToJoin,
  setTeamRole,
  updateTeam,
  withdrawJoinRequest,
} from "../../db/queries/teams.ts"
import {
  changeTeamBody,
  createTeamBody,
  decisionBody,
  joinBody,
  newTeam,
  roleBody,
} from "../../src/features/teams/forms.ts"
import type { ProblemCode } from "../../src/shared/problem.ts"
import { SLUG_PATTERN, slugify } from "../../src/shared/slug.ts"
import {
  type ApiEnv,
  createApi,
  createHandler,
  hasRecentProof,
  identifyVisitor,
  requireMember,
} from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { createProblem, reportTakenSlug, requireFound } from "../lib/http/problem.ts"
import {
  readBody,
  readChange,
  readCountry,
  readNewRow,
  readPageQuery,
  readSearch,
  requireUuid,
} from "../lib/http/request.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const MAX_PAGE_SIZE = 48

const app = createApi().basePath("/api")
app.use(deliverAfterWrites)

app.get("/teams", async (c) => {
  const query = {
    ...readPageQuery(c, MAX_PAGE_SIZE),
    search: readSearch(c),
    country: readCountry(c),
  }
  const { rows, next } = await listTeams(c.var.db, query)
  return c.json({ teams: rows, next })
})

app.get("/teams/mine", requireMember, async (c) => c.json(await listTeamsOfViewer(c.var.db)))

app.get("/home", requireMember, async (c) => c.json(await getHomeOfViewer(c.var.db)))

/** If the request has no slug, the team gets a slug made from its name. */
const bodyWithOptionalSlug = z.extend(createTeamBody, { slug: z.optional(newTeam.shape.slug) })

app.post("/teams", async (c) => {
  const { display_name, ...fields } = await readNewRow(c, bodyWithOptionalSlug)
  const { slug = "" } = fields
  const finalSlug = slug || slugify(fields.name)
  if (!newTeam.shape.slug.safeParse(finalSlug).success) {
    return createProblem("invalid", { errors: { slug: "required" } })
  }
  const team = await reportTakenSlug(
    "teams_slug_key",
    createTeam(c.var.db, { ...fields, slug: finalSlug }, display_name),
  )
  if (!team) return createProblem("invalid", { errors: { display_name: "display_name_required" } })
  await requestBuild("team")
  return c.json(team, 201)
})

const getSlug = (c: Context<ApiEnv>) => c.req.param("slug") ?? ""

app.use("/teams/:slug/*", async (c, next) =>
  SLUG_PATTERN.test(getSlug(c)) ? next() : createProblem("not_found"),
)

app.get("/teams/:slug", async (c) => {
  await identifyVisitor(c)
  return c.json(requireFound(await getTeamPage(c.var.db, getSlug(c))))
})

app.patch("/teams/:slug", async (c) => {
  const { expectedUpdatedAt, change: fields } = await readChange(c, changeTeamBody)
  const { id = null, ...change } = fields
  const { team, saved } = await reportTakenSlug(
    "teams_slug_key",
    updateTeam(c.var.db, { id, slug: getSlug(c) }, expectedUpdatedAt, change),
  )
  if (requireFound(team).role !== "owner") return createProblem("forbidden")
  if (!saved) return createProblem("stale", { current: team })
  await requestBuild("team")
  return c.json(team)
})

app.get("/teams/:slug/members", async (c) => {
  // Members of a hidden team still see the team's members.
  await identifyVisitor(c)
  const members = await listTeamMembers(c.var.db, getSlug(c))
  return members.length > 0 ? c.json({ members }) : createProblem("not_found")
})

/** Requests a build, because pages show the members of a team, and removing the last member deletes the team. */
async function respondToMemberAction(c: Context<ApiEnv>, action: Promise<MemberOutcome | null>) {
  const outcome = await action
  if (outcome !== "done") return createProblem(outcome ?? "not_found")
  await requestBuild("team")
  return c.body(null, 204)
}

app.patch("/teams/:slug/members/:id", requireUuid, async (c) => {
  const { role } = await readBody(c, roleBody)
  if (role === "owner" && !hasRecentProof(c)) return createProblem("sign_in_again")
  const [slug, member] = [getSlug(c), c.req.param("id")]
  const action =
    role === "owner"
      ? handTeamOver(c.var.db, slug, member)
      : setTeamRole(c.var.db, slug, member, role)
  return respondToMemberAction(c, action)
})

app.delete("/teams/:slug/members/:id", requireUuid, async (c) =>
  respondToMemberAction(c, removeTeamMember(c.var.db, getSlug(c), c.req.param("id"))),
)

const JOIN_REFUSAL_CODES: Record<string, ProblemCode> = {
  already_member: "already_member",
  already_requested: "already_requested",
  declined: "request_declined",
  profile_incomplete: "profile_incomplete",
}

app.post("/teams/:slug/join-requests", async (c) => {
  const { message = null } = await readBody(c, joinBody)
  const sent = requireFound(await requestToJoin(c.var.db, getSlug(c), message))
  const { outcome, request_id: id, is_emailed } = sent
  if (outcome !== "requested") return createProblem(JOIN_REFUSAL_CODES[outcome] ?? "not_found")
  return c.json({ id, status: "pending", is_emailed }, 201)
})

app.get("/teams/:slug/join-requests", requireMember, async (c) => {
  const { team, requests } = await getTeamWithRequests(c.var.db, getSlug(c))
  if (requireFound(team).role !== "owner") return createProblem("forbidden")
  return c.json({ join_requests: requests })
})

app.patch("/join-requests/:id", requireUuid, async (c) => {
  const { status, message = null } = await readBody(c, decisionBody)
  const outcome = await decideJoinRequest(c.var.db, c.req.param("id"), status, message)
  if (outcome !== "decided") {
    return createProblem(outcome === "already_decided" ? "already_decided" : "not_found")
  }
  // Needs a build, because the team's page and lists of teams show the number of members.
  if (status === "approved") await requestBuild("team")
  return c.json({ id: c.req.param("id"), status })
})

app.delete("/join-requests/:id", requireUuid, async (c) =>
  (await withdrawJoinRequest(c.var.db, c.req.param("id")))
    ? c.body(null, 204)
    : createProblem("not_found"),
)

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/home",
    "/api/teams",
    "/api/teams/mine",
    "/api/teams/:slug",
    "/api/teams/:slug/members",
    "/api/teams/:slug/members/:id",
    "/api/teams/:slug/join-requests",
    "/api/join-requests/:id",
  ],
}
