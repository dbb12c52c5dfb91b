import { randomUUID } from "node:crypto"
import type { Db } from "../../../db/client.ts"
import { getRows } from "../browser-like.ts"
import type { Member } from "./members.ts"

export async function makeComment(db: Db, post: string, author: string, body = "So good") {
  const id = randomUUID()
  await db.one`insert into comments (id, post_id, user_id, body) values (${id}, ${post}, ${author}, ${body})`
  return id
}

type Caller = Pick<Member, "browser">

/** Writes a comment about a subject: an article, a post or an event. */
export const writeComment = ({ browser }: Caller, subject: string, fields: object = {}) =>
  browser.send("POST", `/api/comments/${subject}`, { id: randomUUID(), body: "So good", ...fields })

export const readComments = ({ browser }: Caller, subject: string, query = "") =>
  browser.get(`/api/comments/${subject}?${query}`)

export const listBodies = async (viewer: Caller, subject: string, query = "") =>
  getRows(await readComments(viewer, subject, query), "comments").map(({ body }) => body)

export const editComment = ({ browser }: Caller, id: unknown, body = "Better") =>
  browser.send("PATCH", `/api/comment/${id}`, { body })

/** Hides a comment; with the method DELETE, unhides the comment. */
export const hideComment = ({ browser }: Caller, id: unknown, method: "PUT" | "DELETE" = "PUT") =>
  browser.send(method, `/api/comment/${id}/hidden`, {})
