/** Teams, posts and comments of newcomers (members who are not approved yet), for review by super admins. */
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { AdminList } from "../../admin/AdminScreen.tsx"
import { createBulkCall, createQuestion } from "../../admin/list/actions.ts"
import { type Action, createListParams, type ListResource } from "../../admin/list/resource.ts"
import { RowBadges, RowLines } from "../../admin/list/row-parts.tsx"
import type { ListViews } from "../../admin/list/views.ts"
import { Ago, Badge } from "../../admin/parts.tsx"
import { commentPath } from "../../comments/paths.ts"
import { postPath, teamPath } from "../../teams/team.ts"
import { type NewcomerEntry, newcomerEntry } from "./schema.ts"

const createAction = (name: "approve" | "hide"): Action<NewcomerEntry> => ({
  name,
  icon: name === "approve" ? "check" : "lock",
  // An action may change other rows: approval applies to all entries of the member, and hiding a team hides its posts.
  reloadsList: true,
  label: `admin:newcomers.${name}.label`,
  itemLabel: `admin:newcomers.${name}.item`,
  run: createBulkCall<NewcomerEntry>("newcomers", name, () => null),
  done: { title: `admin:newcomers.${name}.done`, text: `admin:newcomers.${name}.doneText` },
  doneMany: `admin:newcomers.${name}.doneMany`,
  failed: `admin:newcomers.${name}.failed`,
})

const actions: Action<NewcomerEntry>[] = [
  createAction("approve"),
  {
    ...createAction("hide"),
    isDanger: true,
    question: { ...createQuestion("newcomers.hide"), manyText: "admin:newcomers.hide.manyText" },
  },
]

const newcomers: ListResource<NewcomerEntry> = {
  name: "newcomers",
  row: newcomerEntry,
  getTitle: ({ title }) => title ?? pageTranslate()("admin:newcomers.gone"),
  params: createListParams(["team", "post", "comment"], ["newest", "oldest"]),
  publicPath: "/",
  actions,
  bulk: actions,
}

function Author({ member }: { member: NewcomerEntry["author"] }) {
  const t = pageTranslate()
  const locale = pageLocale()
  if (!member) return <span>{t("admin:posts.formerMember")}</span>
  return (
    <>
      <a className="link" href={localePath(`/members/${member.id}`, locale)}>
        {member.display_name || t("admin:users.unknown")}
      </a>
      <span>
        {t("admin:newcomers.joined", { date: formatDate(member.joined_at, "shortDate", locale) })}
      </span>
      <span>{t(`admin:newcomers.${member.email_confirmed ? "confirmed" : "unconfirmed"}`)}</span>
    </>
  )
}

function NewcomerRow({ row }: { row: NewcomerEntry }) {
  const t = pageTranslate()
  const { kind, team } = row
  return (
    <>
      <RowLines
        title={row.title ?? t("admin:newcomers.gone")}
        lang=""
        text={row.excerpt}
        facts={
          <>
            {kind === "post" && <span>{team?.name}</span>}
            <Author member={row.author} />
            <Ago at={row.created_at} />
          </>
        }
      />
      <RowBadges>
        <Badge>{t(`admin:reports.kinds.${kind}`)}</Badge>
      </RowBadges>
    </>
  )
}

const views: ListViews<NewcomerEntry> = {
  Row: NewcomerRow,
  getLink: ({ id, kind, team, thread }) => {
    if (kind === "comment") return (thread && commentPath(thread, id)) ?? "/"
    const slug = team?.slug ?? ""
    return kind === "post" ? postPath(slug, id) : teamPath(slug)
  },
  filters: {
    team: "admin:newcomers.filters.team",
    post: "admin:newcomers.filters.post",
    comment: "admin:newcomers.filters.comment",
  },
  lead: "admin:newcomers.lead",
  searchLabel: "admin:newcomers.search",
}

export default function NewcomersAdmin() {
  return <AdminList resource={newcomers} views={views} />
}
