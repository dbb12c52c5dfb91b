import { pageTranslate } from "../../i18n/page-translate.ts"
import { ChoiceField } from "../../ui/fields.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { useForm } from "../../ui/use-form.ts"
import { BirthDateField } from "./BirthDateField.tsx"
import { isUnderAge } from "./birth-date-field.ts"
import { SwitchedField } from "./SwitchedField.tsx"
import { GENDERS, USER_TYPES } from "./schema.ts"
import type { ProfileStore } from "./store.ts"

/** User type, gender and birth date. */
export function DetailsPart({ form }: { form: ProfileStore["form"] }) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  return (
    <section className="profile-part">
      <h2>{t("profile:form.details")}</h2>
      <div className="profile-field">
        <ChoiceField
          {...field("user_type")}
          label={t("profile:form.userType")}
          hint={
            <span className="with-icon">
              <Icon name="people" size={16} />
              {t("profile:privacy.members")}
            </span>
          }
          value={values.user_type}
          options={USER_TYPES.map((value) => ({ value, label: t(`profile:userTypes.${value}`) }))}
          onChange={(user_type) => change({ user_type })}
        />
      </div>
      <SwitchedField form={form} name="show_gender" label={t("profile:privacy.gender")}>
        <ChoiceField
          {...field("gender")}
          label={t("profile:form.gender")}
          value={values.gender}
          options={(["", ...GENDERS] as const).map((value) => ({
            value,
            label: t(`profile:genders.${value || "none"}`),
          }))}
          onChange={(gender) => change({ gender })}
        />
      </SwitchedField>
      <SwitchedField
        form={form}
        name="show_date_of_birth"
        label={t("profile:privacy.birthDate")}
        exception={isUnderAge(values.date_of_birth) ? t("profile:privacy.underAge") : null}
      >
        <BirthDateField
          {...field("date_of_birth")}
          date={values.date_of_birth}
          onChange={(date_of_birth) => change({ date_of_birth })}
        />
      </SwitchedField>
    </section>
  )
}
