import { pageTranslate } from "../../i18n/page-translate.ts"
import { Button } from "../../ui/Button.tsx"
import { openDialog } from "../../ui/dialog/open-dialog.ts"

const loadDialog = async () => (await import("./LikesDialog.tsx")).LikesDialog

/** The card "Liked songs" on the page "Me". Its button opens the list of likes. */
export function LikesCard() {
  const t = pageTranslate()
  return (
    <section className="card grid justify-items-start gap-4">
      <h2>{t("music:likes.title")}</h2>
      <p className="soft">{t("music:likes.text")}</p>
      <Button className="btn-ghost btn-small" onClick={() => void openDialog(loadDialog, {})}>
        {t("music:likes.open")}
      </Button>
    </section>
  )
}
