/** The dialog's unchanging parts. */
import { ICONS } from "../../ui/icons.ts"
import { make, makeIcon } from "./elements.ts"
import styles from "./search.css?url"

export interface Frame {
  dialog: HTMLDialogElement
  form: HTMLFormElement
  input: HTMLInputElement
  body: HTMLElement
  /** Read out as it changes. */
  said: HTMLElement
  keys: HTMLElement
}

/** Its style sheet; without it the dialog is plain, and works. */
const styled = (): Promise<void> =>
  new Promise((done) => {
    const link = make("link", { rel: "stylesheet", href: styles })
    link.addEventListener("load", () => done())
    link.addEventListener("error", () => done())
    document.head.append(link)
  })

/** Puts the dialog into the page, closed; `names` are the labels that came with the page. */
export async function makeFrame(names: { search: string; close: string }): Promise<Frame> {
  const input = make("input", {
    type: "search",
    "aria-label": names.search,
    placeholder: names.search,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "search",
    maxlength: "100",
  })
  const close = make("button", { class: "icon-btn", type: "button", "aria-label": names.close })
  close.append(makeIcon(ICONS.close, 24))
  const form = make("form", { role: "search" }, makeIcon(ICONS.search, 22), input, close)
  const said = make("p", { class: "sr-only", role: "status" })
  const body = make("div", { class: "search-body" })
  const keys = make("p", { class: "search-keys", "aria-hidden": "true" })
  const dialog = make(
    "dialog",
    { class: "search", "aria-label": names.search },
    form,
    said,
    body,
    keys,
  )
  close.addEventListener("click", () => dialog.close())
  dialog.addEventListener("click", ({ target }) => {
    // A click on the dialog itself is one beside its content: on the backdrop.
    if (target === dialog) dialog.close()
  })
  await styled()
  document.body.append(dialog)
  return { dialog, form, input, body, said, keys }
}
