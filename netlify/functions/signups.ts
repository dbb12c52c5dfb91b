import type { Config } from "@netlify/functions"
import { authDatabase, database } from "../../db/client.ts"
import {
  type AnswerOutcome,
  addWalkIn,
  answerEvent,
  checkIn,
  findFeedOwner,
  getSignup,
  listFeedEvents,
  listMyEvents,
  listSignups,
  listSignupsForFile,
  messageAttendees,
  moveSignup,
  renewFeed,
  setHelper,
  updateSignupSettings,
  withdrawFromEvent,
} from "../../db/queries/signups.ts"
import { countFreePlaces } from "../../src/features/events/event.ts"
import { createCalendarFile } from "../../src/features/events/feeds/ics.ts"
import { checkAnswers } from "../../src/features/events/signups/answers.ts"
import {
  checkInBody,
  helperBody,
  messageBody,
  type SignupBody,
  signupBody,
  signupMove,
  signupSettings,
  walkIn,
} from "../../src/features/events/signups/forms.ts"
import { LISTS, type Signup } from "../../src/features/events/signups/schema.ts"
import { getOwnValue } from "../../src/shared/json.ts"
import type { FieldErrors, ProblemCode } from "../../src/shared/problem.ts"
import { getWallTime } from "../../src/shared/zone.ts"
import { SITE } from "../../src/site.ts"
import { createCalendarTranslator } from "../lib/events/calendar-texts.ts"
import { createCsvFile } from "../lib/events/csv.ts"
import {
  type ApiContext,
  createApi,
  createHandler,
  requireMember,
  runAfterResponse,
} from "../lib/http/api.ts"
import { deliverAfterResponse } from "../lib/http/deliver-after.ts"
import { createProblem, refuse, requireFound } from "../lib/http/problem.ts"
import {
  isUuid,
  readBody,
  readLocale,
  readPageQuery,
  readSearch,
  requireUuid,
} from "../lib/http/request.ts"
import { getSiteUrl } from "../lib/http/site-url.ts"
import { createMailTranslator } from "../lib/mail/mail-texts.ts"
import { publishSignupCounts, requestBuild } from "../lib/publishing/request-build.ts"
import { createToken, hashToken } from "../lib/sign-in/tokens.ts"

/** Sign-ups per page. Most events have fewer, so a phone at the entrance has all names if it loses the connection. */
const MAX_PAGE_SIZE = 500
/**
 * Maximum characters of an event's description in a calendar feed. Generating a feed blocks other requests: 400 events
 * with such descriptions take 0.1 s.
 */
const MAX_FEED_DESCRIPTION_LENGTH = 1000

const app = createApi()

const REFUSAL_CODES: Partial<Record<AnswerOutcome, ProblemCode>> = {
  not_found: "not_found",
  closed: "signup_closed",
  over: "event_over",
  cancelled: "event_cancelled",
  full: "event_full",
}

/** After the response, sends emails about the change and publishes the new number of sign-ups. */
const deliverSignupChange = (c: ApiContext, event: string) =>
  Promise.all([deliverAfterResponse(c), runAfterResponse(c, publishSignupCounts(event))])

function getFieldErrors(
  outcome: AnswerOutcome,
  { status, answers }: Pick<SignupBody, "status" | "answers">,
  signup: Signup | null,
): FieldErrors | null {
  if (outcome === "guests") return { guests: "invalid" }
  if (outcome === "group_too_large") return { guests: "group_too_large" }
  if (outcome === "name") return { name: "required" }
  if (outcome !== "answers") return null
  const questions = signup?.event.signups.signup_questions ?? []
  return {
    answers: "invalid",
    ...checkAnswers(questions, answers, { isGoing: status === "going" }),
  }
}

app.get("/api/events/:id/signup", requireUuid, requireMember, async (c) =>
  c.json(requireFound(await getSignup(c.var.db, c.req.param("id")))),
)

app.put("/api/events/:id/signup", requireUuid, async (c) => {
  const { name = null, ...body } = await readBody(c, signupBody)
  const { outcome, signup, hiddenEventSignup } = await answerEvent(c.var.db, c.req.param("id"), {
    ...body,
    name,
  })
  const errors = getFieldErrors(outcome, body, signup)
  if (errors) return createProblem("invalid", { errors })
  const refusalCode = REFUSAL_CODES[outcome]
  if (refusalCode) return createProblem(refusalCode, { current: signup })
  await deliverSignupChange(c, c.req.param("id"))
  return c.json(requireFound(signup ?? hiddenEventSignup))
})

app.delete("/api/events/:id/signup", requireUuid, async (c) => {
  const { isDeleted, signup } = await withdrawFromEvent(c.var.db, c.req.param("id"))
  if (!isDeleted) return c.json(requireFound(signup))
  await deliverSignupChange(c, c.req.param("id"))
  // Members can delete their sign-up to an event that they no longer see.
  return signup ? c.json(signup) : c.body(null, 204)
})

app.patch("/api/events/:id/signup-settings", requireUuid, async (c) => {
  const settings = await readBody(c, signupSettings)
  const { isSaved, isPublic, signup } = await updateSignupSettings(
    c.var.db,
    c.req.param("id"),
    settings,
  )
  const visibleSignup = requireFound(signup)
  if (!isSaved) return createProblem("forbidden")
  if (isPublic) await requestBuild("event")
  await deliverAfterResponse(c)
  return c.json(visibleSignup)
})

