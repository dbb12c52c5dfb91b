/** Brings the form to life: what is typed is kept, checked, sent once, and thanked for. */
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { createSubmission } from "../../ui/submission.ts"
import { showToast } from "../../ui/toasts.ts"
import { $session } from "../session/session.ts"
import { dropDraft, keepDraft, newDraft, readDraft } from "./draft.ts"
import { controlsOf, focusFirstError, showSubmission } from "./form-view.ts"
import { startSimilar } from "./similar-view.ts"
import { checkSuggestion, loadSchema, sendSuggestion } from "./suggest.ts"

/** What stays for another suggestion by the same person. */
const SENDER = ["name", "email"]

export function startSuggestForm(): void {
  const form = document.querySelector<HTMLFormElement>("[data-suggest-form]")
  const sent = document.querySelector<HTMLElement>("[data-suggest-sent]")
  const title = form?.querySelector<HTMLInputElement>("input[name=title]")
  const email = form?.querySelector<HTMLInputElement>("input[name=email]")
  if (!form || !sent || !title || !email) return
  const t = pageTranslate()
  const controls = controlsOf(form)
  let draft = readDraft()

  // What was typed before this was here is newer than what was kept.
  for (const control of controls) control.value ||= draft.values[control.name] ?? ""
  const keep = () => {
    const typed = controls.filter(({ name }) => name !== "website")
    draft = { ...draft, values: Object.fromEntries(typed.map(({ name, value }) => [name, value])) }
    keepDraft(draft)
  }
  keep()
  const similar = startSimilar(title)
  similar.follow()

  let isPrefilled = email.value !== ""
  $session.subscribe((session) => {
    if (session.status !== "signed-in" || isPrefilled) return
    isPrefilled = true
    email.value ||= session.user.email
  })

  const { $submission, submit, forgive, reopen } = createSubmission({
    check: checkSuggestion,
    send: sendSuggestion,
  })
  $submission.listen((state) => showSubmission(form, state, t))

  async function send(form: HTMLFormElement): Promise<void> {
    const answer = await submit({
      ...Object.fromEntries(controls.map(({ name, value }) => [name, value])),
      language: pageLocale(),
      id: draft.id,
      opened_at: draft.openedAt,
      sent_at: Date.now(),
    })
    if (!answer) return
    if (answer.ok) return thank(form)
    if (Object.keys(answer.failure.errors).length === 0) {
      showToast({ tone: "error", title: t("ideas:form.failed") })
    }
    focusFirstError(form)
  }

  function thank(form: HTMLFormElement): void {
    const lead = sent?.querySelector("[data-suggest-about]")
    if (lead) lead.textContent = t("ideas:sent.text", { title: title?.value.trim() ?? "" })
    for (const control of controls) if (!SENDER.includes(control.name)) control.value = ""
    dropDraft()
    draft = newDraft()
    similar.follow()
    form.hidden = true
    if (sent) sent.hidden = false
    sent?.querySelector<HTMLElement>("h2")?.focus()
    showToast({ tone: "success", title: t("ideas:toasts.sent") })
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send(form)
  })
  form.addEventListener("input", ({ target }) => {
    keep()
    const changed = controls.find((control) => control === target)
    if (changed) forgive([changed.name])
  })
  form.addEventListener("focusin", () => void loadSchema().catch(() => {}), { once: true })
  sent.querySelector("[data-suggest-again]")?.addEventListener("click", () => {
    reopen()
    form.hidden = false
    sent.hidden = true
    title.focus()
  })
  form.dataset.form = "started"
  // Sent before this was here, see boot.ts.
  if (form.hasAttribute("data-submitted-early")) void send(form)
}
