/** One team and what the viewer is to it. */
import { atom } from "nanostores"
import { type Answer, call, type Failure, failed } from "../../call.ts"
import { isRecord } from "../../json.ts"
import { isSeenTeam, readAs } from "./parse.ts"
import type { SeenTeam, Standing } from "./team.ts"

export type TeamState =
  | { status: "loading" }
  | { status: "found"; team: SeenTeam }
  | { status: "not-found" }
  | { status: "failed"; failure: Failure }

export interface SentRequest {
  id: string
  /** Whether the team's answer comes by mail, too. */
  mails: boolean
}

export interface TeamSteps {
  /** The team's slug; null for an address that is no team's. */
  slug: () => string | null
  fetchTeam: (slug: string) => Promise<Answer<SeenTeam>>
  sendRequest: (slug: string, message: string | null) => Promise<Answer<SentRequest>>
  withdrawRequest: (id: string) => Promise<Answer<undefined>>
}

export const fetchTeam = (slug: string): Promise<Answer<SeenTeam>> =>
  call(`/api/teams/${slug}`, { read: readAs(isSeenTeam) })

const isSentRequest = (value: unknown): value is SentRequest =>
  isRecord(value) && typeof value.id === "string" && typeof value.mails === "boolean"

export const sendRequest = (slug: string, message: string | null): Promise<Answer<SentRequest>> =>
  call(`/api/teams/${slug}/join-requests`, {
    method: "POST",
    payload: { message },
    read: readAs(isSentRequest),
  })

export const withdrawRequest = (id: string): Promise<Answer<undefined>> =>
  call(`/api/join-requests/${id}`, { method: "DELETE", read: () => undefined })

export function createTeamStore(steps: TeamSteps) {
  const $team = atom<TeamState>({ status: "loading" })
  let latest = 0

  /** Reads the team anew; one that is shown stays until the answer is there, and when there is none. */
  async function load(): Promise<void> {
    latest += 1
    const mine = latest
    const slug = steps.slug()
    if (!slug) return $team.set({ status: "not-found" })
    if ($team.get().status !== "found") $team.set({ status: "loading" })
    const answer = await steps.fetchTeam(slug)
    if (mine !== latest) return
    if (answer.ok) $team.set({ status: "found", team: answer.body })
    else if (answer.failure.code === "not_found") $team.set({ status: "not-found" })
    else if ($team.get().status !== "found") {
      $team.set({ status: "failed", failure: answer.failure })
    }
  }

  /** Reads the team for another viewer: what it was to the last one goes at once. */
  async function startOver(): Promise<void> {
    $team.set({ status: "loading" })
    await load()
  }

  function stand(changes: Partial<Standing>): void {
    const state = $team.get()
    if (state.status === "found") $team.set({ ...state, team: { ...state.team, ...changes } })
  }

  /** Asks to join. Where it turns out that things stand otherwise, that is shown. */
  async function ask(message: string | null): Promise<Answer<SentRequest>> {
    const slug = steps.slug()
    if (!slug) return failed("not_found")
    const answer = await steps.sendRequest(slug, message)
    if (answer.ok) stand({ request: { id: answer.body.id, status: "pending" } })
    else if (IS_OTHERWISE.has(answer.failure.code)) void load()
    return answer
  }

  /** Takes the request back; null when that is done. */
  async function withdraw(id: string): Promise<Failure | null> {
    const answer = await steps.withdrawRequest(id)
    if (answer.ok) stand({ request: null })
    // Decided meanwhile.
    else if (answer.failure.code === "not_found") void load()
    return answer.ok ? null : answer.failure
  }

  return { $team, load, startOver, ask, withdraw }
}

const IS_OTHERWISE = new Set(["already_member", "already_requested", "request_declined"])

export type TeamStore = ReturnType<typeof createTeamStore>
