import { randomBytes, randomUUID } from "node:crypto"
import type { Db } from "../../../db/client.ts"
import type { NewSuggestion } from "../../../db/queries/suggestions.ts"

export interface IdeaOptions {
  title?: string
  isPopular?: boolean
  authorId?: string
  status?: string
  reply?: string
  voters?: number
}

export async function makeIdea(db: Db, options: IdeaOptions = {}): Promise<string> {
  const { title = "An idea", isPopular = true, status = "open", voters = 0 } = options
  const row = await db.one<{ id: string }>`
    insert into ideas (title, description, category, is_popular, author_id, status, reply)
    values (${title}, 'What it is about', 'events', ${isPopular}, ${options.authorId ?? null},
      ${status}, ${options.reply ?? null})
    returning id`
  const id = row?.id ?? ""
  const uniqueSuffix = randomBytes(5).toString("hex")
  await db.one`
    with voters as (
      insert into users (email)
      select 'voter-' || n || ${`-${uniqueSuffix}@daina.test`} from generate_series(1, ${voters}::integer) n
      returning id
    )
    insert into idea_votes (idea_id, user_id) select ${id}::uuid, id from voters`
  return id
}

/**
 * Body of a request with a suggestion. `website` is a hidden field that only robots fill in. Forms that are sent too soon
 * after `opened_at` come from robots. Both times are in milliseconds.
 */
type SuggestionRequest = NewSuggestion & { website: string; opened_at: number; sent_at: number }

export const makeSuggestionFields = (changes: object = {}): SuggestionRequest => ({
  id: randomUUID(),
  name: "Mari Maasikas",
  email: "mari@example.org",
  category: "events",
  priority: "medium",
  title: "A night bus",
  description: "Home from the events in Riga.",
  language: "et",
  website: "",
  opened_at: 1_000_000,
  sent_at: 1_060_000,
  ...changes,
})
