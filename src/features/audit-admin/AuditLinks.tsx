import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { changedAsk } from "../admin/ask.ts"
import type { ListScreen } from "../admin/list-screen.ts"
import type { AuditEntry } from "./entry.ts"

interface Props {
  row: AuditEntry
  screen: ListScreen<AuditEntry>
}

/** Leads to all that the same person did, and to all that was done to the same row. */
export function AuditLinks({ row, screen: { list, resource } }: Props) {
  const t = pageTranslate()
  const links = [
    ["actor", row.actor_id, "person"],
    ["target", row.target_id, "search"],
  ] as const
  return links.map(
    ([name, id, icon]) =>
      id && (
        <button
          key={name}
          className="icon-btn"
          type="button"
          aria-label={t(`admin:audit.show.${name}`)}
          title={t(`admin:audit.show.${name}`)}
          onClick={() =>
            void list.ask(changedAsk(list.$ask.get(), { [name]: id }, resource.params))
          }
        >
          <Icon name={icon} />
        </button>
      ),
  )
}
