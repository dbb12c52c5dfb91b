/** An event as the API gives it: what a page needs of it is checked, since anything may answer. */
import { isRecord } from "../../json.ts"
import type { PublicEvent } from "./event.ts"

const isText = (value: unknown): value is string => typeof value === "string"

export const isPublicEvent = (value: unknown): value is PublicEvent =>
  isRecord(value) &&
  [
    ...[value.id, value.slug, value.title, value.start_date, value.end_date, value.time_zone],
    ...[value.created_at, value.updated_at],
  ].every(isText)
