import { createRandomId } from "../../../shared/random-id.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import type { Resource } from "../../admin/list/resource.ts"
import { artistPath } from "../paths.ts"
import {
  type ArtistValues,
  artistValues,
  type ListedArtist,
  listedArtist,
  newArtist,
} from "./schema.ts"

const NAME_PREFIX = "name:"

/** Returns the id with which the editor opens a new artist that already has this name. */
export const formatNewArtistId = (name: string): string => NAME_PREFIX + name

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
  createBlankValues: () => artistValues.parse({}),
  getValues: ({ name, hangul, aliases }) => ({
    name,
    hangul: hangul ?? "",
    aliases: aliases.join("\n"),
  }),
  check: ({ aliases, ...values }) =>
    checkWithSchema(newArtist, { ...values, aliases: splitLines(aliases) }),
  newItemFor: (id) =>
    id.startsWith(NAME_PREFIX)
      ? { id: createRandomId(), initialValues: { name: id.slice(NAME_PREFIX.length) } }
      : null,
  getTitle: ({ name }) => name,
  isPublic: () => true,
  publicPath: "/music",
  getPath: ({ slug }) => artistPath(slug),
  params: { search: "text", filter: [""], sort: ["name", "name_desc", "newest", "oldest"] },
  actions: [],
  bulk: [],
  getSavedMessage: (artistBefore) => ({
    title: artistBefore ? "admin:artists.saved.updated" : "admin:artists.saved.created",
  }),
  getSaveFailedMessage: (isNew) =>
    isNew ? "admin:artists.createFailed" : "admin:artists.updateFailed",
  labels: {
    name: "admin:artists.form.name",
    hangul: "admin:artists.form.hangul",
    aliases: "admin:artists.form.aliases",
  },
}
