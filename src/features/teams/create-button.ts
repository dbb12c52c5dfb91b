/** The button for a new team. React comes with the dialog, when somebody asks for it. */
import { openDialog } from "../../ui/open-dialog.ts"
import { onPress } from "../../ui/press.ts"

export function startCreateButton(): void {
  onPress(document.querySelector<HTMLElement>("[data-create-team]"), () => {
    void openDialog(async () => (await import("./CreateDialog.tsx")).CreateDialog)
  })
}
