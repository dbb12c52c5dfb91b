/** Creates teams, with the signed-in member in them, and their events, directly in the database or through the API. */
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

/** Creates a team that another member owns. */
export async function newCrew(options: { membersMayPost?: boolean } = {}): Promise<Crew> {
  const db = await siteDatabase()
  const name = `Crew ${randomBytes(4).toString("hex")}`
  const { id: owner } = await makeUser(db)
  return { ...(await makeTeam(db, { [owner]: "owner" }, { name, ...options })), name, db }
}

/** Signs a new member in on the page and adds them to the team. */
export async function enlist(page: Page, { db, id }: Crew, role: TeamRole): Promise<Member> {
  const member = await join(page)
  if (role === "owner") {
    await db.one`update team_members set role = 'admin' where team_id = ${id} and role = 'owner'`
  }
  await addMember(db, id, member.id, role)
  return member
}

/** Signs a new member in on the page and creates a team that they own. */
export async function ownCrew(page: Page): Promise<Crew> {
  const crew = await newCrew()
  await enlist(page, crew, "owner")
  return crew
}

/** Returns the day (`YYYY-MM-DD`) that is a number of days from today, in Baltic time. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat("sv", { timeZone: "Europe/Riga" }).format(Date.now() + days * 86_400_000)

/** Start of events without a given start: 15:00 UTC in ten days. */
const START = `${dayFromNow(10)}T15:00:00Z`

const Stored = z.object({ id: z.string(), slug: z.string(), updated_at: z.string() })

/** Posts an event of the team as the page's member. */
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
      // A public event would start a build, which slows the tests down.
      event_type: "team",
      ...fields,
    },
  })
  expect(answer.status(), "posting the event").toBe(201)
  return Stored.parse(await answer.json())
}

/** Returns the stored events of the team. */
export const storedEvents = ({ db, id }: Crew) => db.many<Record<string, unknown>>`
  select * from events where team_id = ${id} order by start_date, title`
