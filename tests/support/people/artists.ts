import type { Db } from "../../../db/client.ts"
import { slugify } from "../../../src/shared/slug.ts"
import { assertStored } from "../factories.ts"

export const makeArtist = async (db: Db, name: string, aliases: string[] = []) =>
  assertStored(
    await db.one<{ id: string; slug: string }>`
      insert into artists (slug, name, aliases) values (${slugify(name)}, ${name}, ${aliases}::text[])
      returning id, slug`,
  )
