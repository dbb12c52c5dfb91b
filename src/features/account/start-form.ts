/** Brings a form for signing in or up to life. */
import type { Answer } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { createSubmission, type SubmissionSteps } from "../../ui/submission.ts"
import { showToastOnNextPage } from "../../ui/toasts.ts"
import { $session } from "../session/session.ts"
import { loadSchema } from "./checks.ts"
import { focusFirstError, showSubmission, startPasswordToggles, valuesOf } from "./form-view.ts"
import { nextPath } from "./next-path.ts"

const NEXT = "next"

const asked = () => new URLSearchParams(location.search).get(NEXT)

// Replaced, so that "back" does not lead to a form that is done with.
const leave = () => location.replace(nextPath(asked(), localePath("/", pageLocale())))

/** The other form leads to the same page afterwards. */
function passNextOn(): void {
  const next = asked()
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-keeps-next]")) {
    if (next) link.search = new URLSearchParams({ [NEXT]: next }).toString()
  }
}

export interface AccountForm<Body> {
  steps: SubmissionSteps<unknown, Body, unknown>
  /** What the next page says. */
  welcome: { title: MessageKey; text: MessageKey }
}

export function startForm<Body>({ steps, welcome }: AccountForm<Body>): void {
  const form = document.querySelector<HTMLFormElement>("[data-account-form]")
  if (!form) return
  const t = pageTranslate()
  const { $submission, submit, forgive, reopen } = createSubmission(steps)

  async function send(form: HTMLFormElement): Promise<void> {
    const answer: Answer<unknown> | null = await submit(valuesOf(form))
    if (!answer) return
    if (!answer.ok) return focusFirstError(form)
    showToastOnNextPage({ tone: "success", title: t(welcome.title), text: t(welcome.text) })
    leave()
  }

  $submission.listen((state) => showSubmission(form, state, t))
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send(form)
  })
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement) forgive([target.name])
  })
  form.addEventListener("focusin", () => void loadSchema().catch(() => {}), { once: true })
  // A page out of the back-forward cache is as it was left: sent.
  addEventListener("pageshow", ({ persisted }) => persisted && reopen())
  $session.subscribe(({ status }) => {
    if (status === "signed-in" && $submission.get().status === "open") leave()
  })
  startPasswordToggles(form)
  passNextOn()
}
