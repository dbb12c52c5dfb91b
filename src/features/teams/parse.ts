/** Teams as the API gives them: what a page needs of them is checked, since anything may answer. */
import type { TeamPostCard } from "../../../db/queries/team-posts.ts"
import { isRecord } from "../../json.ts"
import type { OwnRequest, SeenTeam, TeamCard, TeamRole } from "./team.ts"

const isText = (value: unknown): value is string => typeof value === "string"

const isTextOrNull = (value: unknown) => value === null || isText(value)

const isRole = (value: unknown): value is TeamRole =>
  value === "owner" || value === "admin" || value === "member"

export const isTeamCard = (value: unknown): value is TeamCard =>
  isRecord(value) &&
  [value.id, value.name, value.slug, value.created_at].every(isText) &&
  [value.description, value.location, value.country, value.cover_image_url].every(isTextOrNull) &&
  typeof value.member_count === "number"

const isRequest = (value: unknown) =>
  value === null ||
  (isRecord(value) &&
    isText(value.id) &&
    (value.status === "pending" || value.status === "rejected"))

export const isSeenTeam = (value: unknown): value is SeenTeam =>
  isTeamCard(value) &&
  isRecord(value) &&
  isText(value.updated_at) &&
  typeof value.is_hidden === "boolean" &&
  [value.website_url, value.instagram_url, value.youtube_url].every(isTextOrNull) &&
  (value.role === null || isRole(value.role)) &&
  isRequest(value.request)

export interface OwnTeam extends TeamCard {
  role: TeamRole
  pending_requests: number
}

export const isOwnTeam = (value: unknown): value is OwnTeam =>
  isTeamCard(value) &&
  isRecord(value) &&
  isRole(value.role) &&
  typeof value.pending_requests === "number"

export const isOwnRequest = (value: unknown): value is OwnRequest =>
  isRecord(value) && isRequest(value) && isText(value.team_name) && isText(value.team_slug)

/** For `call`: the answer as it should be, or an error. */
export const readAs =
  <Value>(is: (value: unknown) => value is Value) =>
  (json: unknown): Value => {
    if (!is(json)) throw new Error("The answer is not what was asked for.")
    return json
  }

/** A list under its name in the answer's body; rows that are not as they should be are left out. */
export const readList =
  <Row>(name: string, is: (value: unknown) => value is Row) =>
  (json: unknown): { rows: Row[]; next: string | null } => {
    const rows = isRecord(json) ? json[name] : null
    if (!isRecord(json) || !Array.isArray(rows)) throw new Error(`The answer has no ${name}.`)
    return { rows: rows.filter(is), next: isText(json.next) ? json.next : null }
  }

const isPostCard = (value: unknown): value is TeamPostCard =>
  isRecord(value) &&
  [value.id, value.title, value.created_at, value.team_name, value.team_slug].every(isText) &&
  [value.video_url, value.team_location, value.team_country].every(isTextOrNull) &&
  typeof value.team_member_count === "number"

/** The newest posts of all teams; null for an answer that is none. */
export const postCardsOf = (body: unknown): TeamPostCard[] | null =>
  isRecord(body) && Array.isArray(body.team_posts) ? body.team_posts.filter(isPostCard) : null
