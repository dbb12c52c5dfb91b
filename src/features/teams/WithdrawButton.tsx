import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { focusIdIfLost } from "../../ui/focus-if-lost.ts"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { teamStore } from "./team-page.ts"

/** Takes one's own request back while it waits. */
export function WithdrawButton({ requestId }: { requestId: string }) {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)

  async function withdraw() {
    setIsBusy(true)
    const failure = await teamStore.withdraw(requestId)
    setIsBusy(false)
    tellOutcome(failure, { title: t("teams:join.withdrawn") }, "teams:join.withdrawFailed")
    focusIdIfLost("team-actions")
  }

  return (
    <WaitingButton className="btn-ghost btn-small" isBusy={isBusy} onClick={() => void withdraw()}>
      {t("teams:join.withdraw")}
    </WaitingButton>
  )
}
