/** The member's picture: chosen and seen at once, sent with the form. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Avatar } from "../../ui/Avatar.tsx"
import { described, Field } from "../../ui/fields.tsx"
import type { Form } from "../../ui/form.ts"
import { showToast } from "../../ui/toasts.ts"
import { type FieldState, useForm } from "../../ui/use-form.ts"
import { createAvatarChoice } from "./avatar-choice.ts"
import type { Profile } from "./profile.ts"
import type { ProfileValues } from "./values.ts"

interface Props extends FieldState {
  form: Form<ProfileValues, Profile>
}

export function AvatarField({ id, error, form }: Props) {
  const t = pageTranslate()
  const { display_name, avatar_url } = useForm(form).values
  const [{ $refusal, take, remove }] = useState(() =>
    createAvatarChoice({
      onChosen: (choice) => form.change({ avatar_url: choice }),
      onRefused: ({ title, text }) => showToast({ tone: "error", title: t(title), text: t(text) }),
    }),
  )
  const refusal = useStore($refusal)
  const shown = avatar_url.status === "chosen" ? avatar_url.preview : avatar_url.url
  const label = t("profile:picture.label")

  return (
    <Field id={id} error={error} label={label}>
      <div className="picture-row">
        <Avatar className="avatar-large" name={display_name} url={shown} alt={label} />
        <input
          {...described({ id, error, label, hint: true })}
          className="picture-input sr-only"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) form.waitFor(take(file))
            target.value = ""
          }}
        />
        <div className="picture-side">
          <div className="picture-actions">
            <label className="btn btn-ghost btn-small" htmlFor={id}>
              {t(shown ? "common:picture.replace" : "common:picture.choose")}
            </label>
            {shown && (
              <button className="btn btn-ghost btn-small" type="button" onClick={remove}>
                {t("common:picture.remove")}
              </button>
            )}
          </div>
          <p id={`${id}-hint`} className="hint">
            {t("profile:picture.hint")}
          </p>
        </div>
      </div>
      <p className="error" role="alert">
        {refusal && t(refusal.text)}
      </p>
    </Field>
  )
}
