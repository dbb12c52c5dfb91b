/**
 * Script of the two pages that emailed links open: one confirms a subscription, the other unsubscribes from a list or
 * from notification topics.
 */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { call } from "../../shared/call.ts"
import { isRecord } from "../../shared/json.ts"
import { showFailure } from "../../ui/toast/show-outcome.ts"
import { dropLinkToken, getLinkTopic, takeLinkToken } from "../account/link-token.ts"
import {
  findPageForm,
  moveToView,
  setHeading,
  setLead,
  showView,
  startForm,
} from "../account/sign-in/start-form.ts"
import { isTopic, type Topic } from "../notifications/topics.ts"

const LISTS = ["newsletter", "shop"] as const
/** The list or the topics whose subscription the link has changed. */
type Result = (typeof LISTS)[number] | Topic[]

function parseResult(json: unknown): Result {
  if (!isRecord(json)) throw new TypeError("The response is not an object")
  const { list, topics } = json
  return Array.isArray(topics)
    ? topics.filter(isTopic)
    : (LISTS.find((candidate) => candidate === list) ?? "newsletter")
}

const formatTopics = (topics: Topic[]): string =>
  topics.map((topic) => pageTranslate()(`notifications:topics.${topic}`)).join(", ")

function getLinkName(): string | null {
  const topic = getLinkTopic()
  const list = LISTS.find((candidate) => candidate === topic)
  if (list) return pageTranslate()(`newsletter:unsubscribe.lists.${list}`)
  return isTopic(topic) ? formatTopics([topic]) : null
}

/** Shows which topics were turned off, and a button that turns them on again. */
function showTopics(topics: Topic[], token: string | null): void {
  const t = pageTranslate()
  setHeading("done", t("newsletter:unsubscribe.done.topicsTitle"))
  setLead("done", t("newsletter:unsubscribe.done.topics", { topics: formatTopics(topics) }))
  const button = document.querySelector<HTMLButtonElement>("[data-restore]")
  button?.addEventListener("click", async () => {
    button.setAttribute("aria-busy", "true")
    const result = await call("/api/newsletter/restore", {
      method: "POST",
      payload: { token },
      read: parseResult,
    })
    button.removeAttribute("aria-busy")
    if (!result.ok) return showFailure(result.failure, "notifications:settings.saveFailed")
    setHeading("done", t("newsletter:unsubscribe.done.restoredTitle"))
    setLead("done", t("newsletter:unsubscribe.done.restored", { topics: formatTopics(topics) }))
    moveToView("done")
    button.hidden = true
  })
}

/** Starts the page. The URL of the page's form shows whether the page confirms or unsubscribes. */
export function startLinkPage(): void {
  const action = findPageForm()?.action.endsWith("/confirm") ? "confirm" : "unsubscribe"
  const token = takeLinkToken()
  if (!token) showView("unusable")
  const linkName = action === "unsubscribe" && getLinkName()
  if (linkName) {
    setLead("form", pageTranslate()("newsletter:unsubscribe.named", { topics: linkName }))
  }
  startForm({
    steps: {
      check: () => ({ ok: true, body: { token } }),
      send: (payload) =>
        call(`/api/newsletter/${action}`, { method: "POST", payload, read: parseResult }),
    },
    onSent(result) {
      dropLinkToken()
      const shownList = typeof result === "string" ? result : "topics"
      for (const part of document.querySelectorAll<HTMLElement>("[data-list]")) {
        part.hidden = part.dataset.list !== shownList
      }
      if (typeof result !== "string") showTopics(result, token)
      else setLead("done", pageTranslate()(`newsletter:${action}.done.${result}`))
      moveToView("done")
    },
    onFailed({ code }) {
      const isUnusable = code === "link_unusable"
      if (isUnusable) {
        dropLinkToken()
        moveToView(action === "unsubscribe" ? "expired" : "unusable")
      }
      return isUnusable
    },
  })
}
