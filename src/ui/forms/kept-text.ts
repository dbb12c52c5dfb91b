/**
 * Keeps typed text when the page reloads for a new version (ui/new-version.ts). Session storage has the text during the
 * reload. On the reloaded page, a form with the same name and the same initial values restores it.
 */
import { isRecord, parseJson } from "../../shared/json.ts"
import { withStorage } from "../../shared/storage.ts"
import { RELOAD_EVENT, TYPED_TEXT_KEY } from "../new-version.ts"
import { getChangedFields } from "./changed-fields.ts"

/** The changed fields of forms. A form's key consists of its name and its initial values. */
type KeptForms = Record<string, unknown>

function takeKeptForms(): KeptForms | null {
  const page = parseJson(sessionStorage.getItem(TYPED_TEXT_KEY) ?? "")
  sessionStorage.removeItem(TYPED_TEXT_KEY)
  const isOfThisPage = isRecord(page) && page.path === location.pathname
  return isOfThisPage && isRecord(page.forms) ? page.forms : null
}

const keptForms = withStorage(takeKeptForms) ?? {}

/** Functions that return the changed fields of a form, by the form's key. */
const changeReaders = new Map<string, () => object>()

/** Files, such as a chosen picture, cannot be stored. */
const isStorable = (value: unknown): boolean =>
  !(value instanceof Blob) && (!isRecord(value) || Object.values(value).every(isStorable))

let isKept = false

/** Returns whether the page is reloading and all typed text is stored. Forms then need not warn. */
export const isTypedTextKept = (): boolean => isKept

function storeTypedText(): void {
  const changed = Array.from(
    changeReaders,
    ([key, readChanges]) => [key, readChanges()] as const,
  ).filter(([, changes]) => Object.keys(changes).length > 0)
  const page = { path: location.pathname, forms: Object.fromEntries(changed) }
  // If the browser cannot store the text, `isKept` stays false, and the forms warn before the page unloads.
  withStorage(() => {
    sessionStorage.setItem(TYPED_TEXT_KEY, JSON.stringify(page))
    isKept = changed.every(([, changes]) => isStorable(changes))
  })
}

globalThis.addEventListener?.(RELOAD_EVENT, storeTypedText)

/**
 * Registers a form under a name that is unique in the page. Returns a function that merges initial values with the text
 * that was typed before the reload.
 */
export function keepText<Values extends object>(name: string, currentValues: () => Values) {
  let key = ""
  return (start: Values): Values => {
    changeReaders.delete(key)
    key = `${name} ${JSON.stringify(start)}`
    changeReaders.set(key, () => getChangedFields(currentValues(), start))
    const typedFields = keptForms[key]
    delete keptForms[key]
    return isRecord(typedFields) ? { ...start, ...typedFields } : start
  }
}
