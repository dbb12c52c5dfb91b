import { useStore } from "@nanostores/react"
import { useId } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { AdminList } from "../AdminScreen.tsx"
import {
  FilterChip,
  ResultCount,
  TOOL_INPUT_CLASSES,
  TOOLS_CLASSES,
  ToolChoice,
} from "../list/ListTools.tsx"
import { Facts, RowLines } from "../list/row-parts.tsx"
import type { ListViews } from "../list/views.ts"
import { Ago, IconButton } from "../parts.tsx"
import type { ListScreen } from "../screen.ts"
import {
  AREAS,
  type AuditEntry,
  audit,
  describeEntry,
  describeGrant,
  getReason,
  listChanges,
} from "./audit.ts"

const CELL_CLASSES =
  "border-t border-line py-[5px] pr-4 text-start align-top font-normal wrap-anywhere"

function Changes({ row }: { row: AuditEntry }) {
  const t = pageTranslate()
  const changes = listChanges(row)
  if (changes.length === 0) return null
  return (
    <details>
      <summary className="inline-block py-[3px] text-sm text-soft underline underline-offset-3">
        {t("admin:audit.changes", { count: changes.length })}
      </summary>
      <div className="mt-1.5 overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr>
              {(["field", "before", "after"] as const).map((column) => (
                <th key={column} scope="col" className={`${CELL_CLASSES} text-soft`}>
                  {t(`admin:audit.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, label, before, after }) => (
              <tr key={field}>
                <th scope="row" className={`w-[22%] text-soft ${CELL_CLASSES}`}>
                  {label}
                </th>
                <td className={`w-[39%] ${CELL_CLASSES}`}>
                  {before === "" ? "–" : <del className="text-danger decoration-1">{before}</del>}
                </td>
                <td className={`w-[39%] ${CELL_CLASSES}`}>
                  {after === "" ? "–" : <ins className="text-success no-underline">{after}</ins>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function AuditRow({ row }: { row: AuditEntry }) {
  const t = pageTranslate()
  const reason = getReason(row)
  return (
    <RowLines
      title={describeEntry(row)}
      facts={
        <>
          {/* The description of a newsroom grant does not name the actor, so the actor is shown here. */}
          {describeGrant(row) && (
            <span>
              {row.actor_name ?? t(row.actor_id ? "admin:users.unknown" : "admin:audit.system")}
            </span>
          )}
          <Ago at={row.at} />
        </>
      }
    >
      {reason && <Facts>{t("admin:audit.reason", { reason })}</Facts>}
      <Changes row={row} />
    </RowLines>
  )
}

interface DayProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function DayField({ label, value, onChange }: DayProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 text-md text-soft max-md:min-w-0 max-md:flex-[1_1_150px] max-md:flex-col max-md:items-stretch max-md:gap-1">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`${TOOL_INPUT_CLASSES} md:w-[165px]`}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

function AuditTools({ screen }: { screen: ListScreen<AuditEntry> }) {
  const t = pageTranslate()
  const { list } = screen
  const query = useStore(list.$query)
  const state = useStore(list.$list)
  const rows = state.status === "ready" ? state.rows : []
  const findName = (part: "actor" | "target", id: string) =>
    rows.find((row) => row[`${part}_id`] === id)?.[`${part}_name`] ?? t("admin:users.unknown")
  return (
    <search className={TOOLS_CLASSES}>
      <ToolChoice
        label={t("admin:audit.area")}
        value={query["action"] ?? ""}
        options={AREAS.map(([value, name]) => ({ value, label: t(`admin:audit.areas.${name}`) }))}
        onChange={(action) => list.setQuery({ action })}
      />
      {(["since", "until"] as const).map((name) => (
        <DayField
          key={name}
          label={t(`admin:audit.${name}`)}
          value={query[name] ?? ""}
          onChange={(value) => list.setQuery({ [name]: value })}
        />
      ))}
      {(["actor", "target"] as const).map(
        (name) =>
          query[name] && (
            <FilterChip
              key={name}
              label={t(`admin:audit.only.${name}`, { name: findName(name, query[name]) })}
              onRemove={() => list.setQuery({ [name]: "" })}
            />
          ),
      )}
      <ResultCount screen={screen} />
    </search>
  )
}

interface FilterButtonsProps {
  row: AuditEntry
  screen: ListScreen<AuditEntry>
}

function FilterButtons({ row, screen: { list } }: FilterButtonsProps) {
  const t = pageTranslate()
  const filters = [
    ["actor", row.actor_id, "person"],
    ["target", row.target_id, "search"],
  ] as const
  return filters.map(
    ([name, id, icon]) =>
      id && (
        <IconButton
          icon={icon}
          key={name}
          label={t(`admin:audit.show.${name}`)}
          title={t(`admin:audit.show.${name}`)}
          onClick={() => list.setQuery({ [name]: id })}
        />
      ),
  )
}

const views: ListViews<AuditEntry> = {
  Row: AuditRow,
  Controls: FilterButtons,
  Tools: AuditTools,
  lead: "admin:audit.lead",
}

export default function AuditAdmin() {
  return <AdminList resource={audit} views={views} />
}
