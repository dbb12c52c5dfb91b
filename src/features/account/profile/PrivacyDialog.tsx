import { useEffect, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { type BoundField, useForm } from "../../../ui/forms/use-form.ts"
import { Icon, type IconName } from "../../../ui/icons.tsx"
import { isKnownAdult, isUnderAge } from "./birth-date.ts"
import { profileStore } from "./store.ts"
import { getSwitches } from "./values.ts"

type Level = "everyone" | "members" | "organizers" | "onlyYou"

const ICONS = {
  everyone: "globe",
  members: "people",
  organizers: "people",
  onlyYou: "lock",
} as const satisfies Record<Level, IconName>

interface LevelProps extends BoundField<boolean> {
  label: string
  shown?: Level
  hidden?: Level
  note?: string | null
}

function LevelField({ id, label, value, onChange, ...levels }: LevelProps) {
  const { shown = "everyone", hidden = "onlyYou", note } = levels
  const t = pageTranslate()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2.5 gap-y-1 border-t border-line py-2">
      <label className="text-md font-medium wrap-anywhere" htmlFor={id}>
        {label}
      </label>
      <span className="grid text-soft">
        <Icon name={ICONS[value ? shown : hidden]} size={18} />
      </span>
      <select
        id={id}
        className="input w-auto py-2 text-md"
        value={value ? shown : hidden}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={({ target }) => onChange(target.value === shown)}
      >
        {[shown, hidden].map((level) => (
          <option key={level} value={level}>
            {t(`profile:levels.${level}`)}
          </option>
        ))}
      </select>
      {note && (
        <p id={`${id}-note`} className="hint col-span-full">
          {note}
        </p>
      )}
    </div>
  )
}

const { form, save, $isDirty } = profileStore

/** The dialog also saves the rest of the form. */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  const t = pageTranslate()
  const { values, field, isSending, isWaitingForUploads } = useForm(form)
  const [initialSwitches] = useState(() => getSwitches(values))
  useEffect(() => onMemberLeft(onClose), [onClose])
  const isMinor = isUnderAge(values.date_of_birth)
  const identityLevel = isMinor && !values.show_to_everyone ? "members" : "everyone"

  async function submit() {
    if ($isDirty.get()) await save()
    onClose()
  }

  function cancel() {
    form.change(initialSwitches)
    onClose()
  }

  return (
    <FormDialog
      title={t("profile:visible.title")}
      className="w-130"
      cancel={t("profile:crop.cancel")}
      submit={t(isSending ? "profile:form.saving" : "profile:form.saveEmails")}
      isSending={isSending || isWaitingForUploads}
      failure={null}
      onSubmit={submit}
      onCancel={cancel}
    >
      <div>
        <LevelField
          {...field("show_avatar")}
          label={t("profile:picture.label")}
          shown={identityLevel}
        />
        <LevelField
          {...field("show_display_name")}
          label={t("profile:form.displayName")}
          shown={identityLevel}
          note={values.show_display_name ? null : t("profile:privacy.nameless")}
        />
        {isMinor && (
          <LevelField
            {...field("show_to_everyone")}
            label={t("profile:privacy.toEveryone")}
            hidden="members"
            note={t(
              values.show_to_everyone
                ? "profile:privacy.toEveryoneOn"
                : "profile:privacy.toEveryoneOff",
            )}
          />
        )}
        <LevelField {...field("show_bio")} label={t("profile:form.bio")} />
        <LevelField {...field("show_gender")} label={t("profile:form.gender")} />
        <LevelField
          {...field("show_date_of_birth")}
          label={t("profile:form.birthDate")}
          note={isMinor && values.show_date_of_birth ? t("profile:privacy.underAge") : null}
        />
        <LevelField {...field("music_likes_public")} label={t("profile:privacy.likes")} />
        <LevelField
          {...field("show_events")}
          label={t("profile:privacy.events")}
          shown="members"
          hidden="organizers"
          note={
            values.show_events && !isKnownAdult(values.date_of_birth)
              ? t("profile:privacy.eventsAge")
              : t("profile:privacy.eventsOff")
          }
        />
        <p className="hint with-icon border-t border-line pt-3">
          <Icon name="people" size={16} />
          <span>{t("profile:privacy.always")}</span>
        </p>
      </div>
    </FormDialog>
  )
}