app.get("/api/events/:id/signups", requireUuid, requireMember, async (c) => {
  const list = LISTS.find((name) => name === c.req.query("list")) ?? "going"
  const page = await listSignups(c.var.db, c.req.param("id"), {
    ...readPageQuery(c, MAX_PAGE_SIZE),
    list,
    search: readSearch(c),
  })
  const { rows: signups, next } = page ?? refuse("forbidden")
  return c.json({ signups, next })
})

app.get("/api/events/:id/signups.csv", requireUuid, requireMember, async (c) => {
  const { event, rows } =
    (await listSignupsForFile(c.var.db, c.req.param("id"))) ?? refuse("forbidden")
  const t = createMailTranslator(readLocale(c))
  const { signup_questions: questions } = event.signups
  const timeZone = event.time_zone
  const header = [
    ...(["name", "status", "guests", "note"] as const).map((name) => t(`mails:csv.${name}`)),
    ...questions.map(({ text }) => text),
    `${t("mails:csv.arrived")} (${timeZone})`,
  ]
  const lines = rows.map((row) => [
    row.name ?? t("mails:someone"),
    t(`mails:csv.${row.status}`),
    row.guests,
    row.note,
    ...questions.map(({ id: question }) => getOwnValue(row.answers, question) ?? null),
    row.checked_in_at && getWallTime(Date.parse(row.checked_in_at), timeZone).replace("T", " "),
  ])
  return c.body(createCsvFile([header, ...lines]), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${event.slug}.csv"`,
  })
})

// Adds a walk-in: a person who comes without a sign-up.
app.post("/api/events/:id/signups", requireUuid, async (c) => {
  const { name, guests, over_limit = true } = await readBody(c, walkIn)
  if (!over_limit) {
    const signup = requireFound(await getSignup(c.var.db, c.req.param("id")))
    if (!("event" in signup && signup.organizes)) return createProblem("forbidden")
    if (1 + guests > (countFreePlaces(signup.event) ?? Number.POSITIVE_INFINITY))
      return createProblem("event_full")
  }
  const id = await addWalkIn(c.var.db, c.req.param("id"), name, guests)
  if (!id) return createProblem("forbidden")
  await runAfterResponse(c, publishSignupCounts(c.req.param("id")))
  return c.json({ id }, 201)
})

app.patch("/api/signups/:id", requireUuid, async (c) => {
  const { status, message } = await readBody(c, signupMove)
  const move = await moveSignup(c.var.db, c.req.param("id"), status, message)
  // A person can be moved to the waitlist only while the event is full or other members are waiting.
  if (move?.outcome === "has_room")
    return createProblem("invalid", { errors: { status: "invalid" } })
  if (move?.outcome !== "done") return createProblem("not_found")
  await deliverSignupChange(c, move.event_id)
  return c.body(null, 204)
})

app.put("/api/signups/:id/helper", requireUuid, async (c) => {
  const { helps } = await readBody(c, helperBody)
  const isSet = await setHelper(c.var.db, c.req.param("id"), helps)
  if (!isSet) return createProblem("not_found")
  await deliverAfterResponse(c)
  return c.body(null, 204)
})

app.put("/api/events/:id/check-ins/:signup", requireUuid, async (c) => {
  const { arrived_at } = await readBody(c, checkInBody)
  const signup = c.req.param("signup")
  const id = c.req.param("id")
  const checkedIn = requireFound(
    isUuid(signup) ? await checkIn(c.var.db, id, signup, arrived_at) : null,
  )
  await runAfterResponse(c, publishSignupCounts(id, { isAttendance: true }))
  return c.json(checkedIn)
})

app.post("/api/events/:id/message", requireUuid, async (c) => {
  const { message, with_waitlist = false } = await readBody(c, messageBody)
  const count = await messageAttendees(c.var.db, c.req.param("id"), message, with_waitlist)
  if (count === null) return createProblem("messaged_today")
  if (count < 0) return createProblem("forbidden")
  await deliverAfterResponse(c)
  return c.json({ count })
})

app.get("/api/my-events", requireMember, async (c) => c.json(await listMyEvents(c.var.db)))

// The feed's URL contains a token instead of a log-in. A new URL replaces the old one.
app.post("/api/calendar-feed", async (c) => {
  const token = createToken()
  await renewFeed(c.var.db, hashToken(token))
  const address = new URL(`/api/calendar-feed/${token}`, getSiteUrl())
  address.searchParams.set("language", readLocale(c))
  return c.json({ url: address.href }, 201)
})

app.get("/api/calendar-feed/:token", async (c) => {
  const hash = hashToken(c.req.param("token"))
  const claim = await findFeedOwner(authDatabase("reads").as(null), hash)
  if (!claim) return createProblem("not_found")
  const events = await listFeedEvents(database("reads").as({ claim }))
  const locale = readLocale(c)
  const t = createCalendarTranslator(locale)
  const toUrl = (path: string) => new URL(path, getSiteUrl()).href
  return createCalendarFile(events, {
    locale,
    t,
    toUrl,
    path: "/calendar",
    name: SITE.name,
    descriptionMax: MAX_FEED_DESCRIPTION_LENGTH,
  })
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/events/:id/signup",
    "/api/events/:id/signup-settings",
    "/api/events/:id/signups",
    "/api/events/:id/signups.csv",
    "/api/events/:id/check-ins/:signup",
    "/api/events/:id/message",
    "/api/signups/:id",
    "/api/signups/:id/helper",
    "/api/my-events",
    "/api/calendar-feed",
    "/api/calendar-feed/:token",
  ],
}
