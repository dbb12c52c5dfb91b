/** What the log is narrowed to: a subject, a time, one person, one row. */
import { useStore } from "@nanostores/react"
import { useId } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { changedAsk } from "../admin/ask.ts"
import { Found, ToolChoice } from "../admin/ListTools.tsx"
import type { ListScreen } from "../admin/list-screen.ts"
import { AREAS } from "./audit.ts"
import type { AuditEntry } from "./entry.ts"

interface Props {
  screen: ListScreen<AuditEntry>
}

interface DayProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function Day({ label, value, onChange }: DayProps) {
  const id = useId()
  return (
    <div className="audit-day">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

export function AuditTools({ screen }: Props) {
  const t = pageTranslate()
  const { list, resource } = screen
  const ask = useStore(list.$ask)
  const change = (name: string, value: string) =>
    void list.ask(changedAsk(list.$ask.get(), { [name]: value }, resource.params))
  return (
    <search className="tools-bar">
      <ToolChoice
        label={t("admin:audit.area")}
        value={ask["action"] ?? ""}
        options={AREAS.map(([value, name]) => ({ value, label: t(`admin:audit.areas.${name}`) }))}
        onChange={(value) => change("action", value)}
      />
      {(["since", "until"] as const).map((name) => (
        <Day
          key={name}
          label={t(`admin:audit.${name}`)}
          value={ask[name] ?? ""}
          onChange={(value) => change(name, value)}
        />
      ))}
      {(["actor", "target"] as const).map(
        (name) =>
          ask[name] && (
            <button
              key={name}
              className="btn btn-ghost btn-small audit-only"
              type="button"
              onClick={() => change(name, "")}
            >
              <span>
                {t(`admin:audit.only.${name}`)} <span className="audit-id">{ask[name]}</span>
              </span>
              <Icon name="close" size={18} />
              <span className="sr-only">{t("admin:audit.only.remove")}</span>
            </button>
          ),
      )}
      <Found screen={screen} />
    </search>
  )
}
