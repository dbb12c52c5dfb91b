/** The top of a member's own page: picture, name, and links to the profile and its form. */
import { useStore } from "@nanostores/react"
import * as z from "zod/mini"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { $session } from "../../session/session.ts"
import { Icon } from "../../ui/icons.tsx"
import { Avatar } from "../../ui/pictures/Avatar.tsx"
import { createOwnQuery } from "./own-account.ts"
import { ownProfile } from "./profile/schema.ts"

const $profile = createOwnQuery("/api/profile", z.nullable(ownProfile))

export function OwnHead() {
  const t = pageTranslate()
  const locale = pageLocale()
  const session = useStore($session)
  // Undefined while loading; null if the member has never saved a profile.
  const { data: profile } = useStore($profile)
  const email = session.status === "signed-in" ? session.user.email : ""
  return (
    <header className="page-head grid min-h-46 content-start gap-5">
      <div className="flex items-center gap-5">
        <Avatar
          className="avatar-large"
          name={profile?.display_name ?? email}
          url={profile?.avatar_url ?? null}
        />
        <div className="min-w-0">
          <h1 className="line-clamp-2 text-[clamp(24px,4vw,44px)] wrap-anywhere">
            {profile?.display_name ?? t("profile:page.title")}
          </h1>
          <p className="mt-1 truncate text-md text-soft">{profile !== undefined && email}</p>
        </div>
      </div>
      <p className="m-0 flex flex-wrap gap-2.5">
        <a className="btn btn-small" href={localePath("/profile", locale)}>
          <Icon name="edit" size={18} />
          {t("profile:own.edit")}
        </a>
        {profile && (
          <a
            className="btn btn-ghost btn-small"
            href={localePath(`/members/${profile.user_id}`, locale)}
          >
            <Icon name="eye" size={18} />
            {t("profile:own.public")}
          </a>
        )}
      </p>
    </header>
  )
}
