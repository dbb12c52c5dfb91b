/**
 * Keeps what is typed in forms across the reload for a new version (ui/new-version.ts). It is stored for this tab, until
 * the reloaded page takes it: a form that begins with the same values there goes on with what was typed.
 */
import { isRecord, parseJson } from "../../shared/json.ts"
import { RELOADING, TYPED } from "../new-version.ts"

/** The changed fields of forms, by the forms' keys. */
type Stored = Record<string, unknown>

/** Returns the text that the previous page stored, and removes it. */
function takeStored(): Stored {
  try {
    const stored = parseJson(sessionStorage.getItem(TYPED) ?? "")
    sessionStorage.removeItem(TYPED)
    const isOfThisPage = isRecord(stored) && stored.path === location.pathname
    return isOfThisPage && isRecord(stored.forms) ? stored.forms : {}
  } catch {
    return {}
  }
}

const stored = takeStored()

/** How to read the changed fields of the forms of this page, by the forms' keys. */
const forms = new Map<string, () => object>()

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A chosen picture, for one, cannot be stored. */
const isStorable = (value: unknown): boolean =>
  !(value instanceof Blob) && (!isRecord(value) || Object.values(value).every(isStorable))

let isKept = false

/** Returns whether the page is reloading with all typed text stored, so that no warning is needed. */
export const isTypedKept = (): boolean => isKept

function keepAll(): void {
  const changed = Array.from(forms, ([key, changes]) => [key, changes()] as const).filter(
    ([, changes]) => Object.keys(changes).length > 0,
  )
  const all = { path: location.pathname, forms: Object.fromEntries(changed) }
  try {
    sessionStorage.setItem(TYPED, JSON.stringify(all))
    isKept = changed.every(([, changes]) => isStorable(changes))
  } catch {
    // The forms' own warnings ask before the page is left.
  }
}

globalThis.addEventListener?.(RELOADING, keepAll)

/**
 * Registers a form under a name that no other form of the page has. Returns the function that gives the values to
 * begin with: what was typed before the reload is among them.
 */
export function keepText<Values extends object>(name: string, now: () => Values) {
  let key = ""
  return (start: Values): Values => {
    forms.delete(key)
    key = `${name} ${JSON.stringify(start)}`
    const starts = new Map<string, unknown>(Object.entries(start))
    forms.set(key, () =>
      Object.fromEntries(
        Object.entries(now()).filter(([field, value]) => !isEqual(value, starts.get(field))),
      ),
    )
    const typed = stored[key]
    delete stored[key]
    return isRecord(typed) ? { ...start, ...typed } : start
  }
}
