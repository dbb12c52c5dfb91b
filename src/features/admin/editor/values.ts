/** The values of a form, in words. */
import type { Translate } from "../../../i18n/keys.ts"
import type { Shown } from "../list/resource.ts"

function valueText(value: unknown, t: Translate): string {
  return typeof value === "boolean"
    ? t(value ? "admin:editor.yes" : "admin:editor.no")
    : String(value ?? "")
}

/** What a field says, as a comparison shows it. */
export function textOf<Values extends object>(
  { shown = {} }: { shown?: Shown<Values> },
  values: Values,
  name: string,
  t: Translate,
): string {
  const inWords = new Map<string, ((values: Values, t: Translate) => string) | undefined>(
    Object.entries(shown),
  ).get(name)
  return inWords?.(values, t) ?? valueText(new Map(Object.entries(values)).get(name), t)
}
