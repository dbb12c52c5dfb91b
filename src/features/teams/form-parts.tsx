import { type ReactNode, useEffect, useRef, useState } from "react"
import * as z from "zod/mini"
import type { Translate } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { call } from "../../shared/call.ts"
import { slugify } from "../../shared/slug.ts"
import { Button } from "../../ui/Button.tsx"
import { CountryField } from "../../ui/forms/CountryField.tsx"
import { TextField } from "../../ui/forms/fields.tsx"
import type { Form } from "../../ui/forms/form.ts"
import { getSlugChange, getSlugHint } from "../../ui/forms/slug-field.ts"
import { useForm } from "../../ui/forms/use-form.ts"
import { type NewTeamValues, TEAM_LIMITS, type TeamCard, teamCard } from "./schema.ts"
import { teamPath } from "./team.ts"

type NameAndSlug = Pick<NewTeamValues, "name" | "slug">

const foundTeams = z.object({ teams: z.array(z.pick(teamCard, { name: true, slug: true })) })
type FoundTeam = Pick<TeamCard, "name" | "slug">

/** Returns another team with the same name, regardless of case, diacritics, spaces and punctuation. */
export const findTeamOfSameName = (
  teams: readonly FoundTeam[],
  { name }: NameAndSlug,
  savedSlug: string | null,
): FoundTeam | null => {
  const nameSlug = slugify(name)
  // Names without letters and digits, such as emoji, have an empty slug, so they cannot be compared.
  if (nameSlug === "") return null
  const isOtherWithSameName = (team: FoundTeam) =>
    team.slug !== savedSlug && slugify(team.name) === nameSlug
  return teams.find(isOtherWithSameName) ?? null
}

const DEBOUNCE_MS = 400

/** Searches the API for a team with the same name while the member types. */
function useTeamOfSameName(values: NameAndSlug, savedSlug: string | null): FoundTeam | null {
  const [teams, setTeams] = useState<readonly FoundTeam[]>([])
  const { name } = values
  useEffect(() => {
    if (name.trim() === "") return
    const timer = setTimeout(async () => {
      const path = `/api/teams?${new URLSearchParams({ search: name })}`
      const result = await call(path, { read: (json) => foundTeams.parse(json).teams })
      if (result.ok) setTeams(result.body)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [name])
  return findTeamOfSameName(teams, values, savedSlug)
}

interface FieldsProps<Values extends NewTeamValues, Result> {
  form: Form<Values, Result>
  /** The slug before the changes of the form. Null for a new team. */
  savedSlug: string | null
  onChange: (changes: Partial<NewTeamValues>) => void
  children: ReactNode
}

export const getDescriptionField = (t: Translate) => ({
  label: t("teams:create.description"),
  hint: t("teams:create.descriptionHint"),
  max: TEAM_LIMITS.description,
  lines: 4,
})

/** Renders the fields of a new or existing team. `children` are placed below the slug. */
export function TeamFields<Values extends NewTeamValues, Result>({
  form,
  savedSlug,
  onChange,
  children,
}: FieldsProps<Values, Result>) {
  const t = pageTranslate()
  const { values, field } = useForm(form)
  const { name, slug } = values
  const hint = getSlugHint(name, slug, savedSlug)
  const sameNameTeam = useTeamOfSameName(values, savedSlug)
  return (
    <>
      <TextField
        {...field("name")}
        label={t("teams:create.name")}
        hint={
          sameNameTeam &&
          t("teams:create.sameName", {
            name: sameNameTeam.name,
            address: teamPath(sameNameTeam.slug),
          })
        }
        max={TEAM_LIMITS.name}
        isRequired
        onChange={(newName) =>
          onChange({ name: newName, ...(savedSlug === null && getSlugChange(slug, name, newName)) })
        }
      />
      <TextField
        {...field("slug")}
        label={t("teams:create.slug")}
        hint={hint && t(`teams:create.${hint}`, { address: teamPath(slug) })}
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
          noneLabel={t("teams:create.noCountry")}
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

export function StaleNotice({ text, overwriteText, onOverwrite, children }: StaleProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In newer browsers scrollIntoView returns a promise, which an effect must not return.
    void notice.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <div ref={notice} className="rounded-small border border-danger px-4.5 py-4" role="alert">
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
