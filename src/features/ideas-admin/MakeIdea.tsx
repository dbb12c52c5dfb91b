import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { ListScreen } from "../admin/list-screen.ts"
import { MakeIdeaDialog } from "./MakeIdeaDialog.tsx"
import { makingDrafts } from "./making.ts"
import type { Suggestion } from "./suggestions.ts"

interface Props {
  row: Suggestion
  screen: ListScreen<Suggestion>
}

/** Turns a suggestion into an idea, once. */
export function MakeIdea({ row, screen }: Props) {
  const t = pageTranslate()
  const [drafts] = useState(makingDrafts)
  const isUnsaved = useStore(drafts.$kept).includes(row.id)
  const [isOpen, setIsOpen] = useState(false)
  if (row.idea_id) return null
  return (
    <>
      {isUnsaved && <span className="badge badge-unsaved">{t("admin:list.unsaved")}</span>}
      <button
        className="icon-btn"
        type="button"
        aria-label={t("admin:suggestions.make.item", { title: row.title })}
        title={t("admin:suggestions.make.label")}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="idea" />
      </button>
      {isOpen && (
        <MakeIdeaDialog
          row={row}
          screen={screen}
          drafts={drafts}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
