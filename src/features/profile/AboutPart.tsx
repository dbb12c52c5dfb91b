import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { TextField } from "../../ui/fields.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { useForm } from "../../ui/use-form.ts"
import { AvatarField } from "./AvatarField.tsx"
import { SwitchedField } from "./SwitchedField.tsx"
import { BIO_MAX, DISPLAY_NAME_MAX } from "./schema.ts"
import type { ProfileStore } from "./store.ts"

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
      <SwitchedField form={form} name="show_avatar" label={t("profile:privacy.avatar")}>
        <AvatarField {...field("avatar_url")} form={form} />
      </SwitchedField>
      <SwitchedField
        form={form}
        name="show_display_name"
        label={t("profile:privacy.displayName")}
        offText={t("profile:privacy.nameless")}
      >
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
      </SwitchedField>
      <SwitchedField form={form} name="show_bio" label={t("profile:privacy.bio")}>
        <TextField
          {...field("bio")}
          label={t("profile:form.bio")}
          hint={t("profile:form.bioHint", { max: BIO_MAX })}
          value={values.bio}
          max={BIO_MAX}
          lines={5}
          onChange={(bio) => change({ bio })}
        />
      </SwitchedField>
    </section>
  )
}
