/** Behavior of the search dialog: searches while the visitor types, and renders the results. */
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { createTranslate } from "../../i18n/translate.ts"
import { onMemberLeft } from "../../session/on-member-left.ts"
import { isRecord } from "../../shared/json.ts"
import { deleteRecentSearches } from "../../shared/recent-searches.ts"
import { loadStyle } from "../../ui/load-style.ts"
import { find, loadManifest, type SearchResults } from "./find.ts"
import type { Kind } from "./index-format.ts"
import { addRecentSearch, listRecentSearches } from "./recent.ts"
import styles from "./search.css?url"
import {
  countShownAtFirst,
  renderEmptyState,
  renderFailure,
  renderKeyHints,
  renderLoading,
  renderNoResults,
  renderResults,
  SHOW_MORE_COUNT,
} from "./views.ts"

const DEBOUNCE_MS = 120

type State =
  | { status: "empty" }
  | { status: "searching" }
  | { status: "failed" }
  | { status: "found"; query: string; results: SearchResults }

const countResults = ({ kinds }: SearchResults): number =>
  kinds.reduce((total, { count }) => total + count, 0)

const hasKind = (name: string | undefined, { kinds }: SearchResults): name is Kind =>
  kinds.some(({ kind }) => kind === name)

const getHistoryState = () => (isRecord(history.state) ? history.state : {})

/** Stores the query in the history entry, so that the back button restores it. */
const storeQuery = (search: string) => history.replaceState({ ...getHistoryState(), search }, "")

function readStoredQuery(): string {
  const { search } = getHistoryState()
  return typeof search === "string" ? search : ""
}

interface Elements {
  dialog: HTMLDialogElement
  form: HTMLFormElement
  input: HTMLInputElement
  close: HTMLButtonElement
  status: HTMLElement
  body: HTMLElement
  keyHints: HTMLElement
}

/** Arrow keys move the focus between the input and the results. Escape closes the dialog. */
function startKeys({ dialog, form, input, body }: Elements): void {
  function moveFocus(steps: number): void {
    const focusable = [input, ...body.querySelectorAll<HTMLElement>("a, button")]
    const current = focusable.findIndex((element) => element.matches(":focus"))
    focusable[Math.max(0, Math.min(current + steps, focusable.length - 1))]?.focus()
  }
  dialog.addEventListener("keydown", (event) => {
    if (event.isComposing) return
    if (event.key === "ArrowDown") moveFocus(1)
    else if (event.key === "ArrowUp") moveFocus(-1)
    else if (event.key === "Escape") dialog.close()
    else return
    event.preventDefault()
  })
  // Enter moves the focus to the first result, which also hides the keyboard of phones.
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    moveFocus(1)
  })
}

function startClosing({ dialog, close }: Elements): void {
  close.addEventListener("click", () => dialog.close())
  dialog.addEventListener("click", ({ target }) => {
    // A click on the backdrop has the dialog as its target.
    if (target === dialog) dialog.close()
  })
}

