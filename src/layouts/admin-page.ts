/** What every page of the admin area does in the browser. */
import { startSession } from "../features/account/session/start.ts"
import { startGateView } from "../features/admin/gate.ts"
import { startSidebar } from "../features/admin/sidebar.ts"
import { startWaiting } from "../features/admin/waiting.ts"
import { startToasts } from "../ui/toast/toasts.ts"
import { startLanguages, startTheme } from "./header.ts"

startTheme()
startLanguages()
startSidebar()
startToasts()
startGateView()
startWaiting()
startSession()
