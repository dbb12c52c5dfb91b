/**
 * Keeps typed text when the page reloads for a new version (ui/new-version.ts). The text is in session storage until the
 * reloaded page reads it. A form with the same initial values then restores the text.
 */
import { isRecord, parseJson } from "../../shared/json.ts"
import { withStorage } from "../../shared/storage.ts"
import { RELOAD_EVENT, TYPED_TEXT_KEY } from "../new-version.ts"
import { changedFields } from "./changed-fields.ts"

/** The changed fields of forms by key, which consists of the form's name and its initial values. */
type KeptForms = Record<string, unknown>

/** Returns the text that the previous page stored, and removes it. */
function takeKeptForms(): KeptForms | null {
  const page = parseJson(sessionStorage.getItem(TYPED_TEXT_KEY) ?? "")
  sessionStorage.removeItem(TYPED_TEXT_KEY)
  const isOfThisPage = isRecord(page) && page.path === location.pathname
  return isOfThisPage && isRecord(page.forms) ? page.forms : null
}

const keptForms = withStorage(takeKeptForms) ?? {}

/** The page's forms by the same keys: functions that return the changed fields. */
const forms = new Map<string, () => object>()

/** Files, such as a chosen picture, cannot be stored. */
const isStorable = (value: unknown): boolean =>
  !(value instanceof Blob) && (!isRecord(value) || Object.values(value).every(isStorable))

let isKept = false

/** Returns whether the page is reloading with all typed text stored, so that no warning is needed. */
export const isTypedTextKept = (): boolean => isKept

function keepAll(): void {
  const changed = Array.from(forms, ([key, changes]) => [key, changes()] as const).filter(
    ([, changes]) => Object.keys(changes).length > 0,
  )
  const page = { path: location.pathname, forms: Object.fromEntries(changed) }
  // When nothing can be stored, `isKept` stays false, and the forms warn before the page unloads.
  withStorage(() => {
    sessionStorage.setItem(TYPED_TEXT_KEY, JSON.stringify(page))
    isKept = changed.every(([, changes]) => isStorable(changes))
  })
}

globalThis.addEventListener?.(RELOAD_EVENT, keepAll)

/**
 * Registers a form under a name that is unique in the page. Returns a function that merges initial values with the text
 * that was typed before the reload.
 */
export function keepText<Values extends object>(name: string, currentValues: () => Values) {
  let key = ""
  return (start: Values): Values => {
    forms.delete(key)
    key = `${name} ${JSON.stringify(start)}`
    forms.set(key, () => changedFields(currentValues(), start))
    const typedFields = keptForms[key]
    delete keptForms[key]
    return isRecord(typedFields) ? { ...start, ...typedFields } : start
  }
}
