const isEqualValue = (a: unknown, b: unknown) =>
  Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

export function listChangedFieldNames<Values extends object>(a: Values, b: Values): string[] {
  const valuesOfB = new Map(Object.entries(b))
  return Object.entries(a)
    .filter(([name, value]) => !isEqualValue(value, valuesOfB.get(name)))
    .map(([name]) => name)
}

export function getChangedFields<Values extends object>(
  current: Values,
  base: Values,
): Partial<Values>
export function getChangedFields(current: object, base: object): object {
  const names = listChangedFieldNames(current, base)
  return Object.fromEntries(Object.entries(current).filter(([name]) => names.includes(name)))
}

export const areSameValues = <Values extends object>(a: Values, b: Values): boolean =>
  listChangedFieldNames(a, b).length === 0
