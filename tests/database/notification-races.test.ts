import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { query } from "../../db/client.ts"
import { leasePushMessages } from "../../db/queries/push.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeUser, type TestUser } from "../support/factories.ts"
import { makeArtist } from "../support/people/artists.ts"
import { makeNotificationHelpers } from "../support/people/notifications.ts"
import { getDayFromNow, makeRelease } from "../support/people/releases.ts"
import { makePost, makeTeam } from "../support/people/teams.ts"

const { db, app, auth, owner: ownerDatabase, clear } = await openTestDatabase()
const { listRows } = makeNotificationHelpers(db, app)

let fan: TestUser
let admin: TestUser
beforeEach(async () => {
  await clear(
    ...["notifications", "notification_preferences", "push_subscriptions", "follows"],
    ...["music_likes", "catalogue_items", "artists", "comments"],
  )
  fan = await makeUser(db, { displayName: "Fan" })
  admin = await makeUser(db, { role: "super_admin", displayName: "Admin" })
  await db.batch([
    query`
      insert into notification_preferences (user_id, topic, bell, push)
      select ${fan.id}, topic, true, true from list_notification_topics() where push is not null`,
    // Quiet hours that end when they start have no duration, so push messages are due at once.
    query`insert into push_quiet_hours (user_id, starts_at, ends_at) values (${fan.id}, '00:00', '00:00')
      on conflict do nothing`,
    query`
      with session as (
        insert into sessions (token_hash, user_id, method, remember, expires_at)
        values (sha256(${fan.id}::bytea), ${fan.id}, 'password', false, now() + interval '1 day') returning id
      )
      insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, language)
      select id, ${fan.id}, ${`https://fcm.googleapis.com/${fan.id}`}, 'p', 'a', 'en' from session`,
  ])
})

const makeFollowedArtist = async () => {
  const artist = await makeArtist(db, "Nova")
  await db.one`insert into follows (user_id, artist_id) values (${fan.id}, ${artist.id})`
  return artist
}

/** Functions by kind of notification. Each prepares rows, and returns a statement that notifies `fan` when `admin` runs it. */
const CHANGES: Record<string, () => Promise<ReturnType<typeof query>>> = {
  release_added: async () => {
    const artist = await makeFollowedArtist()
    return query`
      insert into releases (id, artist_id, title, release_type, release_date)
      values (${randomUUID()}, ${artist.id}, 'Song', 'single', ${getDayFromNow(7)})
      on conflict (id) do nothing`
  },
  release_moved: async () => {
    const id = await makeRelease(db, (await makeFollowedArtist()).id)
    await db.one`update releases set created_at = now() - interval '2 hours' where id = ${id}`
    return query`update releases set release_date = ${getDayFromNow(9)} where id = ${id}`
  },
  release_out: async () => {
    const day = getDayFromNow(7)
    await makeRelease(db, (await makeFollowedArtist()).id, { release_date: day })
    return query`select announce_releases((${`${day} 12:00`}::timestamp) at time zone 'Europe/Riga')`
  },
  chart_changed: async () => {
    await db.batch([
      query`
        insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
        values (${admin.id}, 'song', 'test-1', 'Song', 'Nova', '2026-06-03T10:00:00Z')`,
      query`
        insert into catalogue_items (item_type, provider, id, name, artists, external_url)
        values ('song', 'test', '1', 'Song', array['Nova'], 'https://music.test/')`,
      query`update catalogue_refreshes set chart_notified_at = '2026-06-01T07:00:00Z'`,
    ])
    return query`select notify_of_chart('2026-06-08T09:00:00Z')`
  },
  mention: async () => {
    const team = await makeTeam(db, { [admin.id]: "owner" })
    const post = await makePost(db, team.id, admin.id)
    return query`select add_comment(${post.id}, ${randomUUID()}, ${`Hi @[${fan.id}]`})`
  },
  comment: async () => {
    const team = await makeTeam(db, { [fan.id]: "owner" })
    const post = await makePost(db, team.id, fan.id)
    return query`select add_comment(${post.id}, ${randomUUID()}, 'Hi')`
  },
  newcomer_approved: async () => {
    const team = await makeTeam(db, { [fan.id]: "owner" }, { reviewed: false })
    await db.one`update users set vetted_at = null where id = ${fan.id}`
    return query`select approve_newcomers(array[${team.id}]::uuid[])`
  },
  team_post: async () => {
    const newcomer = await makeUser(db, { isApproved: false })
    const team = await makeTeam(db, { [newcomer.id]: "owner" }, { reviewed: false })
    await makePost(db, team.id, newcomer.id, { reviewed: false })
    await db.one`insert into follows (user_id, team_id) values (${fan.id}, ${team.id})`
    return query`select approve_newcomers(array[${team.id}]::uuid[])`
  },
}

describe.each(Object.entries(CHANGES))("a notification of the kind %s", (kind, prepare) => {
  test("a change that runs twice at the same time and once again creates and sends one notification", async () => {
    const change = await prepare()
    await clear("notifications")
    const runChange = () => ownerDatabase.as({ userId: admin.id }).batch([change])
    await Promise.all([runChange(), runChange()])
    await runChange()
    expect(await listRows(fan)).toMatchObject([{ kind, count: 1, is_unread: true }])
    const leases = await Promise.all([1, 2].map(() => leasePushMessages(auth.as(null), 10)))
    expect(leases.flat()).toMatchObject([{ kind, user_id: fan.id }])
  })

  test("a change that is repeated after a rollback writes and sends the notification once", async () => {
    const change = await prepare()
    await clear("notifications")
    const asAdmin = ownerDatabase.as({ userId: admin.id })
    await expect(asAdmin.batch([change, query`select 1 / 0`])).rejects.toThrow(/division by zero/)
    expect(await listRows(fan)).toEqual([])
    await asAdmin.batch([change])
    expect(await listRows(fan)).toMatchObject([{ kind, count: 1 }])
    expect(await leasePushMessages(auth.as(null), 10)).toHaveLength(1)
  })
})
