import { expect, test } from "vitest"
import type { Role, Session } from "../../session/session.ts"
import {
  actionsOn,
  heirOf,
  joinStateOf,
  type MemberAction,
  manageTarget,
  mayEdit,
  mayWrite,
  membersAfter,
  type Standing,
} from "./rights.ts"
import type { TeamMember } from "./schema.ts"

const none: Standing = { role: null, request: null }
const requested = (status: "pending" | "rejected", role: Standing["role"] = null): Standing => ({
  role,
  request: { id: "r1", status },
})

test.each([
  ["while nobody knows who is here", "loading", none, "unknown"],
  ["while nobody knows what they are to the team", "signed-in", null, "unknown"],
  ["to a stranger", "signed-out", null, "stranger"],
  ["to whoever signed out", "signed-out", { role: "owner", request: null }, "stranger"],
  ["to whoever has not asked", "signed-in", none, "open"],
  ["to whoever was declined", "signed-in", requested("rejected"), "declined"],
  ["to a member who was declined before", "signed-in", requested("rejected", "member"), "member"],
] as const)("joining, %s", (_, session, standing, kind) => {
  expect(joinStateOf(session, standing)).toEqual({ kind })
})

test("whoever waits may withdraw the request", () => {
  const state = { kind: "pending", requestId: "r1" }
  expect(joinStateOf("signed-in", requested("pending"))).toEqual(state)
})

test("the manage button is for owner and admin, each to where they manage", () => {
  const roles = ["owner", "admin", "member", null] as const
  expect(roles.map(manageTarget)).toEqual(["manage", "blog", null, null])
})

const signedIn = (role: Role = "user"): Session => ({
  status: "signed-in",
  user: { id: "me", email: "me@daina.test" },
  role,
})

test.each([
  ["owner", signedIn(), "owner", true, true, true],
  ["admin", signedIn(), "admin", true, true, true],
  ["member", signedIn(), "member", false, true, false],
  ["outsider", signedIn(), null, false, false, false],
  ["global admin", signedIn("admin"), null, false, false, false],
  ["super admin", signedIn("super_admin"), null, true, true, true],
  ["stranger", { status: "signed-out" }, null, false, false, false],
  ["unknown", { status: "loading" }, "owner", false, false, false],
] as const)("the blog, for: %s", (_, session, role, writes, editsOwn, editsOthers) => {
  expect(mayWrite(session, role)).toBe(writes)
  expect(mayEdit(session, role, { user_id: "me" })).toBe(editsOwn)
  expect(mayEdit(session, role, { user_id: "them" })).toBe(editsOthers)
  // Of somebody who has left Daina.
  expect(mayEdit(session, role, { user_id: null })).toBe(editsOthers)
})

const makeMember = (user_id: string, role: TeamMember["role"], day = 1): TeamMember => ({
  user_id,
  role,
  created_at: `2026-01-0${day}T10:00:00.000Z`,
  display_name: user_id,
  avatar_url: null,
})

const owner = makeMember("owner", "owner")

test("the longest-serving admin gets the team, else member; without anybody it ends", () => {
  const members = [owner, makeMember("new", "member", 3), makeMember("old", "member", 2)]
  const admins = [makeMember("late", "admin", 5), makeMember("early", "admin", 4)]
  expect(heirOf([...members, ...admins])?.user_id).toBe("early")
  expect(heirOf(members)?.user_id).toBe("old")
  expect(heirOf([owner])).toBeNull()
})

test("the owner alone has controls, and none over themself", () => {
  expect(actionsOn("owner", makeMember("a", "member"))).toEqual(["admin", "owner", "remove"])
  expect(actionsOn("owner", makeMember("a", "admin"))).toEqual(["member", "owner", "remove"])
  expect(actionsOn("owner", owner)).toEqual([])
  for (const viewer of ["admin", "member", null] as const) {
    expect(actionsOn(viewer, makeMember("a", "member"))).toEqual([])
  }
})

test("after a hand-over there is one owner, and the former one is an admin", () => {
  const members = [owner, makeMember("a", "member"), makeMember("b", "admin")]
  const roles = (action: MemberAction) =>
    membersAfter(members, "a", action).map(({ user_id, role }) => `${user_id}: ${role}`)
  expect(roles("owner")).toEqual(["owner: admin", "a: owner", "b: admin"])
  expect(roles("admin")).toEqual(["owner: owner", "a: admin", "b: admin"])
  expect(roles("remove")).toEqual(["owner: owner", "b: admin"])
})
