import { NeonDbError } from "@neondatabase/serverless"
import type { Config } from "@netlify/functions"
import {
  addSpelling,
  createArtist,
  editArtist,
  getAdminArtist,
  listAdminArtists,
  listUnmatchedFavorites,
  mergeArtists,
} from "../../db/queries/admin/artists.ts"
import {
  changedArtist,
  mergeBody,
  newArtist,
  spellingBody,
} from "../../src/features/artists/admin/schema.ts"
import { toArtistKey } from "../../src/features/artists/names.ts"
import type { FieldErrors } from "../../src/shared/problem.ts"
import { slugify } from "../../src/shared/slug.ts"
import {
  createListRoute,
  createReadRoute,
  createSaveRoute,
  createUpdateRoute,
  respondWithRow,
} from "../lib/http/admin-routes.ts"
import { createApi, createHandler, requireSuperAdmin } from "../lib/http/api.ts"
import { refuse, violatesCheck, violatesUnique } from "../lib/http/problem.ts"
import { readBody, readNewRow, requireUuid } from "../lib/http/request.ts"

const app = createApi().basePath("/api/admin/artists")
app.get("*", requireSuperAdmin)

/** Reserved for future pages under /music. Must match the check of `artists.slug` in the migration. */
const RESERVED_SLUGS = ["rest", "releases", "artists", "songs", "albums"]
/** Maximum characters of a slug without its number. The database allows 120. */
const MAX_SLUG_BASE_LENGTH = 110
const MAX_SLUG_CANDIDATES = 9

/** Returns `nova`, `nova-2`, `nova-3` and so on. The artist gets the first slug that is free. */
function listSlugCandidates(name: string): string[] {
  const base = slugify(name).slice(0, MAX_SLUG_BASE_LENGTH).replace(/-$/, "") || "artist"
  const slugs = Array.from({ length: MAX_SLUG_CANDIDATES }, (_, index) =>
    index === 0 ? base : `${base}-${index + 1}`,
  )
  return slugs.filter((slug) => !RESERVED_SLUGS.includes(slug))
}

/**
 * Returns the field whose text is a name of another artist,
 * from an error detail such as `Key (key)=(nova) already …`.
 */
function findDuplicateField(error: unknown, names: { name?: string; hangul?: string | null }) {
  const detail = error instanceof NeonDbError ? (error.detail ?? "") : ""
  const hasKey = (name: string | null | undefined) =>
    !!name && detail.includes(`=(${toArtistKey(name)})`)
  if (hasKey(names.name)) return "name"
  return hasKey(names.hangul) ? "hangul" : "aliases"
}

const reportFieldErrors = <Result>(
  names: { name?: string; hangul?: string | null },
  write: Promise<Result>,
): Promise<Result> =>
  write.catch((error) => {
    const refuseField = (errors: FieldErrors) => refuse("invalid", { errors })
    if (violatesUnique(error, "artist_keys_pkey")) {
      refuseField({ [findDuplicateField(error, names)]: "artist_exists" })
    }
    if (violatesCheck(error, "artists_aliases_check")) {
      refuseField({ aliases: "too_many_spellings" })
    }
    throw error
  })

app.get("/", createListRoute("artists", listAdminArtists, "name"))
// Lists favorite groups that at least two members entered and that match no artist.
app.get("/unmatched", async (c) => c.json(await listUnmatchedFavorites(c.var.db)))
app.get("/:id", requireUuid, createReadRoute(getAdminArtist))
app.post("/", async (c) => {
  const artist = await readNewRow(c, newArtist)
  const write = createArtist(c.var.db, crypto.randomUUID(), listSlugCandidates(artist.name), artist)
  return respondWithRow(c, "artist", await reportFieldErrors(artist, write), 201)
})
app.patch(
  "/:id",
  requireUuid,
  createSaveRoute(changedArtist, "artist", (db, id, expectedUpdatedAt, edit) =>
    reportFieldErrors(edit, editArtist(db, id, expectedUpdatedAt, edit)),
  ),
)
app.put(
  "/:id/spelling",
  requireUuid,
  createUpdateRoute(spellingBody, "artist", (db, id, { spelling }) =>
    reportFieldErrors({}, addSpelling(db, id, spelling)),
  ),
)
app.post("/:id/merge", requireUuid, async (c) => {
  const { into } = await readBody(c, mergeBody)
  return respondWithRow(c, "artist", await mergeArtists(c.var.db, c.req.param("id"), into))
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/admin/artists",
    "/api/admin/artists/:id",
    "/api/admin/artists/:id/spelling",
    "/api/admin/artists/:id/merge",
  ],
}
