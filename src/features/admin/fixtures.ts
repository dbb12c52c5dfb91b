/** A small resource for tests: notes with a title. */
import type { Answer } from "../../call.ts"
import { isRecord } from "../../json.ts"
import { refused } from "../../ui/submission.ts"
import { createDrafts } from "./drafts.ts"
import type { Resource, Saved } from "./resource.ts"

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

export const makeNote = (changes: Partial<Saved<Note>> = {}): Saved<Note> => ({
  id: "n1",
  updated_at: "2026-01-01T10:00:00.000Z",
  title: "First",
  is_public: false,
  content_version: 7,
  ...changes,
})

function readNote(json: unknown): Saved<Note> {
  if (!isRecord(json) || typeof json["id"] !== "string") throw new Error("no note")
  return { ...makeNote(), ...json }
}

export const notes: Resource<Note, Note, NoteValues> = {
  name: "notes",
  readRow: readNote,
  readSaved: readNote,
  readValues: (json) =>
    isRecord(json) && typeof json["title"] === "string"
      ? { title: json["title"], is_public: json["is_public"] === true }
      : null,
  blank: () => ({ title: "", is_public: false }),
  valuesOf: ({ title, is_public }) => ({ title, is_public }),
  check: (values) =>
    values.title
      ? { ok: true, body: { ...values, title: values.title.trim() } }
      : refused({ title: "required" }),
  titleOf: ({ title }) => title,
  isPublic: ({ is_public }) => is_public,
  publicPath: "/notes",
  params: { search: "text", filter: ["", "public"], sort: ["newest", "oldest"] },
  acts: [],
  bulk: [],
  pathOf: ({ id }) => `/notes/${id}`,
  savedMessage: () => ({ title: "common:close" }),
  saveFailed: () => "common:tryAgain",
  compared: [],
}

export const ok = <Body>(body: Body, headers: HeadersInit = {}): Answer<Body> => ({
  ok: true,
  body,
  headers: new Headers(headers),
})

class Shelf extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
  removeItem = (key: string) => void this.delete(key)
  key = (index: number) => [...this.keys()][index] ?? null
  get length() {
    return this.size
  }
}

/** Stands in for the browser's storage. */
export const makeShelf = () => new Shelf()

export const makeDrafts = (
  shelf: Shelf | null = makeShelf(),
  userId = "ann",
  tab: Shelf | null = makeShelf(),
) => createDrafts({ name: "notes", userId, shelf, tab, readValues: notes.readValues })
