import { pageTranslate } from "../../i18n/page-translate.ts"
import { useForm } from "../../ui/use-form.ts"
import type { ProfileStore } from "./store.ts"
import { VisibilitySwitch } from "./VisibilitySwitch.tsx"

/** Whether others see what the member likes. */
export function MusicPart({ form }: { form: ProfileStore["form"] }) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  return (
    <section className="profile-part">
      <h2>{t("profile:form.music")}</h2>
      <VisibilitySwitch
        {...field("music_likes_public")}
        label={t("profile:privacy.likes")}
        onText={t("profile:privacy.everyoneThem")}
        offText={t("profile:privacy.onlyYouThem")}
        isOn={values.music_likes_public}
        onChange={(music_likes_public) => change({ music_likes_public })}
      />
    </section>
  )
}
