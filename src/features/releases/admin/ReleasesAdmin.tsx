import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { AdminScreen } from "../../admin/AdminScreen.tsx"
import { RowBadges, RowLines } from "../../admin/list/row-parts.tsx"
import type { Views } from "../../admin/list/views.ts"
import { Badge } from "../../admin/parts.tsx"
import { formatReleaseDate, isUpcoming } from "../release.ts"
import { ReleaseFields } from "./ReleaseFields.tsx"
import { releases } from "./releases.ts"
import type { ReleaseValues, SavedRelease } from "./schema.ts"

function ReleaseRow({ row }: { row: SavedRelease }) {
  const t = pageTranslate()
  return (
    <>
      <RowLines
        title={row.title}
        text={row.note}
        facts={
          <>
            <span>{row.artist_name}</span>
            <time dateTime={row.release_date}>{formatReleaseDate(row, pageLocale())}</time>
          </>
        }
      />
      <RowBadges>
        {isUpcoming(row) && <Badge tone="featured">{t("admin:releases.upcoming")}</Badge>}
        <Badge>{t(`artists:releases.types.${row.release_type}`)}</Badge>
      </RowBadges>
    </>
  )
}

const views: Views<SavedRelease, ReleaseValues> = {
  Row: ReleaseRow,
  Form: ReleaseFields,
  hasPictures: false,
  getSaveLabel: (item) => (item ? "admin:releases.form.save" : "admin:releases.form.add"),
  filters: { upcoming: "admin:releases.upcoming", past: "admin:releases.past" },
  lead: "admin:releases.lead",
  searchLabel: "admin:releases.search",
  createLabel: "admin:releases.create",
  createTitle: "admin:releases.form.new",
  editTitle: "admin:releases.form.edit",
}

export default function ReleasesAdmin() {
  return <AdminScreen resource={releases} views={views} />
}
