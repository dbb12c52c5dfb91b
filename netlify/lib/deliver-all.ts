/** Sends what an administrator has asked for. */
import { deliverMails } from "./deliver.ts"
import { deliverSuggestions } from "./deliver-suggestions.ts"

/** A function is ended some seconds later; the rest goes out with the next housekeeping. */
const BEGUN_WITHIN_MS = 10_000

async function deliverAllMails(): Promise<void> {
  const began = performance.now()
  while ((await deliverMails()) > 0) {
    if (performance.now() - began > BEGUN_WITHIN_MS) return
  }
}

/** Sends the mails that are due, batch after batch, and as many suggestions as Telegram takes in a minute. */
export const deliverWhatIsDue = () => Promise.all([deliverAllMails(), deliverSuggestions()])
