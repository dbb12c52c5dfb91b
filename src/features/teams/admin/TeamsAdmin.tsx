import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localize } from "../../../i18n/translation.ts"
import { removeMarkup } from "../../../markdown/remove-markup.ts"
import { AdminScreen } from "../../admin/AdminScreen.tsx"
import { RowBadges, RowLines, RowPicture } from "../../admin/list/row-parts.tsx"
import type { Views } from "../../admin/list/views.ts"
import { Badge, HiddenBadge } from "../../admin/parts.tsx"
import type { AdminTeamForm, ListedTeam } from "./schema.ts"
import { TeamForm } from "./TeamForm.tsx"
import { teams } from "./teams.ts"

function TeamRow({ row }: { row: ListedTeam }) {
  const t = pageTranslate()
  const { country, created_at } = row
  const { description, language } = localize(row, pageLocale())
  return (
    <>
      <RowPicture url={row.cover_image_url} />
      <RowLines
        title={row.name}
        text={
          description && (
            <p
              className="line-clamp-2 max-w-[80ch] text-md leading-[1.4] text-soft"
              lang={language}
            >
              {removeMarkup(description)}
            </p>
          )
        }
        facts={
          <>
            <span className={`dot place-${country ?? "all"}`} />
            <span>{row.slug}</span>
            {row.location && <span>{row.location}</span>}
            <span>{t("admin:teams.members", { count: row.member_count })}</span>
            <span>{t("admin:teams.posts", { count: row.post_count })}</span>
            <time dateTime={created_at}>
              {t("admin:teams.created", {
                date: formatDate(created_at, "shortDate", pageLocale()),
              })}
            </time>
          </>
        }
      />
      <RowBadges>
        {row.is_hidden && <HiddenBadge />}
        {row.is_verified && <Badge tone="good">{t("admin:teams.verified")}</Badge>}
      </RowBadges>
    </>
  )
}

const views: Views<ListedTeam, AdminTeamForm> = {
  Row: TeamRow,
  Form: TeamForm,
  getSaveLabel: () => "admin:teams.form.save",
  getLink: teams.getPath,
  filters: {
    verified: "admin:teams.verified",
    unverified: "admin:teams.unverified",
    hidden: "admin:hidden.badge",
  },
  lead: "admin:teams.lead",
  searchLabel: "admin:teams.search",
  editTitle: "admin:teams.form.edit",
}

export default function TeamsAdmin() {
  return <AdminScreen resource={teams} views={views} />
}
