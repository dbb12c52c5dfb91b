import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { actsOn, createPeopleStore, heirOf, type TeamMember } from "./people.ts"

const makeMember = (user_id: string, role: TeamMember["role"], day = 1): TeamMember => ({
  user_id,
  role,
  created_at: `2026-01-0${day}T10:00:00.000Z`,
  display_name: user_id,
  avatar_url: null,
})

const owner = makeMember("owner", "owner")

test("the longest-serving admin gets the team, even before an older member", () => {
  const members = [
    owner,
    makeMember("late", "admin", 5),
    makeMember("early", "admin", 4),
    makeMember("old", "member", 2),
  ]
  expect(heirOf(members)?.user_id).toBe("early")
})

test("without admins it is the longest-serving member, without anybody the team ends", () => {
  expect(heirOf([owner, makeMember("b", "member", 3), makeMember("a", "member", 2)])?.user_id).toBe(
    "a",
  )
  expect(heirOf([owner])).toBeNull()
})

test("the owner alone has controls, and none over themself", () => {
  expect(actsOn("owner", makeMember("a", "member"))).toEqual(["admin", "owner", "remove"])
  expect(actsOn("owner", makeMember("a", "admin"))).toEqual(["member", "owner", "remove"])
  expect(actsOn("owner", owner)).toEqual([])
  for (const viewer of ["admin", "member", null] as const) {
    expect(actsOn(viewer, makeMember("a", "member"))).toEqual([])
  }
})

test("after an act, also a refused one, all is read anew", async () => {
  const fetchMembers = vi.fn(async () => ({
    ok: true as const,
    headers: new Headers(),
    body: { rows: [owner] },
  }))
  const onChanged = vi.fn(async () => {})
  const store = createPeopleStore({
    slug: () => "kell",
    fetchMembers,
    actOnMember: async () => failed("forbidden"),
    onChanged,
  })
  await store.load()
  expect(await store.act("a", "remove")).toMatchObject({ code: "forbidden" })
  expect(fetchMembers).toHaveBeenCalledTimes(2)
  expect(onChanged).toHaveBeenCalledOnce()
})
