/** Parts of the forms about teams. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import type { Translate } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { call, type Failure } from "../../shared/call.ts"
import { SLUG_PATTERN, slugify } from "../../shared/slug.ts"
import { ChoiceField, TextField } from "../../ui/forms/fields.tsx"
import type { Form } from "../../ui/forms/form.ts"
import { useForm } from "../../ui/forms/use-form.ts"
import { ConfirmEmail, type Unconfirmed } from "../account/email/ConfirmEmail.tsx"
import { FormNotice } from "../account/FormNotice.tsx"
import { type NewTeamValues, TEAM_LIMITS, type TeamCard, teamCard } from "./schema.ts"
import { teamPath } from "./team.ts"

type Named = Pick<NewTeamValues, "name" | "slug">

/** What changes with the name: the slug as well, until it was written by hand. */
export function renamed({ name: before, slug }: Named, name: string): Partial<Named> {
  const isByHand = slug !== "" && slug !== slugify(before)
  return isByHand ? { name } : { name, slug: slugify(name) }
}

/** The hint at the address; `saved` is the one the team has, null for a new team. */
export function slugHintOf({ name, slug }: Named, saved: string | null) {
  if (slug === "") {
    return name.trim() !== "" && slugify(name) === "" ? "slugUnwritable" : "slugEmpty"
  }
  if (saved !== null && slug !== saved) return "slugMoves"
  return SLUG_PATTERN.test(slug) ? "slugHint" : null
}

const found = z.object({ teams: z.array(z.pick(teamCard, { name: true, slug: true })) })
type Known = Pick<TeamCard, "name" | "slug">

/** Another team of that name, however it is spelled; null for none. */
export const sameNamed = (teams: readonly Known[], { name }: Named, saved: string | null) =>
  teams.find((team) => team.slug !== saved && slugify(team.name) === (slugify(name) || null)) ??
  null

/** How long typing may pause before others of the same name are looked for, in milliseconds. */
const LOOK_AFTER_MS = 400

function useSameNamed(named: Named, saved: string | null): Known | null {
  const [teams, setTeams] = useState<readonly Known[]>([])
  const { name } = named
  useEffect(() => {
    if (name.trim() === "") return
    const timer = setTimeout(async () => {
      const path = `/api/teams?${new URLSearchParams({ search: name })}`
      const answer = await call(path, { read: (json) => found.parse(json).teams })
      if (answer.ok) setTeams(answer.body)
    }, LOOK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [name])
  return sameNamed(teams, named, saved)
}

interface FieldsProps<Values extends NewTeamValues, Result> {
  form: Form<Values, Result>
  /** The address that the team has already. */
  savedSlug: string | null
  onChange: (changes: Partial<NewTeamValues>) => void
  /** The field, or fields, of the description. */
  children: ReactNode
}

/** How a description is asked for, in whichever language. */
export const descriptionField = (t: Translate) => ({
  label: t("teams:create.description"),
  hint: t("teams:create.descriptionHint"),
  max: TEAM_LIMITS.description,
  lines: 4,
})

/** What a team tells of itself first: the same for creating and for editing it. */
export function TeamFields<Values extends NewTeamValues, Result>({
  form,
  savedSlug,
  onChange,
  children,
}: FieldsProps<Values, Result>) {
  const t = pageTranslate()
  const { values, field } = useForm(form)
  const hint = slugHintOf(values, savedSlug)
  const same = useSameNamed(values, savedSlug)
  return (
    <>
      <TextField
        {...field("name")}
        label={t("teams:create.name")}
        hint={same && t("teams:create.sameName", { name: same.name, address: teamPath(same.slug) })}
        max={TEAM_LIMITS.name}
        isRequired
        // A team that has its page keeps its address, whatever it is called.
        onChange={(name) => onChange(savedSlug === null ? renamed(values, name) : { name })}
      />
      <TextField
        {...field("slug")}
        label={t("teams:create.slug")}
        hint={hint && t(`teams:create.${hint}`, { address: teamPath(values.slug) })}
        value={values.slug}
        isRequired
        onChange={(slug) => onChange({ slug })}
      />
      {children}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...field("location")}
          label={t("teams:create.location")}
          hint={t("teams:create.locationHint")}
          value={values.location ?? ""}
          max={TEAM_LIMITS.location}
          onChange={(location) => onChange({ location: location || null })}
        />
        <ChoiceField
          {...field("country")}
          label={t("teams:create.country")}
          value={values.country ?? ""}
          options={(["", ...COUNTRIES] as const).map((value) => ({
            value,
            label: value ? t(`common:countries.${value}`) : t("teams:create.noCountry"),
          }))}
          onChange={(country) => onChange({ country: country || null })}
        />
      </div>
    </>
  )
}

interface StaleProps {
  text: string
  overwriteText: string
  onOverwrite: () => void
  children?: ReactNode
}

/** Somebody else has saved a newer version; what was typed is still here. */
export function StaleNotice({ text, overwriteText, onOverwrite, children }: StaleProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In new browsers it gives a promise, which is no way to clean up.
    void place.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <div ref={place} className="rounded-small border border-danger px-4.5 py-4" role="alert">
      <p>{text}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <button className="btn btn-ghost btn-small" type="button" onClick={onOverwrite}>
          {overwriteText}
        </button>
        {children}
      </div>
    </div>
  )
}

/** Why it could not be sent: also that the email address is to be confirmed first, in these words. */
export function PublishNotice({ failure, text }: { failure: Failure | null; text: Unconfirmed }) {
  return failure?.code === "email_unconfirmed" ? (
    <div role="alert">
      <ConfirmEmail text={text} isRefused />
    </div>
  ) : (
    <FormNotice failure={failure} signIn="teams:posts.form.signIn" />
  )
}
