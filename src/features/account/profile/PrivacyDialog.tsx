import { useEffect, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { type BoundField, useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { isKnownAdult, isUnderAge } from "./birth-date.ts"
import { profileStore } from "./store.ts"
import { getSwitches } from "./values.ts"

interface SwitchTexts {
  label: string
  /** Text that names who sees the field if the switch is on. By default, everyone. */
  onText?: string
  /** Text that names who sees the field if the switch is off. By default, only the member. */
  offText?: string
  /** Text that says why others do not see the field although the switch is on. */
  exception?: string | null
}

function VisibilitySwitch(props: BoundField<boolean> & SwitchTexts) {
  const { id, label, value: isOn, exception = null, onChange, ...texts } = props
  const t = pageTranslate()
  const { onText = t("profile:privacy.everyone"), offText = t("profile:privacy.onlyYou") } = texts
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-3">
      <label className="font-medium" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="switch"
        type="checkbox"
        checked={isOn}
        aria-describedby={`${id}-who`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p id={`${id}-who`} className="hint with-icon col-span-2">
        <Icon name={isOn && exception === null ? "globe" : "lock"} size={16} />
        <span>{isOn ? (exception ?? onText) : offText}</span>
      </p>
    </div>
  )
}

const { form, save, $isDirty } = profileStore

/** Renders the dialog. Saving also saves the rest of the form; canceling restores the switches. */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  const t = pageTranslate()
  const { values, field, isSending, isQueued } = useForm(form)
  const [initialSwitches] = useState(() => getSwitches(values))
  useEffect(() => onMemberLeft(onClose), [onClose])
  const isMinor = isUnderAge(values.date_of_birth)
  const exception = isMinor && !values.show_to_everyone ? t("profile:privacy.minor") : null

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
      isSending={isSending || isQueued}
      failure={null}
      onSubmit={submit}
      onCancel={cancel}
    >
      <div>
        <VisibilitySwitch
          {...field("show_avatar")}
          label={t("profile:privacy.avatar")}
          exception={exception}
        />
        <VisibilitySwitch
          {...field("show_display_name")}
          label={t("profile:privacy.displayName")}
          offText={t("profile:privacy.nameless")}
          exception={exception}
        />
        {isMinor && (
          <VisibilitySwitch
            {...field("show_to_everyone")}
            label={t("profile:privacy.toEveryone")}
            onText={t("profile:privacy.toEveryoneOn")}
            offText={t("profile:privacy.toEveryoneOff")}
          />
        )}
        <VisibilitySwitch {...field("show_bio")} label={t("profile:privacy.bio")} />
        <VisibilitySwitch {...field("show_gender")} label={t("profile:privacy.gender")} />
        <VisibilitySwitch
          {...field("show_date_of_birth")}
          label={t("profile:privacy.birthDate")}
          exception={isMinor ? t("profile:privacy.underAge") : null}
        />
        <VisibilitySwitch
          {...field("music_likes_public")}
          label={t("profile:privacy.likes")}
          onText={t("profile:privacy.everyoneThem")}
          offText={t("profile:privacy.onlyYouThem")}
        />
        <VisibilitySwitch
          {...field("show_events")}
          label={t("profile:privacy.events")}
          onText={t("profile:privacy.members")}
          offText={t("profile:privacy.eventsOff")}
          exception={isKnownAdult(values.date_of_birth) ? null : t("profile:privacy.eventsAge")}
        />
      </div>
    </FormDialog>
  )
}
