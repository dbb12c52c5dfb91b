import { useStore } from "@nanostores/react"
import * as z from "zod/mini"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { $session } from "../../session/session.ts"
import { Icon, type IconName } from "../../ui/icons.tsx"
import { Avatar } from "../../ui/pictures/Avatar.tsx"
import { createOwnQuery } from "./own-account.ts"
import { ownProfile } from "./profile/schema.ts"

const $profile = createOwnQuery("/api/profile", z.nullable(ownProfile))

interface OwnLink {
  path: string
  icon: IconName
  label: MessageKey
}

export function OwnHead() {
  const t = pageTranslate()
  const locale = pageLocale()
  const session = useStore($session)
  // The profile is undefined while loading, and null if none is saved.
  const { data: profile } = useStore($profile)
  const ownPage = profile ? `/members/${profile.user_id}` : "/profile"
  const links: OwnLink[] = [
    ...(profile === null
      ? []
      : [{ path: ownPage, icon: "person", label: "profile:own.public" } as const]),
    { path: "/profile", icon: "edit", label: "profile:own.edit" },
    { path: "/my-events", icon: "calendar", label: "common:nav.myEvents" },
    { path: "/me#following", icon: "star", label: "follows:list.title" },
  ]
  const email = session.status === "signed-in" ? session.user.email : ""
  return (
    <header className="page-head grid min-h-58 content-start sm:min-h-46 gap-5">
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
      <nav aria-label={t("common:nav.me")}>
        <ul className="grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap">
          {links.map(({ path, icon, label }) => (
            <li key={label}>
              <a
                className="btn btn-ghost btn-small h-full w-full justify-start text-start [&_svg]:flex-none"
                href={localePath(path, locale)}
              >
                <Icon name={icon} size={18} />
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
