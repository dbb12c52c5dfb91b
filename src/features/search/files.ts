/** The files of the index, each fetched once. */
import { pageLocale } from "../../i18n/page-translate.ts"
import {
  type Entry,
  entryPartName,
  isEntryPart,
  isManifest,
  isWordPart,
  type Manifest,
  manifestPath,
  partPath,
  type WordPart,
  wordPartName,
} from "./index-format.ts"

const TIMEOUT_MS = 15_000

/** The site was built anew, and the parts of the index that the page knew are gone. */
export class IndexReplaced extends Error {
  override name = "IndexReplaced"
}

async function load(path: string): Promise<unknown> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (answer.status === 404) throw new IndexReplaced(path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

const kept = new Map<string, Promise<unknown>>()

/** What could not be loaded is tried again when it is next asked for. */
function loadOnce(path: string): Promise<unknown> {
  const loading = kept.get(path) ?? load(path)
  kept.set(path, loading)
  loading.catch(() => kept.delete(path))
  return loading
}

async function checked<Value>(path: string, is: (value: unknown) => value is Value) {
  const value = await loadOnce(path)
  if (!is(value)) throw new Error(`${path} is not what it should be`)
  return value
}

export const manifest = (): Promise<Manifest> => checked(manifestPath(pageLocale()), isManifest)

/** The index as it was is not asked for again. */
export const forgetIndex = (): void => kept.clear()

export const wordPart = (folder: string, index: number): Promise<WordPart> =>
  checked(partPath(folder, wordPartName(index)), isWordPart)

export const entryPart = (folder: string, index: number): Promise<Entry[]> =>
  checked(partPath(folder, entryPartName(index)), isEntryPart)
