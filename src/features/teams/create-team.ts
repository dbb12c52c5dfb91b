/** Founding a team. */
import { type Answer, call, type Failure } from "../../call.ts"
import type { Translate } from "../../i18n/keys.ts"
import { fieldErrors } from "../../problem.ts"
import { failureText } from "../../ui/failure-text.ts"
import { createForm, type Form } from "../../ui/form.ts"
import { refused } from "../../ui/submission.ts"
import type { Country } from "./list-address.ts"
import { isTeamCard, readAs } from "./parse.ts"
import { type NewTeam, newTeam } from "./schema.ts"
import type { TeamCard } from "./team.ts"

export interface NewTeamValues {
  name: string
  slug: string
  description: string
  location: string
  country: Country | ""
}

export const NO_TEAM: NewTeamValues = {
  name: "",
  slug: "",
  description: "",
  location: "",
  country: "",
}

const sendTeam = (payload: NewTeam): Promise<Answer<TeamCard>> =>
  call("/api/teams", { method: "POST", payload, read: readAs(isTeamCard) })

export const createTeamForm = (send = sendTeam): Form<NewTeamValues, TeamCard> =>
  createForm<NewTeamValues, NewTeam, TeamCard>(NO_TEAM, {
    check(values) {
      const parsed = newTeam.safeParse({ ...values, country: values.country || null })
      return parsed.success
        ? { ok: true, body: parsed.data }
        : refused(fieldErrors(parsed.error.issues))
    },
    send,
  })

/** What to say about a failure; null where the fields say it all. */
export const creationFailureText = ({ code }: Failure, t: Translate): string | null =>
  code === "invalid" ? null : t("teams:create.failed", { message: t(failureText(code)) })
