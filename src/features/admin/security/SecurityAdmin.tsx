import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { AdminList } from "../AdminScreen.tsx"
import { FilterChip, ResultCount, TOOLS_CLASSES, ToolChoice } from "../list/ListTools.tsx"
import { RowLines } from "../list/row-parts.tsx"
import type { ListViews } from "../list/views.ts"
import { Ago, IconButton } from "../parts.tsx"
import type { ListScreen } from "../screen.ts"
import { SECURITY_EVENTS } from "./event.ts"
import { formatDetail, type ListedEvent, security } from "./security.ts"

function SecurityRow({ row }: { row: ListedEvent }) {
  const t = pageTranslate()
  const detail = formatDetail(row)
  return (
    <RowLines
      title={security.getTitle(row)}
      facts={
        <>
          <span>
            {row.display_name ?? t(row.user_id ? "admin:users.unknown" : "admin:security.nobody")}
          </span>
          {detail && <span>{detail}</span>}
          {row.count > 1 && <span>{t("admin:security.times", { count: row.count })}</span>}
          {row.caller && <span>{t("admin:security.caller", { code: row.caller })}</span>}
          <Ago at={row.last_at} />
        </>
      }
    />
  )
}

function SecurityTools({ screen }: { screen: ListScreen<ListedEvent> }) {
  const t = pageTranslate()
  const { list } = screen
  const query = useStore(list.$query)
  const state = useStore(list.$list)
  const { member = "" } = query
  const rows = state.status === "ready" ? state.rows : []
  const name = rows.find((row) => row.user_id === member)?.display_name
  return (
    <search className={TOOLS_CLASSES}>
      <ToolChoice
        label={t("admin:security.kind")}
        value={query["kind"] ?? ""}
        options={["all" as const, ...SECURITY_EVENTS].map((kind) => ({
          value: kind === "all" ? "" : kind,
          label: t(`admin:security.kinds.${kind}`),
        }))}
        onChange={(kind) => list.setQuery({ kind })}
      />
      {member && (
        <FilterChip
          label={t("admin:audit.only.target", { name: name ?? t("admin:users.unknown") })}
          onRemove={() => list.setQuery({ member: "" })}
        />
      )}
      <ResultCount screen={screen} />
    </search>
  )
}

interface FilterButtonProps {
  row: ListedEvent
  screen: ListScreen<ListedEvent>
}

function MemberFilterButton({ row: { user_id }, screen: { list } }: FilterButtonProps) {
  const t = pageTranslate()
  return (
    user_id && (
      <IconButton
        icon="person"
        label={t("admin:security.ofMember")}
        title={t("admin:security.ofMember")}
        onClick={() => list.setQuery({ member: user_id })}
      />
    )
  )
}

const views: ListViews<ListedEvent> = {
  Row: SecurityRow,
  Controls: MemberFilterButton,
  Tools: SecurityTools,
  lead: "admin:security.lead",
}

export default function SecurityAdmin() {
  return <AdminList resource={security} views={views} />
}
