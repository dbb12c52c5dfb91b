/** A team's members, and what its owner does with them. */
import { atom } from "nanostores"
import type { TeamMember } from "../../../db/queries/team-members.ts"
import { type Answer, call, type Failure, failed } from "../../call.ts"
import { isRecord } from "../../json.ts"
import { readList } from "./parse.ts"

export type { TeamMember } from "../../../db/queries/team-members.ts"

/** What can be done with a member; `owner` hands the team over. */
export type MemberAct = "admin" | "member" | "owner" | "remove"

export type PeopleState =
  | { status: "none" }
  | { status: "loading" }
  | { status: "ready"; members: TeamMember[] }
  | { status: "failed"; failure: Failure }

const isTextOrNull = (value: unknown) => value === null || typeof value === "string"

export const isMember = (value: unknown): value is TeamMember =>
  isRecord(value) &&
  typeof value.user_id === "string" &&
  typeof value.created_at === "string" &&
  (value.role === "owner" || value.role === "admin" || value.role === "member") &&
  isTextOrNull(value.display_name) &&
  isTextOrNull(value.avatar_url)

/** Who gets the team when its owner leaves: the longest-serving admin, else member; null for nobody. */
export function heirOf(members: readonly TeamMember[]): TeamMember | null {
  const oldest = (role: TeamMember["role"]) =>
    members
      .filter((member) => member.role === role)
      // ISO moments are in order as text.
      .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]
  return oldest("admin") ?? oldest("member") ?? null
}

/** What the owner can do with somebody; nothing with themself. */
export const actsOn = (viewer: TeamMember["role"] | null, member: TeamMember): MemberAct[] =>
  viewer !== "owner" || member.role === "owner"
    ? []
    : [member.role === "admin" ? "member" : "admin", "owner", "remove"]

const path = (slug: string, id?: string) => `/api/teams/${slug}/members${id ? `/${id}` : ""}`

export const fetchMembers = (slug: string) =>
  call(path(slug), { read: readList("members", isMember) })

export const actOnMember = (
  slug: string,
  id: string,
  act: MemberAct,
): Promise<Answer<undefined>> =>
  act === "remove"
    ? call(path(slug, id), { method: "DELETE", read: () => undefined })
    : call(path(slug, id), { method: "PATCH", payload: { role: act }, read: () => undefined })

export interface PeopleSteps {
  slug: () => string | null
  fetchMembers: (slug: string) => Promise<Answer<{ rows: TeamMember[] }>>
  actOnMember: (slug: string, id: string, act: MemberAct) => Promise<Answer<undefined>>
  /** The team may be another's by now, or smaller. */
  onChanged: () => Promise<void>
}

export function createPeopleStore({ slug, fetchMembers, actOnMember, onChanged }: PeopleSteps) {
  const $people = atom<PeopleState>({ status: "none" })
  let latest = 0

  async function load(): Promise<void> {
    latest += 1
    const mine = latest
    const team = slug()
    if (!team) return
    if ($people.get().status !== "ready") $people.set({ status: "loading" })
    const answer = await fetchMembers(team)
    if (mine !== latest) return
    if (answer.ok) $people.set({ status: "ready", members: answer.body.rows })
    else if ($people.get().status !== "ready") {
      $people.set({ status: "failed", failure: answer.failure })
    }
  }

  /** Does it and reads everything anew, also after a refusal: then it is not as it looked. */
  async function act(id: string, what: MemberAct): Promise<Failure | null> {
    const team = slug()
    const answer = team ? await actOnMember(team, id, what) : failed("not_found")
    await Promise.all([$people.get().status === "none" ? null : load(), onChanged()])
    return answer.ok ? null : answer.failure
  }

  return { $people, load, act }
}
