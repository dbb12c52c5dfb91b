/** What people suggested, as the admin area's list needs to know it. */
import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"
import { type Act, actCall } from "../admin/act.ts"
import { type ListResource, listParams } from "../admin/resource.ts"
import { CATEGORIES, PRIORITIES } from "../ideas/choices.ts"

export const suggestion = z.object({
  id: z.string(),
  /** Name and address go after a year, and with their account. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  category: z.enum(CATEGORIES),
  priority: z.enum(PRIORITIES),
  title: z.string(),
  description: z.string(),
  language: z.enum(LOCALES),
  received_at: z.string(),
  read_at: z.nullable(z.string()),
  /** The idea that was made of it. */
  idea_id: z.nullable(z.string()),
})

export type Suggestion = z.infer<typeof suggestion>

const read: Act<Suggestion> = {
  name: "read",
  icon: "check",
  label: "admin:suggestions.read.label",
  itemLabel: "admin:suggestions.read.item",
  isFor: ({ read_at }) => read_at === null,
  run: actCall<Suggestion>("suggestions", "read", (row) => ({
    ...row,
    read_at: row.read_at ?? new Date().toISOString(),
  })),
  done: { title: "admin:suggestions.read.done" },
  doneMany: "admin:suggestions.read.doneMany",
  failed: "admin:suggestions.updateFailed",
}

const unread: Act<Suggestion> = {
  name: "unread",
  icon: "inbox",
  label: "admin:suggestions.unread.label",
  itemLabel: "admin:suggestions.unread.item",
  isFor: ({ read_at }) => read_at !== null,
  run: actCall<Suggestion>("suggestions", "unread", (row) => ({ ...row, read_at: null })),
  done: { title: "admin:suggestions.unread.done" },
  doneMany: "admin:suggestions.unread.doneMany",
  failed: "admin:suggestions.updateFailed",
}

const remove: Act<Suggestion> = {
  name: "delete",
  icon: "trash",
  label: "admin:list.delete",
  itemLabel: "admin:list.deleteItem",
  isDanger: true,
  question: {
    title: "admin:suggestions.delete.ask",
    text: "admin:suggestions.delete.text",
    manyText: "admin:suggestions.delete.manyText",
    confirm: "admin:confirm.delete",
    busy: "admin:confirm.deleting",
  },
  run: actCall<Suggestion>("suggestions", "delete", () => null),
  done: { title: "admin:suggestions.delete.done" },
  doneMany: "admin:suggestions.delete.doneMany",
  failed: "admin:suggestions.delete.failed",
}

export const suggestions: ListResource<Suggestion> = {
  name: "suggestions",
  readRow: (json) => suggestion.parse(json),
  titleOf: ({ title }) => title,
  params: listParams(["unread", "read"]),
  publicPath: null,
  acts: [read, unread, remove],
  bulk: [read, unread, remove],
}
