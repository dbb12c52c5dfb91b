import { pageTranslate } from "../../../i18n/page-translate.ts"
import { ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { BirthDateField } from "./BirthDateField.tsx"
import { isUnderAge } from "./birth-date.ts"
import { FixedLevel, LevelChip } from "./Levels.tsx"
import { PROFILE_PARTS } from "./parts.ts"
import { BIO_MAX, DISPLAY_NAME_MAX, GENDERS, USER_TYPES } from "./schema.ts"
import type { ProfileStore } from "./store.ts"
import { isIdentityForMembersOnly } from "./values.ts"

interface FormProps {
  form: ProfileStore["form"]
}

export function AboutPart({ form }: FormProps) {
  const t = pageTranslate()
  const { values, field } = useForm(form)
  const name = t("profile:form.displayName")
  const bio = t("profile:form.bio")
  return (
    <section className="grid gap-6">
      <h2 className="sr-only">{t("profile:form.about")}</h2>
      <TextField
        {...field("display_name")}
        label={name}
        aside={
          <LevelChip
            {...field("show_display_name")}
            label={name}
            shown={isIdentityForMembersOnly(values) ? "members" : "everyone"}
          />
        }
        hint={t(
          values.show_display_name ? "profile:form.displayNameHint" : "profile:privacy.nameless",
        )}
        max={DISPLAY_NAME_MAX}
        autoComplete="nickname"
        isRequired
      />
      <div id={PROFILE_PARTS.bio}>
        <TextField
          {...field("bio")}
          label={bio}
          aside={<LevelChip {...field("show_bio")} label={bio} />}
          hint={t("profile:form.bioHint")}
          max={BIO_MAX}
          isCounted
          lines={3}
        />
      </div>
    </section>
  )
}

export function DetailsPart({ form }: FormProps) {
  const t = pageTranslate()
  const { values, field } = useForm(form)
  const isMinor = isUnderAge(values.date_of_birth)
  const gender = t("profile:form.gender")
  return (
    <section className="grid gap-6 border-t border-line pt-7">
      <h2 className="text-xl">{t("profile:form.details")}</h2>
      <div className="grid items-start gap-x-5 gap-y-6 min-[480px]:grid-cols-2">
        <ChoiceField
          {...field("user_type")}
          label={t("profile:form.userType")}
          aside={<FixedLevel level="members" />}
          options={USER_TYPES.map((value) => ({
            value,
            label: t(`profile:userTypes.${value}`),
          }))}
        />
        <ChoiceField
          {...field("gender")}
          label={gender}
          aside={<LevelChip {...field("show_gender")} label={gender} />}
          options={(["", ...GENDERS] as const).map((value) => ({
            value,
            label: t(`profile:genders.${value || "none"}`),
          }))}
        />
      </div>
      <div>
        <BirthDateField
          {...field("date_of_birth")}
          aside={
            isMinor && !values.show_date_of_birth ? (
              <FixedLevel level="onlyYou" />
            ) : (
              <LevelChip {...field("show_date_of_birth")} label={t("profile:form.birthDate")} />
            )
          }
        />
        {isMinor && values.show_date_of_birth && (
          <p className="mt-1.5 text-sm font-medium">{t("profile:privacy.underAge")}</p>
        )}
      </div>
    </section>
  )
}
