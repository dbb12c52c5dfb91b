import * as z from "zod/mini"
import { type CallResult, call } from "../../../shared/call.ts"
import type { EditableRow, EditorResource, Saved } from "../list/resource.ts"
import { type Presence, presence, type ServerDraft, serverDraft } from "./schema.ts"

const createDraftCalls = (root: string) => ({
  /** Reports that the member edits the item. Returns the other editors and the current versions. */
  reportPresence: (id: string): Promise<CallResult<Presence>> =>
    call(`${root}/${id}/presence`, {
      method: "PUT",
      payload: {},
      read: presence,
    }),
  endPresence: (id: string): Promise<CallResult<unknown>> =>
    call(`${root}/${id}/presence`, { method: "DELETE" }),
  find: (id: string): Promise<CallResult<ServerDraft>> =>
    call(`${root}/${id}/draft`, { read: serverDraft, cache: "no-store" }),
  store: (
    id: string,
    payload: object,
    { isKeptAlive = false } = {},
  ): Promise<CallResult<ServerDraft>> =>
    call(`${root}/${id}/draft`, {
      method: "PUT",
      payload,
      isKeptAlive,
      read: serverDraft,
    }),
  drop: (id: string, version: number): Promise<CallResult<unknown>> =>
    call(`${root}/${id}/draft?version=${version}`, { method: "DELETE" }),
  /** Parses the server's current draft, which a failure with the code `stale` contains. Null if there is none. */
  readCurrent: (json: unknown): ServerDraft | null => z.safeParse(serverDraft, json).data ?? null,
})

export type DraftCalls = ReturnType<typeof createDraftCalls>

/** API calls of an editor. `drafts` is null for resources without drafts on the server. */
export interface EditorCalls<Full> {
  find: (id: string) => Promise<CallResult<Saved<Full>>>
  create: (id: string, body: object) => Promise<CallResult<Saved<Full>>>
  update: (id: string, expectedUpdatedAt: string, body: object) => Promise<CallResult<Saved<Full>>>
  drafts: DraftCalls | null
}

export function createCalls<Full extends EditableRow, Values extends object>({
  name,
  saved,
  serverDrafts,
}: EditorResource<Full, Values>): EditorCalls<Full> {
  const root = `/api/admin/${name}`
  const read = (json: unknown) => z.parse(saved, json)
  return {
    find: (id) => call(`${root}/${id}`, { read }),
    drafts: serverDrafts ? createDraftCalls(root) : null,
    create: (id, body) =>
      call(root, { method: "POST", payload: serverDrafts ? { ...body, id } : body, read }),
    update: (id, updated_at, body) =>
      call(`${root}/${id}`, { method: "PATCH", payload: { ...body, updated_at }, read }),
  }
}
