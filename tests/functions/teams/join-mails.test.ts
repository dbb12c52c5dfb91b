import { beforeEach, describe, expect, test } from "vitest"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import type { Topic } from "../../../src/features/notifications/topics.ts"
import { storeAttempts } from "../../support/attempts.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeJoinScene, TEAM_NAME } from "../../support/people/joining.ts"
import type { Member } from "../../support/people/members.ts"
import { setEmails } from "../../support/people/notifications.ts"
import { addMember, makeRequest, makeTeam } from "../../support/people/teams.ts"

const { db, clear } = await openTestDatabase()
const {
  owner,
  applicant,
  team,
  makeNamedMember,
  requestToJoin,
  decide,
  withdraw,
  setRole,
  removeMember,
} = makeJoinScene(db)

describe("emails", () => {
  const mailbox = startMailbox()
  beforeEach(() => clear("mails"))
  const listMailsTo = ({ email }: Member) =>
    mailbox.mails.filter((mail) => mail.to?.some(({ address }) => address === email))
  /** Empties the mailbox and sends all unsent emails, even if they are not due yet. */
  const sendDueMails = async () => {
    mailbox.mails.length = 0
    await db.one`update mails set next_try_at = now() where sent_at is null`
    await deliverMails()
  }

  test("the owner's email shows the applicant and the message as text, in the owner's language", async () => {
    await requestToJoin(applicant, { message: "Tere!\n<b>Ma tantsin</b>" })
    expect(mailbox.mails).toHaveLength(1)
    const mail = mailbox.getLastMailTo(owner.email)
    expect(mail.subject).toContain("Mari & <b>Co</b>")
    expect(mail.subject).toContain(TEAM_NAME)
    for (const words of ["Ilze", `/lv/teams/${team.slug}/manage`, "„Tere!\n<b>Ma tantsin</b>”"]) {
      expect(mail.text).toContain(words)
    }
    expect(mail.html).not.toMatch(/<b>Co|<i>Moons|<b>Ma/)
    await requestToJoin(await makeNamedMember())
    expect(mailbox.getLastMailTo(owner.email).text).not.toMatch(/„”|\{\{|null/)
  })

  test.each([
    ["approved", (slug: string) => `/et/teams/${slug}\n`],
    ["rejected", () => "/et/teams\n"],
  ])(
    "the applicant gets an email in their language that the request was %s",
    async (status, link) => {
      const { json } = await requestToJoin()
      mailbox.mails.length = 0
      await decide(json["id"], status)
      expect(mailbox.listRecipients()).toEqual([applicant.email])
      const mail = mailbox.getLastMailTo(applicant.email)
      expect(`${mail.text}\n`).toContain(link(team.slug))
      expect(mail.subject).toContain(TEAM_NAME)
      expect(mail.html).not.toContain("<i>Moons")
      expect(mail.text).not.toMatch(/\{\{|undefined|null/)
    },
  )

  test("an email about a decision quotes only the message of that decision", async () => {
    const { id } = (await requestToJoin()).json
    await decide(id, "rejected", { message: "We're full\nuntil <spring>." })
    expect(mailbox.getLastMailTo(applicant.email).text).toContain("„We're full\nuntil <spring>.“")
    expect(mailbox.getLastMailTo(applicant.email).html).not.toContain("<spring>")
    await decide(id, "pending")
    await decide(id, "rejected", { message: " " })
    expect(mailbox.getLastMailTo(applicant.email).text).not.toMatch(/spring|null|„“/)
  })

  test("emails about requests go to the new owner after a hand-over", async () => {
    await addMember(db, team.id, applicant.id, "member")
    await setRole(applicant.id, "owner")
    mailbox.mails.length = 0
    await requestToJoin(await makeNamedMember())
    expect(mailbox.listRecipients()).toEqual([applicant.email])
  })

  test("members can turn off emails about requests and emails about decisions separately", async () => {
    const setEmailSetting = async ({ browser }: Member, topic: Topic, email: boolean) => {
      const response = await browser.send("PATCH", `/api/notifications/preferences/${topic}`, {
        email,
      })
      expect(response.json).toMatchObject({ topic, email })
    }
    await setEmailSetting(owner, "join_request", false)
    await setEmailSetting(applicant, "join_request", false)
    await decide((await requestToJoin()).json["id"], "approved")
    expect(mailbox.listRecipients()).toEqual([applicant.email])
    mailbox.mails.length = 0
    await removeMember(team, applicant, applicant)
    await setEmailSetting(owner, "join_request", true)
    await setEmailSetting(owner, "join_answer", false)
    await setEmailSetting(applicant, "join_answer", false)
    await decide((await requestToJoin()).json["id"], "approved")
    expect(mailbox.listRecipients()).toEqual([owner.email])
  })

  test("emails are not sent to unconfirmed email addresses", async () => {
    const unconfirmed = await makeNamedMember({ isConfirmed: false })
    const otherTeam = await makeTeam(db, { [unconfirmed.id]: "owner" })
    expect((await requestToJoin(applicant, {}, otherTeam)).status).toBe(201)
    const { json } = await requestToJoin(unconfirmed, { message: "Cheap tickets at spam.example" })
    await decide(json["id"], "rejected")
    expect(mailbox.listRecipients()).toEqual([owner.email])
    const { text } = mailbox.getLastMailTo(owner.email)
    expect(text, "the message of an unconfirmed applicant is left out").not.toContain("spam")
  })

  test("requests after the fifth email of an hour are combined in a digest with 20 names", async () => {
    await storeAttempts(db, "mail join_requests", owner.email, 4)
    const applicants = await repeatConcurrently(23, (n) =>
      makeNamedMember({ displayName: `Applicant${n}.` }),
    )
    const responses = await Promise.all(applicants.map((applicant) => requestToJoin(applicant)))
    expect(countByStatus(responses)).toEqual({ 201: 23 })
    expect(listMailsTo(owner)).toHaveLength(1)
    const { subject: subjectOfFirstMail = "" } = mailbox.getLastMailTo(owner.email)
    const [firstName = ""] = /Applicant\d+\./.exec(subjectOfFirstMail) ?? []
    await sendDueMails()
    await deliverMails()
    expect(listMailsTo(owner)).toHaveLength(1)
    const digest = mailbox.getLastMailTo(owner.email)
    expect(digest.subject).toBe(`Vēl 22 cilvēki vēlas pievienoties komandai ${TEAM_NAME}`)
    expect(digest.text).toContain(`/lv/teams/${team.slug}/manage#requests`)
    const namesInDigest = digest.text?.match(/Applicant\d+\./g) ?? []
    expect(namesInDigest).toHaveLength(20)
    expect(namesInDigest).not.toContain(firstName)
    expect(digest.text).toContain("vēl 2 cilvēki")
    expect(digest.html).not.toContain("<i>Moons")
  })

  test("a digest contains only pending requests that were in no earlier email", async () => {
    await storeAttempts(db, "mail join_requests", owner.email, 5)
    const makeRequestBy = async (displayName: string) => {
      const caller = await makeNamedMember({ displayName })
      return { caller, id: (await requestToJoin(caller)).json["id"] }
    }
    const withdrawn = await makeRequestBy("Gone")
    const declined = await makeRequestBy("Declined")
    await makeRequestBy("First")
    await withdraw(withdrawn.id, withdrawn.caller)
    await decide(declined.id, "rejected")
    await sendDueMails()
    const [first] = listMailsTo(owner)
    expect(first?.subject).toBe(`Vēl 1 cilvēks vēlas pievienoties komandai ${TEAM_NAME}`)
    expect(first?.text).toMatch(/\n\nFirst\n\n/)
    await makeRequestBy("Second")
    await sendDueMails()
    expect(listMailsTo(owner)).toHaveLength(1)
    expect(mailbox.getLastMailTo(owner.email).text).toMatch(/\n\nSecond\n\n/)
    const third = await makeRequestBy("Third")
    await withdraw(third.id, third.caller)
    await sendDueMails()
    expect(listMailsTo(owner), "a digest without requests is not sent").toEqual([])
    await makeRequestBy("Fourth")
    await setEmails(db, owner.id, "join_request", "off")
    await sendDueMails()
    expect(listMailsTo(owner)).toEqual([])
    const unsent = db.many`select from mails where sent_at is null and user_id = ${owner.id}`
    expect(await unsent).toEqual([])
  })

  test("decisions after the fifth email of an hour are combined in a digest for the applicant", async () => {
    await storeAttempts(db, "mail join_answers", applicant.email, 4)
    const requests = await repeatConcurrently(5, async (n) => {
      const { id } = await makeTeam(db, { [owner.id]: "owner" }, { name: `Team ${n}.` })
      return makeRequest(db, id, applicant.id)
    })
    for (const [n, id] of requests.entries()) {
      const message = `Words ${n}.`
      await (n % 2 === 0 ? decide(id, "approved") : decide(id, "rejected", { message }))
    }
    expect(listMailsTo(applicant)).toHaveLength(1)
    await decide(requests[3], "pending")
    await sendDueMails()
    expect(listMailsTo(applicant)).toHaveLength(1)
    const digest = mailbox.getLastMailTo(applicant.email)
    expect(digest.subject).toBe("3 truppi vastas sulle")
    expect(digest.text).toContain("Sind võeti vastu: Team 2. ja Team 4.")
    expect(digest.text).toContain("Seekord lükati soov tagasi: Team 1.")
    expect(digest.text).toContain("Team 1.: „Words 1.“")
    expect(digest.text).not.toMatch(/(Team|Words) 3\./)
  })

  test("an owner gets at most five emails an hour about repeated requests", async () => {
    await storeAttempts(db, "mail join_requests", owner.email, 4)
    for (const _time of [1, 2]) await withdraw((await requestToJoin()).json["id"])
    expect(mailbox.mails).toHaveLength(1)
  })

  test("no email is sent about a request that was withdrawn before the email could be sent", async () => {
    await mailbox.runWhileDown(
      async () => void (await withdraw((await requestToJoin()).json["id"])),
    )
    await sendDueMails()
    expect(mailbox.mails).toEqual([])
  })
})
