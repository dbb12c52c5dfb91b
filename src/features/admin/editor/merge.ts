import { getOwnValue } from "../../../shared/json.ts"
import { listChangedFieldNames } from "../../../ui/forms/changed-fields.ts"

export type Choice = "mine" | "theirs"

/** Differing fields that are chosen together. */
export interface Difference {
  /** Name of the lead field. */
  name: string
  fields: string[]
  /** Whether both sides have changed these fields since the base version. */
  isConflict: boolean
  /** Side that is selected until the member chooses. */
  choice: Choice
}

export interface Versions<Values extends object> {
  base: Values | null
  mine: Values
  theirs: Values
}

/** Returns the fields that differ. Fields with the same lead field form one difference (`leadFields` in values.ts). */
export function findDifferences<Values extends object>(
  { base, mine, theirs }: Versions<Values>,
  leadFields: Readonly<Record<string, string | undefined>> = {},
): Difference[] {
  const differingFields = listChangedFieldNames(mine, theirs)
  const changedByMe = new Set(base ? listChangedFieldNames(mine, base) : differingFields)
  const changedByThem = new Set(base ? listChangedFieldNames(theirs, base) : [])
  const getLead = (name: string) => getOwnValue(leadFields, name) ?? name
  return [...new Set(differingFields.map(getLead))].map((name) => {
    const fields = differingFields.filter((field) => getLead(field) === name)
    const isMine = fields.some((field) => changedByMe.has(field))
    const isTheirs = fields.some((field) => changedByThem.has(field))
    return { name, fields, isConflict: isMine && isTheirs, choice: isMine ? "mine" : "theirs" }
  })
}

/** Merges two versions. Each difference has the values of the side that is chosen or, without a choice, preselected. */
export function mergeValues<Values extends object>(
  { mine, theirs }: Pick<Versions<Values>, "mine" | "theirs">,
  differences: readonly Difference[],
  choices: Readonly<Record<string, Choice>>,
): Values {
  const acceptedDifferences = differences.filter(
    ({ name, choice }) => (choices[name] ?? choice) === "theirs",
  )
  const fields = new Set(acceptedDifferences.flatMap(({ fields }) => fields))
  const changes = Object.entries(theirs).filter(([name]) => fields.has(name))
  return { ...mine, ...Object.fromEntries(changes) }
}
