/** Keeps typed text in session storage when the page reloads for a new version (ui/new-version.ts). */
import { isRecord, parseJson } from "../../shared/json.ts"
import { withStorage } from "../../shared/storage.ts"
import { RELOAD_EVENT, TYPED_TEXT_KEY } from "../new-version.ts"
import { getChangedFields } from "./changed-fields.ts"

type KeptForms = Record<string, unknown>

/** Removes the stored text from session storage. Returns it, or null if it is not of this page. */
function takeKeptForms(): KeptForms | null {
  const page = parseJson(sessionStorage.getItem(TYPED_TEXT_KEY) ?? "")
  sessionStorage.removeItem(TYPED_TEXT_KEY)
  const isOfThisPage = isRecord(page) && page.path === location.pathname
  return isOfThisPage && isRecord(page.forms) ? page.forms : null
}

const keptForms = withStorage(takeKeptForms) ?? {}

/** Functions that return the changed fields of a form, by the form's key. */
const changeReaders = new Map<string, () => object>()

const isStorable = (value: unknown): boolean =>
  !(value instanceof Blob) && (!isRecord(value) || Object.values(value).every(isStorable))

let isAllTextStored = false

/** Returns whether `reload()` has stored all typed text. If so, forms do not warn before the page unloads. */
export const isTypedTextKept = (): boolean => isAllTextStored

function storeTypedText(): void {
  const changedForms = Array.from(
    changeReaders,
    ([key, readChanges]) => [key, readChanges()] as const,
  ).filter(([, changes]) => Object.keys(changes).length > 0)
  const page = { path: location.pathname, forms: Object.fromEntries(changedForms) }
  withStorage(() => {
    sessionStorage.setItem(TYPED_TEXT_KEY, JSON.stringify(page))
    isAllTextStored = changedForms.every(([, changes]) => isStorable(changes))
  })
}

globalThis.addEventListener?.(RELOAD_EVENT, storeTypedText)

/**
 * Registers a form by a name that is unique in the page. Returns a function that takes the saved values and returns
 * them with the text that was typed before a reload. If other values were saved since then, it leaves out this text.
 */
export function keepText<Values extends object>(name: string, getCurrentValues: () => Values) {
  let key = ""
  return (savedValues: Values): Values => {
    changeReaders.delete(key)
    key = `${name} ${JSON.stringify(savedValues)}`
    changeReaders.set(key, () => getChangedFields(getCurrentValues(), savedValues))
    const typedFields = keptForms[key]
    delete keptForms[key]
    return isRecord(typedFields) ? { ...savedValues, ...typedFields } : savedValues
  }
}
