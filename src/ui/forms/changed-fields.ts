const isEqualValue = (a: unknown, b: unknown) =>
  Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

export function listChangedFieldNames<Values extends object>(a: Values, b: Values): string[] {
  const valuesOfB = new Map(Object.entries(b))
  return Object.entries(a)
    .filter(([name, value]) => !isEqualValue(value, valuesOfB.get(name)))
    .map(([name]) => name)
}

export function getChangedFields<Values extends object>(now: Values, base: Values): Partial<Values>
export function getChangedFields(now: object, base: object): object {
  const names = listChangedFieldNames(now, base)
  return Object.fromEntries(Object.entries(now).filter(([name]) => names.includes(name)))
}

export const areSameValues = <Values extends object>(a: Values, b: Values): boolean =>
  listChangedFieldNames(a, b).length === 0
