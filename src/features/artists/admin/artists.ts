import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { createRandomId } from "../../admin/editor/buffer.ts"
import type { Resource } from "../../admin/list/resource.ts"
import { artistPath } from "../paths.ts"
import {
  type ArtistValues,
  artistValues,
  type ListedArtist,
  listedArtist,
  newArtist,
} from "./schema.ts"

/** Prefix of a new item that the editor opens with an artist's name. */
const NAMED = "name:"

export const newArtistNamed = (name: string): string => NAMED + name

const splitLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

export const artists: Resource<ListedArtist, ArtistValues> = {
  name: "artists",
  row: listedArtist,
  saved: listedArtist,
  values: artistValues,
  blank: () => artistValues.parse({}),
  getValues: ({ name, hangul, aliases }) => ({
    name,
    hangul: hangul ?? "",
    aliases: aliases.join("\n"),
  }),
  check: ({ aliases, ...values }) =>
    checkWithSchema(newArtist, { ...values, aliases: splitLines(aliases) }),
  newItemFor: (name) =>
    name.startsWith(NAMED)
      ? { id: createRandomId(), initialValues: { name: name.slice(NAMED.length) } }
      : null,
  getTitle: ({ name }) => name,
  isPublic: () => true,
  publicPath: "/music",
  getPath: ({ slug }) => artistPath(slug),
  params: { search: "text", filter: [""], sort: ["name", "name_desc", "newest", "oldest"] },
  actions: [],
  bulk: [],
  savedMessage: (before) => ({
    title: before ? "admin:artists.saved.updated" : "admin:artists.saved.created",
  }),
  saveFailed: (isNew) => (isNew ? "admin:artists.createFailed" : "admin:artists.updateFailed"),
  labels: {
    name: "admin:artists.form.name",
    hangul: "admin:artists.form.hangul",
    aliases: "admin:artists.form.aliases",
  },
}
