/**
 * The index of all that a build contains. Where the build before has one, that stays, and what came since is in a small
 * one beside it: the manifest says what of both is there, and where. All is made anew once too much is new, and
 * with each build that makes everything anew.
 */
import {
  ENTRIES_PER_PART,
  endPartName,
  entryPartName,
  type Group,
  type IndexStart,
  type Manifest,
  manifestPath,
  partPath,
  type Run,
  wordPartName,
} from "../../features/search/index-format.ts"
import { DEFAULT_LOCALE } from "../../i18n/locales.ts"
import { memoizePerPass, readPreviousFile } from "../../shared/dependency-tracking.ts"
import { type EntryGroup, entryGroups, type Findable } from "./entries.ts"
import { loadKeys } from "./keys.ts"
import { type SearchIndex, searchIndex, withoutKeys } from "./make-index.ts"

/** A file of an index, as `getStaticPaths` gives it. */
interface IndexFile {
  params: { folder: string; part: string }
  props: { gone?: number[] }
}

export interface SiteIndex extends Omit<Manifest, "messages"> {
  files: IndexFile[]
  /** The JSON in a file. */
  contentOf(folder: string, part: string): Promise<string>
}

/** Of the index that stays: what marks its entries, in order. */
const MARKS = "marks"

/** More new entries than this are an index's worth. */
export const MOST_RECENT = 1_000

let keys: ReturnType<typeof loadKeys> | undefined

const countsOf = (groups: EntryGroup[]): Group[] =>
  groups.map(({ entries, ...group }) => ({ ...group, count: entries.length }))

const startOf = ({ folder, firstWords, firstEnds }: SearchIndex): IndexStart => ({
  folder,
  firstWords,
  firstEnds,
})

/** The files of an index, its marks apart. */
function filesOf({ folder, firstWords, firstEnds }: IndexStart, entries: number): IndexFile[] {
  const numbers = (count: number) => [...Array(count).keys()]
  return [
    ...numbers(firstWords.length).map(wordPartName),
    ...numbers(firstEnds.length).map(endPartName),
    ...numbers(Math.ceil(entries / ENTRIES_PER_PART)).map(entryPartName),
  ].map((part) => ({ params: { folder, part }, props: {} }))
}

async function partOf(index: SearchIndex, part: string): Promise<string> {
  const number = Number(/\d+$/.exec(part)?.[0])
  const json =
    part === wordPartName(number)
      ? index.wordParts[number]
      : part === endPartName(number)
        ? index.endParts[number]
        : JSON.stringify(await index.entryParts[number]?.())
  if (json === undefined) throw new Error(`The index has no ${part}`)
  return json
}

async function wholeIndex(groups: EntryGroup[]): Promise<SiteIndex> {
  keys ??= loadKeys()
  const index = await searchIndex(groups, await keys)
  const marks = groups.flatMap(({ entries }) => entries.map(({ mark }) => mark))
  const { folder } = index
  return {
    groups: countsOf(groups),
    runs: [[0, 0, marks.length]],
    indexes: [startOf(index)],
    files: [...filesOf(index, marks.length), { params: { folder, part: MARKS }, props: {} }],
    contentOf: async (_, part) => (part === MARKS ? JSON.stringify(marks) : partOf(index, part)),
  }
}

/** The index that stays. */
interface Base {
  start: IndexStart
  size: number
  /** The entries' numbers, by their marks. */
  numbers: Map<string, number>
  files: IndexFile[]
}

let lastBase: Base | null = null

async function readBase(start: IndexStart): Promise<Base | null> {
  const json = await readPreviousFile(partPath(start.folder, MARKS))
  if (json === null) return null
  const marks: string[] = JSON.parse(json)
  return {
    start,
    size: marks.length,
    numbers: new Map(marks.map((mark, number) => [mark, number])),
    files: [
      ...filesOf(start, marks.length),
      { params: { folder: start.folder, part: MARKS }, props: {} },
    ],
  }
}

