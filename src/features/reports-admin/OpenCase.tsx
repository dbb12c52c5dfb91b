import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { ListScreen } from "../admin/list-screen.ts"
import { CaseDialog } from "./CaseDialog.tsx"
import { type ReportCase, titleOf } from "./case.ts"

interface Props {
  row: ReportCase
  screen: ListScreen<ReportCase>
}

/** Opens the reports; the whole row does, by its shape. */
export function OpenCase({ row, screen }: Props) {
  const t = pageTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        className="icon-btn row-edit"
        type="button"
        aria-haspopup="dialog"
        aria-label={t("admin:reports.openItem", { title: titleOf(row) })}
        title={t("admin:reports.open")}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="flag" />
      </button>
      {isOpen && <CaseDialog row={row} screen={screen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
