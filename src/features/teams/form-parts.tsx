/** Components and functions shared by the forms of teams and posts. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import * as z from "zod/mini"
import type { Translate } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { call } from "../../shared/call.ts"
import { SLUG_PATTERN, slugify } from "../../shared/slug.ts"
import { Button } from "../../ui/Button.tsx"
import { CountryField } from "../../ui/forms/CountryField.tsx"
import { TextField } from "../../ui/forms/fields.tsx"
import type { Form } from "../../ui/forms/form.ts"
import { useForm } from "../../ui/forms/use-form.ts"
import { type NewTeamValues, TEAM_LIMITS, type TeamCard, teamCard } from "./schema.ts"
import { teamPath } from "./team.ts"

type Named = Pick<NewTeamValues, "name" | "slug">

/** Returns the changes for a new name. The slug is derived from the name unless the member has typed a slug. */
export function renamed({ name: previous, slug }: Named, name: string): Partial<Named> {
  const isByHand = slug !== "" && slug !== slugify(previous)
  return isByHand ? { name } : { name, slug: slugify(name) }
}

/** Returns the key of the hint at the URL field. `saved` is the team's current slug, null for a new team. */
export function slugHintOf({ name, slug }: Named, saved: string | null) {
  if (slug === "") {
    return name.trim() !== "" && slugify(name) === "" ? "slugUnwritable" : "slugEmpty"
  }
  if (saved !== null && slug !== saved) return "slugMoves"
  return SLUG_PATTERN.test(slug) ? "slugHint" : null
}

const found = z.object({ teams: z.array(z.pick(teamCard, { name: true, slug: true })) })
type FoundTeam = Pick<TeamCard, "name" | "slug">

/** Returns another team with the same name, ignoring case, diacritics and spaces, or null. */
export const sameNamed = (teams: readonly FoundTeam[], { name }: Named, saved: string | null) =>
  teams.find((team) => team.slug !== saved && slugify(team.name) === (slugify(name) || null)) ??
  null

/** Pause in typing, in milliseconds, after which teams of the same name are looked up. */
const DEBOUNCE_MS = 400

function useSameNamed(named: Named, saved: string | null): FoundTeam | null {
  const [teams, setTeams] = useState<readonly FoundTeam[]>([])
  const { name } = named
  useEffect(() => {
    if (name.trim() === "") return
    const timer = setTimeout(async () => {
      const path = `/api/teams?${new URLSearchParams({ search: name })}`
      const answer = await call(path, { read: (json) => found.parse(json).teams })
      if (answer.ok) setTeams(answer.body)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [name])
  return sameNamed(teams, named, saved)
}

interface FieldsProps<Values extends NewTeamValues, Result> {
  form: Form<Values, Result>
  /** The team's current slug, null for a new team. */
  savedSlug: string | null
  onChange: (changes: Partial<NewTeamValues>) => void
  /** The description fields. */
  children: ReactNode
}

/** Returns the texts and limits of a description field. */
export const descriptionField = (t: Translate) => ({
  label: t("teams:create.description"),
  hint: t("teams:create.descriptionHint"),
  max: TEAM_LIMITS.description,
  lines: 4,
})

/** Renders the fields that creating and editing a team have in common. */
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
        // Renaming a team does not change its URL.
        onChange={(name) => onChange(savedSlug === null ? renamed(values, name) : { name })}
      />
      <TextField
        {...field("slug")}
        label={t("teams:create.slug")}
        hint={hint && t(`teams:create.${hint}`, { address: teamPath(values.slug) })}
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
        <CountryField
          {...field("country")}
          label={t("teams:create.country")}
          value={values.country ?? ""}
          none={t("teams:create.noCountry")}
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

/** Warns that another person saved a newer version, and offers to overwrite it. The form keeps its values. */
export function StaleNotice({ text, overwriteText, onOverwrite, children }: StaleProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    void place.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <div ref={place} className="rounded-small border border-danger px-4.5 py-4" role="alert">
      <p>{text}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button className="btn-ghost btn-small" onClick={onOverwrite}>
          {overwriteText}
        </Button>
        {children}
      </div>
    </div>
  )
}
