import type { Config } from "@netlify/functions"
import { listArtistChoices } from "../../db/queries/admin/artists.ts"
import {
  createRelease,
  deleteReleases,
  editRelease,
  getAdminRelease,
  listAdminReleases,
} from "../../db/queries/admin/releases.ts"
import {
  changedRelease,
  type NewRelease,
  newRelease,
} from "../../src/features/releases/admin/schema.ts"
import {
  createDeleteRoute,
  createListRoute,
  createReadRoute,
  createSaveRoute,
  respondWithRow,
} from "../lib/http/admin-routes.ts"
import { createApi, createHandler, requireSuperAdmin } from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { refuse, violatesReference, violatesUnique } from "../lib/http/problem.ts"
import { readNewRow, requireUuid } from "../lib/http/request.ts"

const app = createApi().basePath("/api/admin/releases")
app.get("*", requireSuperAdmin)
app.use(deliverAfterWrites)

const YEAR_AND_MONTH_LENGTH = "2026-11".length

/** Uses the first day of the month if only the month is known. */
const normalizeDate = <Edit extends Pick<NewRelease, "release_date" | "date_precision">>(
  release: Edit,
): Edit =>
  release.date_precision === "month"
    ? { ...release, release_date: `${release.release_date.slice(0, YEAR_AND_MONTH_LENGTH)}-01` }
    : release

const reportFieldErrors = <Result>(write: Promise<Result>): Promise<Result> =>
  write.catch((error) => {
    if (violatesReference(error)) refuse("invalid", { errors: { artist_id: "invalid" } })
    if (violatesUnique(error, "releases_once")) {
      refuse("invalid", { errors: { title: "release_exists" } })
    }
    throw error
  })

app.get("/", createListRoute("releases", listAdminReleases, "start"))
app.get("/artists", async (c) => c.json({ artists: await listArtistChoices(c.var.db) }))
app.get("/:id", requireUuid, createReadRoute(getAdminRelease))
app.post("/", async (c) => {
  const release = normalizeDate(await readNewRow(c, newRelease))
  const created = await reportFieldErrors(createRelease(c.var.db, crypto.randomUUID(), release))
  return respondWithRow(c, "release", created, 201)
})
app.patch(
  "/:id",
  requireUuid,
  createSaveRoute(changedRelease, "release", (db, id, expectedUpdatedAt, edit) =>
    reportFieldErrors(editRelease(db, id, expectedUpdatedAt, normalizeDate(edit))),
  ),
)
app.delete("/:id", requireUuid, createDeleteRoute("release", deleteReleases))

export default createHandler(app)
export const config: Config = {
  path: ["/api/admin/releases", "/api/admin/releases/:id"],
}
