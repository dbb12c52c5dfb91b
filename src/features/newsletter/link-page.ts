/** The page of a link in an email: a button sends the token in the address, and the page shows the result. */

import { pageTranslate } from "../../i18n/page-translate.ts"
import { call } from "../../shared/call.ts"
import { isRecord } from "../../shared/json.ts"
import { dropLinkToken, takeLinkToken } from "../account/link-token.ts"
import {
  moveToView,
  pageForm,
  setLead,
  showView,
  startForm,
} from "../account/sign-in/start-form.ts"

const LISTS = ["newsletter", "shop", "events"] as const
type List = (typeof LISTS)[number]

function listIn(json: unknown): List {
  if (!isRecord(json)) throw new TypeError("no list")
  return LISTS.find((list) => list === json["list"]) ?? "newsletter"
}

/** Starts the page that confirms or ends a subscription. */
export function startLinkPage(): void {
  const action = pageForm()?.action.endsWith("/confirm") ? "confirm" : "unsubscribe"
  const token = takeLinkToken()
  if (!token) showView("unusable")
  startForm({
    steps: {
      check: () => ({ ok: true, body: { token } }),
      send: (payload) =>
        call(`/api/newsletter/${action}`, { method: "POST", payload, read: listIn }),
    },
    onSent(list) {
      dropLinkToken()
      // Shows only the parts about this list.
      for (const part of document.querySelectorAll<HTMLElement>("[data-list]")) {
        part.hidden = part.dataset.list !== list
      }
      setLead(
        "done",
        pageTranslate()(
          // Event emails are not confirmed, only unsubscribed.
          list === "events"
            ? "newsletter:unsubscribe.done.events"
            : `newsletter:${action}.done.${list}`,
        ),
      )
      moveToView("done")
    },
    onFailed({ code }) {
      const isUnusable = code === "link_unusable"
      if (isUnusable) {
        dropLinkToken()
        moveToView("unusable")
      }
      return isUnusable
    },
  })
}
