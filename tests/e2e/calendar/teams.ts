import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { z } from "zod"
import type { Db } from "../../../db/client.ts"
import type { NewEvent } from "../../../src/features/events/form.ts"
import type { TeamRole } from "../../../src/features/teams/schema.ts"
import { makeUser } from "../../support/factories.ts"
import { addMember, makeTeam, type TestTeam } from "../../support/people/teams.ts"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { expect } from "../test.ts"

export interface CalendarTeam extends TestTeam {
  name: string
  db: Db
}

/** Creates a team. Without a given owner, the owner is a new member who is not signed in. */
export async function createTeam({
  owner,
  ...options
}: {
  owner?: string
  membersMayPost?: boolean
} = {}): Promise<CalendarTeam> {
  const db = await connectToDatabase()
  const name = `Team ${randomBytes(4).toString("hex")}`
  const ownerId = owner ?? (await makeUser(db)).id
  return { ...(await makeTeam(db, { [ownerId]: "owner" }, { name, ...options })), name, db }
}

export async function joinTeam(page: Page, { db, id }: CalendarTeam, role: TeamRole) {
  const member = await signInNewMember(page)
  await addMember(db, id, member.id, role)
  return member
}

export async function createOwnTeam(page: Page): Promise<CalendarTeam> {
  return createTeam({ owner: (await signInNewMember(page)).id })
}

/** Returns the day a number of days from today, as `YYYY-MM-DD` in Baltic time. */
export const getDayFromNow = (days: number): string =>
  new Intl.DateTimeFormat("sv", { timeZone: "Europe/Riga" }).format(Date.now() + days * 86_400_000)

const DEFAULT_START = `${getDayFromNow(10)}T15:00:00Z`

const StoredEvent = z.object({ id: z.string(), slug: z.string(), updated_at: z.string() })

export async function postEvent(page: Page, team: CalendarTeam, fields: Partial<NewEvent> = {}) {
  const response = await page.request.post("/api/events", {
    data: {
      team_id: team.id,
      title: "Rehearsal",
      description: null,
      start_date: DEFAULT_START,
      end_date: fields.start_date ?? DEFAULT_START,
      location: null,
      country: null,
      // A public event would start a build, which slows the tests down.
      event_type: "team",
      ...fields,
    },
  })
  expect(response.status(), "posting the event").toBe(201)
  return StoredEvent.parse(await response.json())
}

export const listStoredEvents = ({ db, id }: CalendarTeam) => db.many<Record<string, unknown>>`
  select * from events where team_id = ${id} order by start_date, title`
