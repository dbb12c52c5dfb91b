/** The button for a new team. React comes with the dialog, when somebody asks for it. */
import { openDialog } from "../../ui/open-dialog.ts"

export function startCreateButton(): void {
  document.querySelector("[data-create-team]")?.addEventListener("click", () => {
    void openDialog(async () => (await import("./CreateDialog.tsx")).CreateDialog)
  })
}