/** The index that stays, and which of its entries the build before showed: what was gone does not come back. */
async function baseBefore(): Promise<{ base: Base; isShown: boolean[] } | null> {
  const json = await readPreviousFile(manifestPath(DEFAULT_LOCALE))
  if (json === null) return null
  const { indexes, runs }: Manifest = JSON.parse(json)
  const [start] = indexes
  if (start && lastBase?.start.folder !== start.folder) lastBase = await readBase(start)
  if (!lastBase) return null
  const isShown: boolean[] = Array(lastBase.size).fill(false)
  for (const [index, first, count] of runs) {
    if (index === 0) isShown.fill(true, first, first + count)
  }
  return { base: lastBase, isShown }
}

/** All entries, those that the index has by their numbers there, and the others by those in a small one. */
function arranged(groups: EntryGroup[], { numbers }: Base, isShown: boolean[]) {
  const known: Findable[] = []
  const runs: Run[] = []
  const recent: EntryGroup[] = []
  let [taken, left] = [0, 0]
  const add = (index: number, number: number) => {
    const last = runs.at(-1)
    if (last?.[0] === index && last[1] + last[2] === number) last[2] += 1
    else runs.push([index, number, 1])
  }
  const counts = groups.map(({ entries, ...group }) => {
    const own: Findable[] = []
    let count = 0
    for (const entry of entries) {
      const number = numbers.get(entry.mark)
      if (number !== undefined && isShown[number] && !known[number]) {
        known[number] = entry
        add(0, number)
      } else if (taken < MOST_RECENT) {
        own.push(entry)
        add(1, taken)
        taken += 1
      } else {
        left += 1
        continue
      }
      count += 1
    }
    if (own.length > 0) recent.push({ ...group, entries: own })
    return { ...group, count }
  })
  return { groups: counts, runs, recent, taken, left, known }
}

/** Of what is gone not a word is in a file with entries. */
function withoutGone(files: IndexFile[], known: Findable[], count: number): IndexFile[] {
  const gone = Map.groupBy(
    [...Array(count).keys()].filter((number) => !known[number]),
    (number) => entryPartName(Math.floor(number / ENTRIES_PER_PART)),
  )
  return files.map((file) => {
    const numbers = gone.get(file.params.part)
    return numbers ? { ...file, props: { gone: numbers } } : file
  })
}

/** The index that stays with what came since; null where too much did. */
async function changedIndex(groups: EntryGroup[], isFirstPass: boolean): Promise<SiteIndex | null> {
  const before = await baseBefore()
  if (!before) return null
  const { base, isShown } = before
  const { recent, taken, left, known, ...manifest } = arranged(groups, base, isShown)
  // At the first look some may be missing for a while; what is gone is gone at once.
  if (left > 0 && !isFirstPass) return null
  keys ??= loadKeys()
  const small = await searchIndex(recent, await keys, true)
  const isThere = taken > 0
  return {
    ...manifest,
    indexes: [base.start, ...(isThere ? [startOf(small)] : [])],
    files: [
      ...withoutGone(base.files, known, base.size),
      ...(isThere ? filesOf(small, taken) : []),
    ],
    async contentOf(folder, part) {
      if (folder === small.folder) return partOf(small, part)
      const number = Number(/\d+$/.exec(part)?.[0])
      // Only these are ever another one than the build before has.
      if (part !== entryPartName(number)) throw new Error(`${part} is gone from the index`)
      const own = [...Array(ENTRIES_PER_PART).keys()].map(
        (i) => known[number * ENTRIES_PER_PART + i],
      )
      const entries = await Promise.all(own.map((entry) => entry?.make() ?? null))
      return JSON.stringify(entries.map((entry) => entry && withoutKeys(entry)))
    },
  }
}

/** The index of these groups; at the first look a part of what is new may be missing, what is gone is gone. */
export const makeIndex = async (groups: EntryGroup[], isFirstPass: boolean): Promise<SiteIndex> =>
  (await changedIndex(groups, isFirstPass)) ?? wholeIndex(groups)

/** Made once; in `astro dev` anew for every request. */
export const siteIndex = memoizePerPass(async (isFirstPass) =>
  makeIndex(await entryGroups(), isFirstPass),
)
