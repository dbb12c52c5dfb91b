/** Teams with the page's member in them, and their events; without a screen. */
import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { z } from "zod"
import type { Db } from "../../../db/client.ts"
import type { NewEvent } from "../../../src/features/events/form.ts"
import type { TeamRole } from "../../../src/features/teams/schema.ts"
import { makeUser } from "../../support/factories.ts"
import { addMember, makeTeam, type TestTeam } from "../../support/people/teams.ts"
import { siteDatabase } from "../database.ts"
import { join, type Member } from "../people.ts"
import { expect } from "../test.ts"

export interface Crew extends TestTeam {
  name: string
  db: Db
}

/** A team of somebody else's. */
export async function newCrew(options: { membersMayPost?: boolean } = {}): Promise<Crew> {
  const db = await siteDatabase()
  const name = `Crew ${randomBytes(4).toString("hex")}`
  const { id: owner } = await makeUser(db)
  return { ...(await makeTeam(db, { [owner]: "owner" }, { name, ...options })), name, db }
}

/** Somebody new, signed in in the page's browser, and in the team. */
export async function enlist(page: Page, { db, id }: Crew, role: TeamRole): Promise<Member> {
  const member = await join(page)
  if (role === "owner") {
    await db.one`update team_members set role = 'admin' where team_id = ${id} and role = 'owner'`
  }
  await addMember(db, id, member.id, role)
  return member
}

/** A new team that the page's new member owns. */
export async function ownCrew(page: Page): Promise<Crew> {
  const crew = await newCrew()
  await enlist(page, crew, "owner")
  return crew
}

/** A day so many days from today as the site's clocks have it, as `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat("sv", { timeZone: "Europe/Riga" }).format(Date.now() + days * 86_400_000)

/** Ten days ahead, in the evening. */
const START = `${dayFromNow(10)}T15:00:00Z`

const Stored = z.object({ id: z.string(), slug: z.string(), updated_at: z.string() })

/** An event of the team's, posted by the page's member. */
export async function postEvent(page: Page, crew: Crew, fields: Partial<NewEvent> = {}) {
  const answer = await page.request.post("/api/events", {
    data: {
      team_id: crew.id,
      title: "Rehearsal",
      description: null,
      start_date: START,
      end_date: fields.start_date ?? START,
      location: null,
      country: null,
      // What everybody sees has the site built again, which takes its time.
      event_type: "team",
      ...fields,
    },
  })
  expect(answer.status(), "posting the event").toBe(201)
  return Stored.parse(await answer.json())
}

/** What the database has of the team's events. */
export const storedEvents = ({ db, id }: Crew) => db.many<Record<string, unknown>>`
  select * from events where team_id = ${id} order by start_date, title`
