import { randomUUID } from "node:crypto"
import type { Db } from "../../../db/client.ts"

export async function makeComment(db: Db, post: string, author: string, body = "So good") {
  const id = randomUUID()
  await db.one`insert into comments (id, post_id, user_id, body) values (${id}, ${post}, ${author}, ${body})`
  return id
}