/** Starts the dialog. Returns a function that opens it. `texts` are shown if loading fails. */
function startDialog(
  elements: Elements,
  texts: { failed: string; retry: string },
): () => Promise<void> {
  const { dialog, input, body, keyHints } = elements
  /** Maximum number of results by kind, after “Show more” was pressed for the kind. */
  const limits = new Map<Kind, number>()
  let state: State = { status: "empty" }
  let translate: Translate | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Number of the latest search. The results of earlier searches are ignored. */
  let latestNumber = 0

  function renderContent(t: Translate | undefined): HTMLElement[] {
    if (state.status === "failed") return renderFailure(texts.failed, texts.retry)
    if (!t || state.status === "searching") return renderLoading()
    if (state.status === "empty") return renderEmptyState(listRecentSearches(), t)
    const { query, results } = state
    return results.kinds.length > 0 ? renderResults(results, t) : renderNoResults(query, t)
  }

  function formatStatus(t: Translate | undefined): string {
    if (state.status === "failed") return texts.failed
    if (!t || state.status === "empty") return ""
    if (state.status === "searching") return t("search:searching")
    const { query, results } = state
    const count = countResults(results)
    return count > 0 ? t("search:found", { count }) : t("search:nothing.title", { query })
  }

  function show(newState: State): void {
    state = newState
    body.replaceChildren(...renderContent(translate))
    elements.status.textContent = formatStatus(translate)
    body.setAttribute("aria-busy", `${state.status === "searching"}`)
  }

  async function loadMessages(): Promise<void> {
    if (translate) return
    const { messages } = await loadManifest()
    translate = createTranslate(pageLocale(), messages)
    keyHints.replaceChildren(...renderKeyHints(translate))
  }

  async function search(): Promise<void> {
    clearTimeout(timer)
    const query = input.value.trim()
    const number = ++latestNumber
    if (query && state.status !== "found") show({ status: "searching" })
    try {
      await loadMessages()
      const results = await find(
        query,
        (kind, hits, kinds) => limits.get(kind) ?? countShownAtFirst(hits, kinds),
      )
      if (number === latestNumber)
        show(query ? { status: "found", query, results } : { status: "empty" })
    } catch (error) {
      console.warn(error)
      if (number === latestNumber) show({ status: "failed" })
    }
  }

  async function showMore(kind: Kind): Promise<void> {
    const section = `section[aria-labelledby="search-${kind}"]`
    const shownCount = body.querySelectorAll(`${section} a`).length
    limits.set(kind, shownCount + SHOW_MORE_COUNT)
    await search()
    const firstNewResult = body.querySelectorAll<HTMLElement>(`${section} a`)[shownCount]
    firstNewResult?.focus()
  }

  input.addEventListener("input", () => {
    limits.clear()
    clearTimeout(timer)
    timer = setTimeout(search, DEBOUNCE_MS)
  })
  body.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>("a, button") : null
    if (pressed instanceof HTMLAnchorElement) {
      storeQuery(input.value)
      if (state.status === "found") addRecentSearch(state.query)
      if (pressed.pathname === location.pathname) dialog.close()
    } else if (pressed?.dataset.recent !== undefined) {
      input.value = pressed.dataset.recent
      input.focus()
      void search()
    } else if (pressed?.dataset.clear !== undefined) {
      deleteRecentSearches()
      input.focus()
      show(state)
    } else if (pressed?.dataset.again !== undefined) {
      input.focus()
      void search()
    } else if (state.status === "found" && hasKind(pressed?.dataset.more, state.results)) {
      void showMore(pressed?.dataset.more)
    }
  })
  startKeys(elements)
  startClosing(elements)
  onMemberLeft(() => {
    dialog.close()
    input.value = ""
    storeQuery("")
    deleteRecentSearches()
    show({ status: "empty" })
  })

  return async () => {
    if (dialog.open) return
    // start.ts stores keys that were typed while the dialog was loading.
    const { typed } = document.documentElement.dataset
    delete document.documentElement.dataset.typed
    if (typed) input.value = typed
    else input.value ||= readStoredQuery()
    show(state)
    dialog.showModal()
    input.focus()
    if (!typed) input.select()
    await search()
  }
}

function findElements(dialog: HTMLDialogElement): Elements | null {
  const form = dialog.querySelector("form")
  const input = dialog.querySelector("input")
  const close = dialog.querySelector("button")
  const status = dialog.querySelector<HTMLElement>("[role=status]")
  const body = dialog.querySelector<HTMLElement>(".search-body")
  const keyHints = dialog.querySelector<HTMLElement>(".search-keys")
  return form && input && close && status && body && keyHints
    ? { dialog, form, input, close, status, body, keyHints }
    : null
}

const button = document.querySelector<HTMLElement>("[data-search]")
const dialog = document.querySelector<HTMLDialogElement>("dialog.search")
const elements = dialog && findElements(dialog)
if (button && elements) {
  const { failed = "", again: retry = "" } = button.dataset
  const open = startDialog(elements, { failed, retry })
  void loadStyle(styles).then(() => {
    button.addEventListener("click", open)
    return open()
  })
}
