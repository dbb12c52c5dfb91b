/** Finds the fields that differ between two versions, and joins the versions by a choice for each field. */
import { differingFields } from "../../../ui/forms/editing.ts"

export type Choice = "mine" | "theirs"

/** A field that differs, with the fields that are chosen together with it. */
export interface Difference {
  /** The field that names it. */
  name: string
  /** All fields of it that differ. */
  fields: string[]
  /** Whether both versions changed it; false where the version before is unknown. */
  isConflict: boolean
  /** Chosen at first: the side that changed it, mine if both did or the version before is unknown. */
  choice: Choice
}

export interface Versions<Values extends object> {
  /** What both versions started from; null where that is unknown. */
  base: Values | null
  mine: Values
  theirs: Values
}

/** Returns the fields that differ; `partOf` maps a field to the one it is chosen with. */
export function differencesOf<Values extends object>(
  { base, mine, theirs }: Versions<Values>,
  partOf: object = {},
): Difference[] {
  const leads = new Map<string, string>(Object.entries(partOf))
  const differing = differingFields(mine, theirs)
  const changedByMe = new Set(base ? differingFields(mine, base) : differing)
  const changedByThem = new Set(base ? differingFields(theirs, base) : [])
  const leadOf = (name: string) => leads.get(name) ?? name
  return [...new Set(differing.map(leadOf))].map((name) => {
    const fields = differing.filter((field) => leadOf(field) === name)
    const isMine = fields.some((field) => changedByMe.has(field))
    const isTheirs = fields.some((field) => changedByThem.has(field))
    return { name, fields, isConflict: isMine && isTheirs, choice: isMine ? "mine" : "theirs" }
  })
}

/** Returns my values with the chosen fields of theirs. */
export function mergedValues<Values extends object>(
  { mine, theirs }: Pick<Versions<Values>, "mine" | "theirs">,
  differences: readonly Difference[],
  choices: Readonly<Record<string, Choice>>,
): Values {
  const taken = differences.filter(({ name, choice }) => (choices[name] ?? choice) === "theirs")
  const fields = new Set(taken.flatMap(({ fields }) => fields))
  const changes = Object.entries(theirs).filter(([name]) => fields.has(name))
  return { ...mine, ...Object.fromEntries(changes) }
}
