import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { MenuButton } from "../../ui/MenuButton.tsx"
import { localizeEvent, managePath } from "../events/event.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { confirmDeletion, openEditor } from "./editor/open-editor.ts"

export function EventActions({ event }: { event: CalendarEvent }) {
  const t = pageTranslate()
  const { title } = localizeEvent(event, pageLocale())
  const editItem = { label: t("calendar:screen.edit"), onChoose: () => openEditor(event) }
  return (
    <MenuButton
      className="icon-btn"
      label={t("calendar:screen.actionsNamed", { title })}
      content={<b aria-hidden="true">⋯</b>}
      items={[
        {
          label: t("calendar:screen.people"),
          onChoose: () => location.assign(localePath(managePath(event.id), pageLocale())),
        },
        // Events without a team are edited in the admin area.
        ...(event.team_id ? [editItem] : []),
        { label: t("calendar:screen.delete"), onChoose: () => confirmDeletion(event) },
      ]}
    />
  )
}
