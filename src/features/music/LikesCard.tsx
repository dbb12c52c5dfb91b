import { pageTranslate } from "../../i18n/page-translate.ts"
import { Button } from "../../ui/Button.tsx"
import { openDialog } from "../../ui/dialog/open-dialog.ts"

const loadDialog = async () => (await import("./LikesDialog.tsx")).LikesDialog

/** The part "Liked songs and albums" of the profile page. Its button opens the list of likes. */
export function LikesCard() {
  const t = pageTranslate()
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3.5">
      <h2>{t("music:likes.title")}</h2>
      <Button className="btn-ghost btn-small" onClick={() => void openDialog(loadDialog, {})}>
        {t("music:likes.open")}
      </Button>
    </section>
  )
}
