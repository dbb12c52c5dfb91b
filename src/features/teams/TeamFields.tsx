/** What a team tells of itself first: the same for founding and for editing it. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ChoiceField, TextField } from "../../ui/fields.tsx"
import type { Form } from "../../ui/form.ts"
import { useForm } from "../../ui/use-form.ts"
import type { NewTeamValues } from "./create-team.ts"
import { COUNTRIES } from "./list-address.ts"
import { TEAM_LIMITS } from "./schema.ts"
import { renamed, slugHintOf } from "./slug-field.ts"
import { teamPath } from "./team.ts"

interface Props<Values extends NewTeamValues, Result> {
  form: Form<Values, Result>
  /** The address that the team has already. */
  savedSlug: string | null
  onChange: (changes: Partial<NewTeamValues>) => void
}

const COUNTRY_OPTIONS = ["", ...COUNTRIES] as const

export function TeamFields<Values extends NewTeamValues, Result>(props: Props<Values, Result>) {
  const { form, savedSlug, onChange } = props
  const t = pageTranslate()
  const { values, field } = useForm(form)
  const hint = slugHintOf(values, savedSlug)
  return (
    <>
      <TextField
        {...field("name")}
        label={t("teams:create.name")}
        value={values.name}
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
      <TextField
        {...field("description")}
        label={t("teams:create.description")}
        hint={t("teams:create.descriptionHint")}
        value={values.description}
        max={TEAM_LIMITS.description}
        lines={4}
        onChange={(description) => onChange({ description })}
      />
      <div className="team-form-row">
        <TextField
          {...field("location")}
          label={t("teams:create.location")}
          hint={t("teams:create.locationHint")}
          value={values.location}
          max={TEAM_LIMITS.location}
          onChange={(location) => onChange({ location })}
        />
        <ChoiceField
          {...field("country")}
          label={t("teams:create.country")}
          value={values.country}
          options={COUNTRY_OPTIONS.map((value) => ({
            value,
            label: value ? t(`common:countries.${value}`) : t("teams:create.noCountry"),
          }))}
          onChange={(country) => onChange({ country })}
        />
      </div>
    </>
  )
}
