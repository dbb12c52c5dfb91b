/** What every page of the admin area does in the browser. */
import { startGateView } from "../features/admin/gate-view.ts"
import { startSidebar } from "../features/admin/sidebar.ts"
import { startSession } from "../features/session/start.ts"
import { startToasts } from "../ui/toast-region.ts"
import { startLanguages } from "./menus.ts"
import { startTheme } from "./theme.ts"

startTheme()
startLanguages()
startSidebar()
startToasts()
startGateView()
startSession()
