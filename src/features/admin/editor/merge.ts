import { getOwnValue } from "../../../shared/json.ts"
import { listChangedFieldNames } from "../../../ui/forms/changed-fields.ts"

export type Choice = "mine" | "theirs"

export interface Difference {
  name: string
  fields: string[]
  isConflict: boolean
  choice: Choice
}

export interface Versions<Values extends object> {
  base: Values | null
  mine: Values
  theirs: Values
}

export function findDifferences<Values extends object>(
  { base, mine, theirs }: Versions<Values>,
  leadFields: Readonly<Record<string, string | undefined>> = {},
): Difference[] {
  const differing = listChangedFieldNames(mine, theirs)
  const changedByMe = new Set(base ? listChangedFieldNames(mine, base) : differing)
  const changedByThem = new Set(base ? listChangedFieldNames(theirs, base) : [])
  const getLead = (name: string) => getOwnValue(leadFields, name) ?? name
  return [...new Set(differing.map(getLead))].map((name) => {
    const fields = differing.filter((field) => getLead(field) === name)
    const isMine = fields.some((field) => changedByMe.has(field))
    const isTheirs = fields.some((field) => changedByThem.has(field))
    return { name, fields, isConflict: isMine && isTheirs, choice: isMine ? "mine" : "theirs" }
  })
}

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
