/** The search dialog: asks while somebody types, and shows what is found. */

import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { translator } from "../../i18n/translate.ts"
import { onLeft } from "../session/on-left.ts"
import { manifest } from "./files.ts"
import { type Found, find } from "./find.ts"
import { type Frame, makeFrame } from "./frame.ts"
import type { Kind } from "./index-format.ts"
import { keepQuery, keptQuery } from "./kept-query.ts"
import { keysView, startKeys } from "./keys.ts"
import { countOf, isKindOf, resultsView, SHOWN, SHOWN_MORE } from "./results.ts"
import { emptyView, failedView, loadingView, nothingView } from "./states.ts"

/** Between the last letter and the search. */
const PAUSE_MS = 120

type State =
  | { status: "empty" }
  | { status: "searching" }
  | { status: "failed" }
  | { status: "found"; query: string; found: Found }

function start(frame: Frame, texts: { failed: string; again: string }): () => Promise<void> {
  const { dialog, input, body, said, keys } = frame
  const wanted = new Map<Kind, number>()
  let state: State = { status: "empty" }
  let translate: Translate | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  /** A newer search makes the answer to an older one stale. */
  let last = 0

  function content(t: Translate | undefined): HTMLElement[] {
    if (state.status === "failed") return failedView(texts.failed, texts.again)
    if (!t || state.status === "searching") return loadingView()
    if (state.status === "empty") return emptyView(t)
    const { query, found } = state
    return found.kinds.length > 0 ? resultsView(found, t) : nothingView(query, t)
  }

  function status(t: Translate | undefined): string {
    if (state.status === "failed") return texts.failed
    if (!t || state.status === "empty") return ""
    if (state.status === "searching") return t("search:searching")
    const { query, found } = state
    const count = countOf(found)
    return count > 0 ? t("search:found", { count }) : t("search:nothing.title", { query })
  }

  function show(next: State): void {
    state = next
    body.replaceChildren(...content(translate))
    said.textContent = status(translate)
    body.setAttribute("aria-busy", `${state.status === "searching"}`)
  }

  async function prepare(): Promise<void> {
    if (translate) return
    const { messages } = await manifest()
    const t = translator(pageLocale(), messages)
    translate = t
    input.ariaLabel = t("search:input.label")
    input.placeholder = t("search:input.placeholder")
    keys.replaceChildren(...keysView(t))
  }

  /** Searches for what is typed; what is listed stays until the answer is there. */
  async function search(): Promise<void> {
    clearTimeout(pause)
    const query = input.value.trim()
    const asked = ++last
    if (query && state.status !== "found") show({ status: "searching" })
    try {
      await prepare()
      const found = await find(query, (kind) => wanted.get(kind) ?? SHOWN)
      if (asked === last) show(query ? { status: "found", query, found } : { status: "empty" })
    } catch (error) {
      console.warn(error)
      if (asked === last) show({ status: "failed" })
    }
  }

  async function showMore(kind: Kind): Promise<void> {
    const section = `section[aria-labelledby="search-${kind}"]`
    const before = body.querySelectorAll(`${section} a`).length
    wanted.set(kind, before + SHOWN_MORE)
    await search()
    body.querySelectorAll<HTMLElement>(`${section} a`)[before]?.focus()
  }

  input.addEventListener("input", () => {
    wanted.clear()
    clearTimeout(pause)
    pause = setTimeout(search, PAUSE_MS)
  })
  body.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>("a, button") : null
    if (pressed instanceof HTMLAnchorElement) {
      keepQuery(input.value)
      // It leads to another place on this page.
      if (pressed.pathname === location.pathname) dialog.close()
    } else if (pressed?.dataset.again !== undefined) {
      input.focus()
      void search()
    } else if (state.status === "found" && isKindOf(pressed?.dataset.more, state.found)) {
      void showMore(pressed?.dataset.more)
    }
  })
  startKeys(frame)
  onLeft(() => {
    dialog.close()
    input.value = ""
    keepQuery("")
    show({ status: "empty" })
  })

  return async () => {
    if (dialog.open) return
    input.value ||= keptQuery()
    show(state)
    dialog.showModal()
    input.focus()
    input.select()
    await search()
  }
}

/** The button carries the texts that must be there before any other. */
function answer(button: HTMLElement): void {
  const { failed = "", again = "", close = "" } = button.dataset
  const frame = makeFrame({ search: button.ariaLabel ?? "", close })
  const opening = frame.then((made) => start(made, { failed, again }))
  const open = () => void opening.then((openDialog) => openDialog())
  button.addEventListener("click", open)
  open()
}

const button = document.querySelector<HTMLElement>("[data-search]")
if (button) answer(button)
