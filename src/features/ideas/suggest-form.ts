/** Script of the form for ideas. It keeps a draft in session storage, and shows similar ideas. */
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { getLoginUrl } from "../../session/login-address.ts"
import { $session } from "../../session/session.ts"
import { call } from "../../shared/call.ts"
import { isRecord, parseJson } from "../../shared/json.ts"
import { collectFieldErrors } from "../../shared/problem.ts"
import { createRandomId } from "../../shared/random-id.ts"
import { withStorage } from "../../shared/storage.ts"
import { getFailureMessage } from "../../ui/forms/failure-message.ts"
import {
  type FormValues,
  listControls,
  showMessage,
  startPageForm,
} from "../../ui/forms/page-form.ts"
import { type CheckResult, failCheck } from "../../ui/forms/submission.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { isVotable, MIN_SIMILAR_SEARCH_LENGTH } from "./choices.ts"
import type { SuggestionBody } from "./forms.ts"
import type { SimilarIdea } from "./schema.ts"

const loadSchema = () => import("./forms.ts")

const STORAGE_KEY = "daina:suggestion"

interface Draft {
  /** Id of the suggestion. A repeated request with the same id stores only one suggestion. */
  id: string
  openedAt: number
  values: Record<string, unknown>
}

function readDraft(): Draft {
  const draft: Draft = { id: createRandomId(), openedAt: Date.now(), values: {} }
  const stored = withStorage(() => parseJson(sessionStorage.getItem(STORAGE_KEY) ?? ""))
  if (!isRecord(stored) || !isRecord(stored.values)) return draft
  const { id, openedAt, values } = stored
  return typeof id === "string" && typeof openedAt === "number" ? { id, openedAt, values } : draft
}

/** Stores the draft, or deletes it if `draft` is null. Does nothing in a browser without session storage. */
const storeDraft = (draft: Draft | null): void =>
  withStorage(() =>
    draft
      ? sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft))
      : sessionStorage.removeItem(STORAGE_KEY),
  )

async function checkSuggestion(input: unknown): Promise<CheckResult<SuggestionBody>> {
  const schema = await loadSchema().catch(() => null)
  if (!schema) return failCheck({}, "unreachable")
  const parsed = schema.suggestionBody.safeParse(input)
  return parsed.success
    ? { ok: true, body: parsed.data }
    : failCheck(collectFieldErrors(parsed.error.issues))
}

const DEBOUNCE_MS = 350

function startSimilarIdeas(title: HTMLInputElement): void {
  const panel = document.querySelector<HTMLElement>("[data-similar]")
  let timer: ReturnType<typeof setTimeout> | undefined
  let isListening = false

  async function search(): Promise<void> {
    const typedTitle = title.value.trim()
    const { $similar, $typedTitle } = await import("./votes.ts")
    $typedTitle.set(typedTitle.length < MIN_SIMILAR_SEARCH_LENGTH ? null : typedTitle)
    if (panel && !isListening) $similar.listen((ideas) => showSimilarIdeas(panel, ideas))
    isListening = true
  }

  title.addEventListener("input", () => {
    clearTimeout(timer)
    const isShort = title.value.trim().length < MIN_SIMILAR_SEARCH_LENGTH
    if (isShort && !isListening) return
    timer = setTimeout(search, isShort ? 0 : DEBOUNCE_MS)
  })
  if (title.value) title.dispatchEvent(new Event("input"))
}

/** Shows similar ideas to anonymous visitors. Members get the component `SimilarIdeas` instead. */
function showSimilarIdeas(panel: HTMLElement, ideas: readonly SimilarIdea[]): void {
  const t = pageTranslate()
  const isSignedOut = $session.get().status === "signed-out"
  panel.hidden = !isSignedOut || ideas.length === 0
  const template = panel.querySelector("template")
  const rows = ideas.map(({ id, title, status, vote_count: count }) => {
    const row = template?.content.cloneNode(true)
    if (!(row instanceof DocumentFragment)) return ""
    const link = row.querySelector("a")
    link?.append(title)
    if (document.getElementById(`idea-${id}`)) link?.setAttribute("href", `#idea-${id}`)
    row.querySelector("span")?.append(t("ideas:votes.count", { count }))
    const login = row.querySelector("[data-login]")
    if (isVotable(status)) login?.setAttribute("href", getLoginUrl())
    else login?.remove()
    return row
  })
  panel.querySelector("ul")?.replaceChildren(...rows)
}

/** Fields that keep their values after a suggestion was sent. */
const SENDER_FIELDS = ["name", "email"]

let isStarted = false

export function startSuggestForm(): void {
  if (isStarted) return
  isStarted = true
  const form = document.querySelector<HTMLFormElement>("[data-suggest-form]")
  const sentPanel = document.querySelector<HTMLElement>("[data-suggest-sent]")
  const title = form?.querySelector<HTMLInputElement>("input[name=title]")
  if (!form || !sentPanel || !title) return
  const t = pageTranslate()
  const controls = listControls(form).filter(({ name }) => name !== "website")
  let draft = readDraft()

  // The stored draft fills only empty fields, because text that was typed before this script was loaded is newer.
  for (const control of controls) control.value ||= String(draft.values[control.name] ?? "")
  const saveDraft = () => {
    const values = Object.fromEntries(controls.map(({ name, value }) => [name, value]))
    draft = { ...draft, values }
    storeDraft(draft)
  }
  saveDraft()
  startSimilarIdeas(title)

  const { reopen } = startPageForm({
    form,
    load: loadSchema,
    steps: {
      check: (values: FormValues) =>
        checkSuggestion({
          ...values,
          language: pageLocale(),
          id: draft.id,
          opened_at: draft.openedAt,
          sent_at: Date.now(),
        }),
      send: (payload) => call("/api/send-telegram-suggestion", { method: "POST", payload }),
    },
    onSent() {
      const about = sentPanel.querySelector("[data-suggest-about]")
      if (about) about.textContent = t("ideas:sent.text", { title: title.value.trim() })
      for (const control of controls) if (!SENDER_FIELDS.includes(control.name)) control.value = ""
      storeDraft(null)
      draft = readDraft()
      title.dispatchEvent(new Event("input"))
      form.hidden = true
      sentPanel.hidden = false
      sentPanel.querySelector<HTMLElement>("h2")?.focus()
      showToast({ tone: "success", title: t("ideas:toasts.sent"), subject: "suggestion" })
    },
    onFailed(failure) {
      if (Object.keys(failure.errors).length > 0) return false
      // A toast replaces the message in the form.
      showMessage(form, "")
      const reason = failure.code === "internal" ? "" : getFailureMessage(failure, t)
      const text = [reason, t("ideas:form.stored")].filter(Boolean).join(" ")
      showToast({ tone: "error", title: t("ideas:form.failed"), text, subject: "suggestion" })
      return false
    },
  })
  form.addEventListener("input", saveDraft)
  sentPanel.querySelector("[data-suggest-again]")?.addEventListener("click", () => {
    reopen()
    form.hidden = false
    sentPanel.hidden = true
    title.focus()
  })
}
