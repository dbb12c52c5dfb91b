import { expect, test } from "vitest"
import type { Role, Session } from "../../session/session.ts"
import {
  applyMemberAction,
  findNextOwner,
  getJoinState,
  getManageTarget,
  getMemberActions,
  type MemberAction,
  type Membership,
  mayEditPost,
  mayWritePosts,
} from "./rights.ts"
import type { TeamMember } from "./schema.ts"

const NO_MEMBERSHIP: Membership = { role: null, request: null }
const makeMembershipWithRequest = (
  status: "pending" | "rejected",
  role: Membership["role"] = null,
): Membership => ({
  role,
  request: { id: "r1", status },
})

test.each([
  ["while the session loads", "unknown", "loading", NO_MEMBERSHIP],
  ["while the team loads", "unknown", "signed-in", null],
  ["for an anonymous visitor", "anonymous", "signed-out", null],
  ["after the owner logged out", "anonymous", "signed-out", { role: "owner", request: null }],
  ["for a member without a request", "open", "signed-in", NO_MEMBERSHIP],
  ["for a declined member", "declined", "signed-in", makeMembershipWithRequest("rejected")],
  [
    "for a team member who was declined before",
    "member",
    "signed-in",
    makeMembershipWithRequest("rejected", "member"),
  ],
] as const)("the state of the join button %s is %j", (_, kind, sessionStatus, membership) => {
  expect(getJoinState(sessionStatus, membership)).toEqual({ kind })
})

test("a member with a pending request can withdraw it", () => {
  const state = { kind: "pending", requestId: "r1" }
  expect(getJoinState("signed-in", makeMembershipWithRequest("pending"))).toEqual(state)
})

test("the manage button leads owners to the manage page and admins to the blog", () => {
  const roles = ["owner", "admin", "member", null] as const
  expect(roles.map(getManageTarget)).toEqual(["manage", "blog", null, null])
})

const makeSession = (role: Role = "user"): Session => ({
  status: "signed-in",
  user: { id: "me", email: "me@daina.test" },
  role,
})

test.each([
  ["the owner", true, true, true, makeSession(), "owner"],
  ["an admin of the team", true, true, true, makeSession(), "admin"],
  ["a member of the team", false, true, false, makeSession(), "member"],
  ["a member of another team", false, false, false, makeSession(), null],
  ["an admin of the site", false, false, false, makeSession("admin"), null],
  ["a super admin", true, true, true, makeSession("super_admin"), null],
  ["an anonymous visitor", false, false, false, { status: "signed-out" }, null],
  ["an owner while the session loads", false, false, false, { status: "loading" }, "owner"],
] as const)(
  "in a team's blog, %s may write posts: %s, edit own posts: %s, edit posts of others: %s",
  (_, mayWrite, mayEditOwn, mayEditOthers, session, role) => {
    expect(mayWritePosts(session, role)).toBe(mayWrite)
    expect(mayEditPost(session, role, { user_id: "me" })).toBe(mayEditOwn)
    expect(mayEditPost(session, role, { user_id: "them" })).toBe(mayEditOthers)
    expect(mayEditPost(session, role, { user_id: null })).toBe(mayEditOthers)
  },
)

const makeMember = (user_id: string, role: TeamMember["role"], joinDay = 1): TeamMember => ({
  user_id,
  role,
  created_at: `2026-01-0${joinDay}T10:00:00.000Z`,
  display_name: user_id,
  avatar_url: null,
})

const owner = makeMember("owner", "owner")

test("the next owner is the longest-serving admin, otherwise the longest-serving member", () => {
  const members = [owner, makeMember("new", "member", 3), makeMember("old", "member", 2)]
  const admins = [makeMember("late", "admin", 5), makeMember("early", "admin", 4)]
  expect(findNextOwner([...members, ...admins])?.user_id).toBe("early")
  expect(findNextOwner(members)?.user_id).toBe("old")
})

test("a team without other members has no next owner", () => {
  expect(findNextOwner([owner])).toBeNull()
})

test("only the owner has actions, and only on other members", () => {
  expect(getMemberActions("owner", makeMember("a", "member"))).toEqual(["admin", "owner", "remove"])
  expect(getMemberActions("owner", makeMember("a", "admin"))).toEqual(["member", "owner", "remove"])
  expect(getMemberActions("owner", owner)).toEqual([])
  for (const viewer of ["admin", "member", null] as const) {
    expect(getMemberActions(viewer, makeMember("a", "member"))).toEqual([])
  }
})

test("an action changes only one member, but a hand-over also makes the former owner an admin", () => {
  const members = [owner, makeMember("a", "member"), makeMember("b", "admin")]
  const listRolesAfter = (action: MemberAction) =>
    applyMemberAction(members, "a", action).map(({ user_id, role }) => `${user_id}: ${role}`)
  expect(listRolesAfter("owner")).toEqual(["owner: admin", "a: owner", "b: admin"])
  expect(listRolesAfter("admin")).toEqual(["owner: owner", "a: admin", "b: admin"])
  expect(listRolesAfter("remove")).toEqual(["owner: owner", "b: admin"])
})
