/** The way to earlier versions of an article. */
import { lazy, Suspense, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { toast } from "../../admin/toast.ts"
import type { RevisionsProps } from "./RevisionsDialog.tsx"

const RevisionsDialog = lazy(() => import("./RevisionsDialog.tsx"))

export function Revisions({ id, values, onRestore }: Omit<RevisionsProps, "onClose">) {
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
        <Suspense>
          <RevisionsDialog
            id={id}
            values={values}
            onRestore={(then) => {
              onRestore(then)
              setIsOpen(false)
              toast("success", {
                title: "admin:news.revisions.restored",
                text: "admin:news.revisions.restoredText",
              })
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
