import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { TextField } from "../../ui/fields.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { useForm } from "../../ui/use-form.ts"
import { AvatarField } from "./AvatarField.tsx"
import { BIO_MAX, DISPLAY_NAME_MAX } from "./schema.ts"
import type { ProfileStore } from "./store.ts"
import { VisibilitySwitch } from "./VisibilitySwitch.tsx"

interface Props {
  form: ProfileStore["form"]
  /** Null while there is nothing for others to see. */
  memberId: string | null
}

/** Picture, name and bio: what a person is known by. */
export function AboutPart({ form, memberId }: Props) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  return (
    <section className="profile-part">
      <div className="profile-part-head">
        <h2>{t("profile:form.about")}</h2>
        {memberId && (
          <a className="more" href={localePath(`/members/${memberId}`, pageLocale())}>
            <Icon name="eye" size={18} />
            {t("profile:privacy.preview")}
          </a>
        )}
      </div>
      <div className="profile-field">
        <AvatarField {...field("avatar_url")} form={form} />
        <VisibilitySwitch
          {...field("show_avatar")}
          label={t("profile:privacy.avatar")}
          isOn={values.show_avatar}
          onChange={(show_avatar) => change({ show_avatar })}
        />
      </div>
      <div className="profile-field">
        <TextField
          {...field("display_name")}
          label={t("profile:form.displayName")}
          hint={t("profile:form.displayNameHint")}
          value={values.display_name}
          max={DISPLAY_NAME_MAX}
          autoComplete="nickname"
          isRequired
          onChange={(display_name) => change({ display_name })}
        />
        <VisibilitySwitch
          {...field("show_display_name")}
          label={t("profile:privacy.displayName")}
          offText={t("profile:privacy.nameless")}
          isOn={values.show_display_name}
          onChange={(show_display_name) => change({ show_display_name })}
        />
      </div>
      <div className="profile-field">
        <TextField
          {...field("bio")}
          label={t("profile:form.bio")}
          hint={t("profile:form.bioHint", { max: BIO_MAX })}
          value={values.bio}
          max={BIO_MAX}
          lines={5}
          onChange={(bio) => change({ bio })}
        />
        <VisibilitySwitch
          {...field("show_bio")}
          label={t("profile:privacy.bio")}
          isOn={values.show_bio}
          onChange={(show_bio) => change({ show_bio })}
        />
      </div>
    </section>
  )
}
