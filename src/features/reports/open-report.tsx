import { openDialog } from "../../ui/open-dialog.ts"
import type { ReportTarget } from "./report.ts"

/** Opens the dialog for reporting this; it comes when it is asked for. */
export function openReport(target: ReportTarget): void {
  void openDialog(async () => {
    const { ReportDialog } = await import("./ReportDialog.tsx")
    return ({ onClose }) => <ReportDialog target={target} onClose={onClose} />
  })
}
