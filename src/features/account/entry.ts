/** The two ways in, logging in and signing up: where they lead, and what goes along between them. */
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { nextPath } from "../../next-path.ts"
import type { SubmissionSteps } from "../../ui/submission.ts"
import { showToastOnNextPage } from "../../ui/toasts.ts"
import { $session } from "../session/session.ts"
import type { FormValues } from "./form-view.ts"
import { startGoogle } from "./google-link.ts"
import { startForm } from "./start-form.ts"
import { NEXT, startWays } from "./ways.ts"

const destination = () =>
  nextPath(new URLSearchParams(location.search).get(NEXT), localePath("/", pageLocale()))

// Replaced, so that "back" does not lead to a form that is done with.
const leave = () => location.replace(destination())

export interface Entry<Body> {
  steps: SubmissionSteps<FormValues, Body, unknown>
  /** What the next page says. */
  welcome: { title: MessageKey; text: MessageKey }
}

export function startEntry<Body>({ steps, welcome }: Entry<Body>): void {
  const t = pageTranslate()
  const store = startForm({
    steps,
    onSent() {
      showToastOnNextPage({ tone: "success", title: t(welcome.title), text: t(welcome.text) })
      leave()
    },
  })
  $session.subscribe(({ status }) => {
    if (status === "signed-in" && store?.$submission.get().status === "open") leave()
  })
  startWays()
  startGoogle(destination())
}
