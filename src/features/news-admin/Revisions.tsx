import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { say } from "../admin/say.ts"
import type { ArticleValues } from "./article.ts"
import { RevisionsDialog } from "./RevisionsDialog.tsx"

interface Props {
  /** The article's. */
  id: string
  /** As they are in the editor. */
  values: ArticleValues
  onRestore: (values: ArticleValues) => void
}

/** The way to earlier versions of an article. */
export function Revisions({ id, values, onRestore }: Props) {
  const t = pageTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <button
        className="btn btn-ghost btn-small"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t("admin:news.revisions.open")}
      </button>
      {isOpen && (
        <RevisionsDialog
          id={id}
          values={values}
          onRestore={(restored) => {
            onRestore(restored)
            setIsOpen(false)
            say("success", {
              title: "admin:news.revisions.restored",
              text: "admin:news.revisions.restoredText",
            })
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
