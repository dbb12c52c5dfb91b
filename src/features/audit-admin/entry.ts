/** Entries of the audit log, and what they say changed. */
import * as z from "zod/mini"

const data = z.nullable(z.record(z.string(), z.unknown()))

export const auditEntry = z.pipe(
  z.object({
    id: z.number(),
    at: z.string(),
    actor_id: z.nullable(z.string()),
    actor_name: z.nullable(z.string()),
    action: z.string(),
    target_id: z.nullable(z.string()),
    target_name: z.nullable(z.string()),
    before: data,
    after: data,
    reason: z.nullable(z.string()),
  }),
  z.transform((entry) => ({ ...entry, id: String(entry.id) })),
)

export type AuditEntry = z.infer<typeof auditEntry>

/** What is not worth a line of its own. */
const LEFT_OUT = new Set(["updated_at"])

const valueText = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "string"
      ? value
      : JSON.stringify(value)

export interface Change {
  field: string
  /** Empty where there was none. */
  before: string
  after: string
}

/** The fields that differ; of a row that was made or deleted, all that say something. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter((field) => !LEFT_OUT.has(field))
    .map((field) => ({
      field,
      before: valueText(before?.[field]),
      after: valueText(after?.[field]),
    }))
    .filter((change) => change.before !== change.after)
}

/** What the row was called, where the entry still says it, after whom or what else it was about. */
export function subjectOf({
  target_name,
  before,
  after,
}: Pick<AuditEntry, "target_name" | "before" | "after">): string | null {
  const called = calledIn(after ?? before ?? {})
  return target_name && called ? `${target_name}, ${called}` : (target_name ?? called)
}

function calledIn(row: Record<string, unknown>): string | null {
  for (const name of ["title", "name", "slug", "role"]) {
    const value = row[name]
    if (typeof value === "string" && value) return value
  }
  return null
}
