/** The fields of the profile form, each with the switch that controls who sees it. */
import type { ReactNode } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import { type Bound, useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { AvatarField } from "./AvatarField.tsx"
import { BirthDateField } from "./BirthDateField.tsx"
import { isKnownAdult, isUnderAge } from "./birth-date.ts"
import { BIO_MAX, DISPLAY_NAME_MAX, GENDERS, type PrivacySwitch, USER_TYPES } from "./schema.ts"
import type { ProfileStore } from "./store.ts"

interface SwitchTexts {
  label: string
  /** Names who sees the field while the switch is on; by default everyone. */
  onText?: string
  /** Names who sees the field while the switch is off; by default only the member. */
  offText?: string
  /** Explains why others do not see the field although the switch is on. */
  exception?: string | null
}

/** A switch for the visibility of a field, with a line that names its viewers. */
function VisibilitySwitch(props: Bound<boolean> & SwitchTexts) {
  const { id, label, value: isOn, exception = null, onChange, ...texts } = props
  const t = pageTranslate()
  const { onText = t("profile:privacy.everyone"), offText = t("profile:privacy.onlyYou") } = texts
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 rounded-small bg-sink px-4 py-3">
      <input
        id={id}
        className="switch"
        type="checkbox"
        checked={isOn}
        aria-describedby={`${id}-who`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label className="text-md font-medium" htmlFor={id}>
        {label}
      </label>
      <p id={`${id}-who`} className="hint with-icon col-start-2">
        <Icon name={isOn && exception === null ? "globe" : "lock"} size={16} />
        <span>{isOn ? (exception ?? onText) : offText}</span>
      </p>
    </div>
  )
}

interface FormProps {
  form: ProfileStore["form"]
}

interface SwitchedProps extends FormProps, SwitchTexts {
  /** Name of the switch. */
  name: PrivacySwitch
  /** The field. */
  children: ReactNode
}

function SwitchedField({ form, name, children, ...texts }: SwitchedProps) {
  const { field } = useForm(form)
  return (
    <div className="grid gap-3.5">
      {children}
      <VisibilitySwitch {...field(name)} {...texts} />
    </div>
  )
}

const PART_CLASS = "grid gap-7.5 border-t border-line pt-9"

/** Renders picture, name and bio. `memberId` is null until the profile is saved for the first time. */
export function AboutPart({ form, memberId }: FormProps & { memberId: string | null }) {
  const t = pageTranslate()
  const { values, field } = useForm(form)
  const isMinor = isUnderAge(values.date_of_birth)
  const exception = isMinor && !values.show_to_everyone ? t("profile:privacy.minor") : null
  return (
    <section className="grid gap-7.5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">{t("profile:form.about")}</h2>
        {memberId && (
          <a
            className="more inline-flex items-center gap-2"
            href={`${localePath(`/members/${memberId}`, pageLocale())}?as=everyone`}
          >
            <Icon name="eye" size={18} />
            {t("profile:privacy.preview")}
          </a>
        )}
      </div>
      <SwitchedField
        form={form}
        name="show_avatar"
        label={t("profile:privacy.avatar")}
        exception={exception}
      >
        <AvatarField {...field("avatar_url")} form={form} />
      </SwitchedField>
      <SwitchedField
        form={form}
        name="show_display_name"
        label={t("profile:privacy.displayName")}
        offText={t("profile:privacy.nameless")}
        exception={exception}
      >
        <TextField
          {...field("display_name")}
          label={t("profile:form.displayName")}
          hint={t("profile:form.displayNameHint")}
          max={DISPLAY_NAME_MAX}
          autoComplete="nickname"
          isRequired
        />
      </SwitchedField>
      {isMinor && (
        <VisibilitySwitch
          {...field("show_to_everyone")}
          label={t("profile:privacy.toEveryone")}
          onText={t("profile:privacy.toEveryoneOn")}
          offText={t("profile:privacy.toEveryoneOff")}
        />
      )}
      <SwitchedField form={form} name="show_bio" label={t("profile:privacy.bio")}>
        <TextField
          {...field("bio")}
          label={t("profile:form.bio")}
          hint={t("profile:form.bioHint")}
          max={BIO_MAX}
          isCounted
          lines={5}
        />
      </SwitchedField>
    </section>
  )
}

/** User type, gender and birth date. */
export function DetailsPart({ form }: FormProps) {
  const t = pageTranslate()
  const { values, field } = useForm(form)
  return (
    <section className={PART_CLASS}>
      <h2 className="text-xl">{t("profile:form.details")}</h2>
      <ChoiceField
        {...field("user_type")}
        label={t("profile:form.userType")}
        hint={
          <span className="with-icon">
            <Icon name="people" size={16} />
            {t("profile:privacy.members")}
          </span>
        }
        options={USER_TYPES.map((value) => ({ value, label: t(`profile:userTypes.${value}`) }))}
      />
      <SwitchedField form={form} name="show_gender" label={t("profile:privacy.gender")}>
        <ChoiceField
          {...field("gender")}
          label={t("profile:form.gender")}
          options={(["", ...GENDERS] as const).map((value) => ({
            value,
            label: t(`profile:genders.${value || "none"}`),
          }))}
        />
      </SwitchedField>
      <SwitchedField
        form={form}
        name="show_date_of_birth"
        label={t("profile:privacy.birthDate")}
        exception={isUnderAge(values.date_of_birth) ? t("profile:privacy.underAge") : null}
      >
        <BirthDateField {...field("date_of_birth")} />
      </SwitchedField>
    </section>
  )
}

/** The switch for the visibility of liked music. */
export function MusicPart({ form }: FormProps) {
  const t = pageTranslate()
  const { field } = useForm(form)
  return (
    <section className={PART_CLASS}>
      <h2 className="text-xl">{t("profile:form.music")}</h2>
      <VisibilitySwitch
        {...field("music_likes_public")}
        label={t("profile:privacy.likes")}
        onText={t("profile:privacy.everyoneThem")}
        offText={t("profile:privacy.onlyYouThem")}
      />
    </section>
  )
}

/** The switch for whether members see the events that the member goes to. */
export function EventsPart({ form }: FormProps) {
  const t = pageTranslate()
  const { values, field } = useForm(form)
  return (
    <section className={PART_CLASS}>
      <h2 className="text-xl">{t("profile:form.events")}</h2>
      <VisibilitySwitch
        {...field("show_events")}
        label={t("profile:privacy.events")}
        onText={t("profile:privacy.members")}
        offText={t("profile:privacy.eventsOff")}
        exception={isKnownAdult(values.date_of_birth) ? null : t("profile:privacy.eventsAge")}
      />
    </section>
  )
}
