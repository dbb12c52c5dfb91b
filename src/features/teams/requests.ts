/** Who wants to join a team, for its owner. */
import { atom } from "nanostores"
import type { JoinRequest } from "../../../db/queries/team-members.ts"
import { type Answer, call, type Failure } from "../../call.ts"
import { isRecord } from "../../json.ts"
import { readList } from "./parse.ts"

export type { JoinRequest } from "../../../db/queries/team-members.ts"

export type Decision = JoinRequest["status"]

export type RequestsState =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; requests: JoinRequest[] }

const isTextOrNull = (value: unknown) => value === null || typeof value === "string"

export const isJoinRequest = (value: unknown): value is JoinRequest =>
  isRecord(value) &&
  [value.id, value.user_id, value.created_at].every((text) => typeof text === "string") &&
  [value.message, value.display_name, value.avatar_url].every(isTextOrNull) &&
  (value.status === "pending" || value.status === "approved" || value.status === "rejected")

export const fetchRequests = (slug: string) =>
  call(`/api/teams/${slug}/join-requests`, { read: readList("join_requests", isJoinRequest) })

export const sendDecision = (id: string, status: Decision): Promise<Answer<undefined>> =>
  call(`/api/join-requests/${id}`, { method: "PATCH", payload: { status }, read: () => undefined })

/** What the owner can do with a request as it stands; who was taken in is removed on the team's page. */
export const decisionsOn = ({ status }: Pick<JoinRequest, "status">): Decision[] =>
  status === "pending" ? ["approved", "rejected"] : status === "rejected" ? ["pending"] : []

export interface RequestsSteps {
  fetchRequests: (slug: string) => Promise<Answer<{ rows: JoinRequest[] }>>
  sendDecision: (id: string, status: Decision) => Promise<Answer<undefined>>
}

export function createRequestsStore({ fetchRequests, sendDecision }: RequestsSteps) {
  const $requests = atom<RequestsState>({ status: "loading" })
  let latest = 0

  async function load(slug: string): Promise<void> {
    latest += 1
    const mine = latest
    if ($requests.get().status === "failed") $requests.set({ status: "loading" })
    const answer = await fetchRequests(slug)
    if (mine !== latest) return
    if (answer.ok) $requests.set({ status: "ready", requests: answer.body.rows })
    else if ($requests.get().status !== "ready") {
      $requests.set({ status: "failed", failure: answer.failure })
    }
  }

  /** Decides, and where another tab was faster shows what became of it. Null when it is done. */
  async function decide(slug: string, id: string, status: Decision): Promise<Failure | null> {
    const answer = await sendDecision(id, status)
    const state = $requests.get()
    if (!answer.ok) {
      if (answer.failure.code === "already_decided" || answer.failure.code === "not_found") {
        await load(slug)
      }
      return answer.failure
    }
    if (state.status === "ready") {
      // It stays in its place: a list that jumps is pressed in the wrong row.
      const requests = state.requests.map((one) => (one.id === id ? { ...one, status } : one))
      $requests.set({ status: "ready", requests })
    }
    return null
  }

  /** Nobody who may see them is here. */
  function forget(): void {
    latest += 1
    $requests.set({ status: "loading" })
  }

  return { $requests, load, decide, forget }
}
