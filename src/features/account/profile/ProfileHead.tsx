/** Header of the page on which members edit their profile. It shows unsaved changes like a public profile. */
import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { artCover } from "../../../art/pictures.ts"
import { getCountryColor } from "../../../countries.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { $session } from "../../../session/session.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { FORM_HEAD } from "../../../ui/profile-header.ts"
import { groupsForm } from "../favorites/favorite-groups.ts"
import { AvatarField } from "./AvatarField.tsx"
import { openPartInHash } from "./parts.ts"
import { profileStore } from "./store.ts"

const { form, $profile } = profileStore

export function ProfileHead() {
  const t = pageTranslate()
  const session = useStore($session)
  const profile = useStore($profile)
  const { values, field } = useForm(form)
  const { country, favorite_groups: groups } = useForm(groupsForm.form).values
  const memberId = session.status === "signed-in" ? session.user.id : ""
  const banner = artCover(memberId, "all")
  const isReady = profile.status === "ready"
  useEffect(() => {
    // The picture field cannot get the focus while the profile is loading, because it is disabled.
    if (isReady) openPartInHash("picture")
  }, [isReady])
  const knownCountry = country && country !== "other" ? country : null
  return (
    <>
      <img
        className={FORM_HEAD.banner}
        src={banner.src}
        srcSet={banner.srcset}
        sizes="100vw"
        width={1280}
        height={630}
        alt=""
      />
      <header className={FORM_HEAD.header}>
        <AvatarField
          {...field("avatar_url")}
          form={form}
          isDisabled={!isReady}
          className={FORM_HEAD.avatar}
        />
        <div className="min-w-0 grow basis-70 pt-4 max-sm:basis-0 max-sm:pt-3">
          <h1 className="line-clamp-2 text-[clamp(28px,4.4vw,48px)] wrap-anywhere max-sm:text-lg">
            {values.display_name.trim() ? (
              <>
                <span className="sr-only">{t("profile:page.title")}: </span>
                {values.display_name}
              </>
            ) : (
              t("profile:page.title")
            )}
          </h1>
          <p className="meta mt-2 gap-x-3 gap-y-1 max-sm:mt-1.5">
            <span className="badge">{t(`profile:userTypes.${values.user_type}`)}</span>
            {knownCountry && (
              <span className="inline-flex items-center gap-2">
                <span className={`dot place-${getCountryColor(knownCountry)}`} />
                {t(`common:countries.${knownCountry}`)}
              </span>
            )}
            {groups.length > 0 && <span className="max-sm:hidden">{groups.join(" · ")}</span>}
          </p>
        </div>
        {/* An invisible link reserves the space during loading. A member without a profile has no public page. */}
        {!(isReady && profile.profile === null) && (
          <a
            className={`btn btn-ghost btn-small mt-4 flex-none max-sm:mt-3 max-sm:px-4 ${isReady ? "" : "invisible"}`}
            aria-label={t("profile:privacy.preview")}
            href={`${localePath(`/members/${memberId}`, pageLocale())}?as=members`}
          >
            <Icon name="eye" size={18} />
            <span className="max-sm:hidden">{t("profile:privacy.preview")}</span>
            <span className="sm:hidden">{t("profile:privacy.previewShort")}</span>
          </a>
        )}
      </header>
    </>
  )
}
