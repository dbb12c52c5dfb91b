/** What every page does in the browser. */
import { startBetaNotice } from "../features/beta/notice.ts"
import { startSession } from "../features/session/start.ts"
import { showRelativeTimes } from "../i18n/live-times.ts"
import { startToasts } from "../ui/toast-region.ts"
import { startLanguages, startMenu } from "./menus.ts"
import { startTheme } from "./theme.ts"

showRelativeTimes()
startTheme()
startMenu()
startLanguages()
startToasts()
startSession()
startBetaNotice()
