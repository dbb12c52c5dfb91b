import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { AvatarField } from "./AvatarField.tsx"
import { BirthDateField } from "./BirthDateField.tsx"
import { BIO_MAX, DISPLAY_NAME_MAX, GENDERS, USER_TYPES } from "./schema.ts"
import type { ProfileStore } from "./store.ts"

interface FormProps {
  form: ProfileStore["form"]
}

/** `memberId` is null until the profile is saved for the first time. */
export function AboutPart({ form, memberId }: FormProps & { memberId: string | null }) {
  const t = pageTranslate()
  const { field } = useForm(form)
  return (
    <section className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">{t("profile:form.about")}</h2>
        {memberId && (
          <a
            className="more inline-flex items-center gap-2"
            href={`${localePath(`/members/${memberId}`, pageLocale())}?as=members`}
          >
            <Icon name="eye" size={18} />
            {t("profile:privacy.preview")}
          </a>
        )}
      </div>
      <AvatarField {...field("avatar_url")} form={form} />
      <TextField
        {...field("display_name")}
        label={t("profile:form.displayName")}
        hint={t("profile:form.displayNameHint")}
        max={DISPLAY_NAME_MAX}
        autoComplete="nickname"
        isRequired
      />
      <TextField
        {...field("bio")}
        label={t("profile:form.bio")}
        hint={t("profile:form.bioHint")}
        max={BIO_MAX}
        isCounted
        lines={3}
      />
    </section>
  )
}

export function DetailsPart({ form }: FormProps) {
  const t = pageTranslate()
  const { field } = useForm(form)
  return (
    <section className="grid gap-6 border-t border-line pt-7">
      <h2 className="text-xl">{t("profile:form.details")}</h2>
      <div className="grid items-start gap-x-5 gap-y-6 min-[480px]:grid-cols-2">
        <ChoiceField
          {...field("user_type")}
          label={t("profile:form.userType")}
          options={USER_TYPES.map((value) => ({ value, label: t(`profile:userTypes.${value}`) }))}
        />
        <ChoiceField
          {...field("gender")}
          label={t("profile:form.gender")}
          options={(["", ...GENDERS] as const).map((value) => ({
            value,
            label: t(`profile:genders.${value || "none"}`),
          }))}
        />
      </div>
      <BirthDateField {...field("date_of_birth")} />
    </section>
  )
}
