import { pageLocale } from "../../../i18n/page-translate.ts"
import { createQuery } from "../../../islands/query.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { createDeletion } from "../../admin/list/actions.ts"
import { createListParams, type Resource } from "../../admin/list/resource.ts"
import { artistPath } from "../../artists/paths.ts"
import { formatReleaseDate } from "../release.ts"
import {
  artistChoices,
  newRelease,
  type ReleaseValues,
  releaseValues,
  type SavedRelease,
  savedRelease,
} from "./schema.ts"

export const $artistChoices = createQuery("/api/admin/releases/artists", artistChoices, {
  revalidateOnFocus: false,
})

const getArtistName = (id: string): string =>
  $artistChoices.get().data?.artists.find((artist) => artist.id === id)?.name ?? ""

export const releases: Resource<SavedRelease, ReleaseValues> = {
  name: "releases",
  row: savedRelease,
  saved: savedRelease,
  values: releaseValues,
  createBlankValues: () => releaseValues.parse({}),
  getValues: ({ link_url, note, ...release }) =>
    releaseValues.parse({ ...release, link_url: link_url ?? "", note: note ?? "" }),
  check: (values) => checkWithSchema(newRelease, values),
  getTitle: ({ title }) => title,
  isPublic: () => true,
  publicPath: "/calendar",
  getPath: ({ artist_slug }) => artistPath(artist_slug),
  params: createListParams(
    ["upcoming", "past"],
    ["start", "start_desc", "newest", "oldest", "name", "name_desc"],
  ),
  actions: [createDeletion("releases")],
  bulk: [],
  getSavedMessage: (releaseBefore) => ({
    title: releaseBefore ? "admin:releases.saved.updated" : "admin:releases.saved.created",
  }),
  getSaveFailedMessage: (isNew) =>
    isNew ? "admin:releases.createFailed" : "admin:releases.updateFailed",
  labels: {
    artist_id: "admin:releases.form.artist",
    title: "admin:releases.form.title",
    release_type: "admin:releases.form.type",
    release_date: "admin:releases.form.date",
    date_precision: "admin:releases.form.precision",
    link_url: "admin:releases.form.link",
    note: "admin:releases.form.note",
  },
  formatters: {
    artist_id: ({ artist_id }) => getArtistName(artist_id),
    release_type: ({ release_type }, t) =>
      release_type ? t(`artists:releases.types.${release_type}`) : "",
    release_date: (values) => (values.release_date ? formatReleaseDate(values, pageLocale()) : ""),
    date_precision: ({ date_precision }, t) => t(`admin:releases.form.${date_precision}`),
  },
}
