import * as z from "zod/mini"
import { type CallResult, createFailure, type FailureCode } from "../../shared/call.ts"
import { FakeStorage } from "../../shared/fixtures.ts"
import { failCheck } from "../../ui/forms/submission.ts"
import { createBuffer } from "./editor/buffer.ts"
import type { DraftCalls } from "./editor/calls.ts"
import type { Presence, ServerDraft } from "./editor/schema.ts"
import type { Resource, Saved } from "./list/resource.ts"
import type { Build } from "./publishing/build-progress.ts"

/** Row of `notes`, the resource of the admin area's tests. */
export interface Note {
  id: string
  updated_at: string
  title: string
  is_public: boolean
}

export interface NoteValues {
  title: string
  is_public: boolean
}

export const makeNote = (overrides: Partial<Saved<Note>> = {}): Saved<Note> => ({
  id: "n1",
  updated_at: "2026-01-01T10:00:00.000Z",
  title: "First",
  is_public: false,
  content_version: 7,
  ...overrides,
})

const note = z.object({
  id: z.string(),
  updated_at: z.string(),
  title: z.string(),
  is_public: z.boolean(),
  content_version: z.optional(z.number()),
})

export const notes: Resource<Note, NoteValues> = {
  name: "ideas", // The type requires the name of a real resource.
  row: note,
  saved: note,
  values: z.object({ title: z.string(), is_public: z._default(z.boolean(), false) }),
  createBlankValues: () => ({ title: "", is_public: false }),
  getValues: ({ title, is_public }) => ({ title, is_public }),
  check: (values) =>
    values.title
      ? { ok: true, body: { ...values, title: values.title.trim() } }
      : failCheck({ title: "required" }),
  getTitle: ({ title }) => title,
  isPublic: ({ is_public }) => is_public,
  publicPath: "/notes",
  params: { search: "text", filter: ["", "public"], sort: ["newest", "oldest"] },
  actions: [],
  bulk: [],
  getPath: ({ id }) => `/notes/${id}`,
  getSavedMessage: () => ({ title: "common:close" }),
  getSaveFailedMessage: () => "common:tryAgain",
  labels: { title: "common:close", is_public: "common:tryAgain" },
}

export const ok = <Body>(body: Body, headers: HeadersInit = {}): CallResult<Body> => ({
  ok: true,
  body,
  headers: new Headers(headers),
})

export const makeBuffer = (storage: FakeStorage | null = new FakeStorage(), userId = "ann") =>
  createBuffer({ name: "notes", userId, storage, values: notes.values })

/** Fake API for the draft, the presence and the saved version of one item. */
export class DraftServer {
  draft: ServerDraft | null
  updatedAt: string | null
  editors: string[] = []
  /** Failure of all calls except `endPresence`. `lost`: the server handles the call, but its response is lost. */
  failure: FailureCode | "lost" | null = null
  storeRequests = 0
  keepaliveRequests = 0

  constructor(draft: ServerDraft | null = null, updatedAt: string | null = makeNote().updated_at) {
    this.draft = draft
    this.updatedAt = updatedAt
  }

  private respond<Body>(work: () => CallResult<Body>): CallResult<Body> {
    if (this.failure && this.failure !== "lost") return createFailure(this.failure)
    const result = work()
    return this.failure === "lost" ? createFailure("unreachable") : result
  }

  getCalls(name: string): DraftCalls {
    const read = (draft: ServerDraft): ServerDraft => ({
      ...JSON.parse(JSON.stringify(draft)),
      is_own: draft.editor_name === name,
    })
    return {
      reportPresence: async () => {
        const { draft, updatedAt } = this
        const editors = this.editors.filter((editor) => editor !== name)
        return this.respond<Presence>(() =>
          ok({ editors, draft: draft && read(draft), updated_at: updatedAt }),
        )
      },
      endPresence: async () => {
        this.editors = this.editors.filter((editor) => editor !== name)
        return ok(null)
      },
      find: async () =>
        this.respond(() => (this.draft ? ok(read(this.draft)) : createFailure("not_found"))),
      store: async (_id, payload, { isKeptAlive = false } = {}) => {
        this.storeRequests += 1
        if (isKeptAlive) this.keepaliveRequests += 1
        const { form, based_on, version } = payload as ServerDraft
        return this.respond<ServerDraft>(() => {
          const currentDraft = this.draft
          const isRepeated = JSON.stringify(currentDraft?.form) === JSON.stringify(form)
          if (currentDraft && currentDraft.version !== version && !isRepeated)
            return createFailure("stale", { current: currentDraft })
          const saved_at = new Date().toISOString()
          const stored = { form, based_on, version: (currentDraft?.version ?? 0) + 1, saved_at }
          this.draft = { ...stored, editor_name: name, is_own: false }
          return ok(read(this.draft))
        })
      },
      drop: async (_id, version) =>
        this.respond<unknown>(() => {
          if (this.draft && this.draft.version <= version) this.draft = null
          return ok(null)
        }),
      readCurrent: (json) => json as ServerDraft,
    }
  }
}

export const makeBuild = (overrides: Partial<Build> = {}): Build => ({
  id: 1,
  status: "succeeded",
  phase: null,
  pages: 300,
  content_version: 5,
  error: null,
  started_at: "2026-01-01T10:00:00.000Z",
  finished_at: "2026-01-01T10:00:02.450Z",
  retry_at: null,
  ...overrides,
})
