/** Taking one's data along, and leaving. */
import "./leaving.css"
import { useId } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { DeletionBlock } from "./DeletionBlock.tsx"
import { ExportBlock } from "./ExportBlock.tsx"

export function LeavingSection() {
  const t = pageTranslate()
  const id = useId()
  return (
    <section className="settings" aria-labelledby={id}>
      <h2 id={id}>{t("security:leaving.title")}</h2>
      <ExportBlock />
      <DeletionBlock />
    </section>
  )
}
