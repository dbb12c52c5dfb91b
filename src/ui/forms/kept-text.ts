/** Keeps typed text in session storage when the page reloads for a new version (ui/new-version.ts). */
import { isRecord, parseJson } from "../../shared/json.ts"
import { withStorage } from "../../shared/storage.ts"
import { RELOAD_EVENT, TYPED_TEXT_KEY } from "../new-version.ts"
import { getChangedFields } from "./changed-fields.ts"

type KeptForms = Record<string, unknown>

function takeKeptForms(): KeptForms | null {
  const page = parseJson(sessionStorage.getItem(TYPED_TEXT_KEY) ?? "")
  sessionStorage.removeItem(TYPED_TEXT_KEY)
  const isOfThisPage = isRecord(page) && page.path === location.pathname
  return isOfThisPage && isRecord(page.forms) ? page.forms : null
}

const keptForms = withStorage(takeKeptForms) ?? {}

const changeReaders = new Map<string, () => object>()

const isStorable = (value: unknown): boolean =>
  !(value instanceof Blob) && (!isRecord(value) || Object.values(value).every(isStorable))

let isKept = false

/** Returns whether all typed text is stored. Forms then need not warn. */
export const isTypedTextKept = (): boolean => isKept

function storeTypedText(): void {
  const changed = Array.from(
    changeReaders,
    ([key, readChanges]) => [key, readChanges()] as const,
  ).filter(([, changes]) => Object.keys(changes).length > 0)
  const page = { path: location.pathname, forms: Object.fromEntries(changed) }
  withStorage(() => {
    sessionStorage.setItem(TYPED_TEXT_KEY, JSON.stringify(page))
    isKept = changed.every(([, changes]) => isStorable(changes))
  })
}

globalThis.addEventListener?.(RELOAD_EVENT, storeTypedText)

/** Registers a form by a name that is unique in the page. Returns a function that restores its text. */
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
