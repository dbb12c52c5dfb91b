/** What was liked before there were several music services is still liked. */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { migrate } from "../../db/migrate.ts"
import { trendingSongs } from "../../db/queries/catalogue.ts"
import { fillCharts } from "../../netlify/lib/catalogue/snapshot.ts"
import { testDatabase } from "../database.ts"
import { makeLike, makeProfile, makeUser } from "../factories.ts"

const { app, owner, ownerUrl, appUrl } = testDatabase("template1")
const db = owner.as(null)
const MIGRATIONS = new URL("../../db/migrations/", import.meta.url)

test("likes, favourites and charts of the snapshot keep their songs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "daina-migrations-"))
  const before = (await readdir(MIGRATIONS)).filter((name) => name < "0018")
  for (const name of before) await cp(new URL(name, MIGRATIONS), join(folder, name))
  await migrate({ ownerUrl, appUrl, folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })
  await db.one`
    insert into catalogue_songs (provider, id, rank, name, artists, external_url)
    values ('snapshot', 'song-1', 1, 'APT.', '{ROSÉ}', 'https://x.test')`
  await db.one`
    insert into catalogue_albums (provider, id, name, artists, release_date, external_url)
    values ('snapshot', 'album-2', 'Older', '{A}', '2024-01-01', 'https://x.test'),
      ('snapshot', 'album-1', 'Newer', '{A}', '2025-01-01', 'https://x.test')`
  const { id } = await makeUser(db)
  await makeLike(db, id, { id: "song-1", name: "APT." })
  await makeLike(db, id, { id: "album-2", type: "album", name: "Older" })
  await makeProfile(db, id, { favorite_song_id: "song-1", favorite_song_name: "APT." })

  await migrate({ ownerUrl, appUrl })
  const likes = await db.many`select item_id from music_likes order by item_id`
  expect(likes).toEqual([{ item_id: "snapshot-album-2" }, { item_id: "snapshot-song-1" }])
  expect(await db.one`select favorite_song_id as id from profiles`).toEqual({
    id: "snapshot-song-1",
  })
  expect(await db.many`select name, rank from catalogue_albums order by rank`).toEqual([
    { name: "Newer", rank: 1 },
    { name: "Older", rank: 2 },
  ])
  await fillCharts(app.as(null))
  expect((await trendingSongs(app.as(null), 1))[0]).toMatchObject({
    id: "snapshot-song-1",
    name: "APT.",
  })
})
