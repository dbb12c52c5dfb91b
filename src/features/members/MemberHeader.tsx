/** The top of a member's page: the picture, the name, and parts that only the member sees. */
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { Avatar } from "../../ui/pictures/Avatar.tsx"
import { AVATAR_CLASSES, HEADER_CLASSES } from "../../ui/profile-header.ts"
import { PROFILE_PARTS } from "../account/profile/parts.ts"
import { type Counter, Counters } from "../me/Counters.tsx"
import { LockIcon, type MemberProps } from "./LockIcon.tsx"
import type { PublicProfile } from "./schema.ts"

export const getMemberName = ({ display_name }: PublicProfile, t: Translate): string =>
  display_name ?? t("members:hiddenName")

export function MemberHeader({ locale, profile }: MemberProps) {
  const t = tFor(locale)
  const { display_name, avatar_url, user_type, created_at, is_self } = profile
  const likes = profile.music_likes ?? []
  const lists: Counter[] = [
    { list: "teams", count: profile.teams.length, href: "#teams" },
    { list: "events", count: profile.events.length, href: "#events" },
    {
      list: "likes",
      count: likes.length,
      href: likes.some(({ item_type }) => item_type === "song") ? "#songs" : "#albums",
    },
  ]
  const counters = lists.filter(({ count }) => count > 0)
  return (
    <header className={HEADER_CLASSES}>
      <span className={AVATAR_CLASSES}>
        <Avatar className="avatar-huge grid" name={display_name ?? ""} url={avatar_url} />
        <LockIcon
          locale={locale}
          profile={profile}
          field="avatar_url"
          className="absolute right-[4%] bottom-[4%] rounded-full bg-raise p-1.75 [box-shadow:0_0_0_3px_var(--ink)]"
        />
      </span>
      {/* On phones, the buttons are next to the picture, above the name. */}
      <div className="mt-4 flex flex-wrap justify-end gap-2 max-sm:flex-1 sm:order-1">
        {is_self && (
          <a className="btn btn-ghost btn-small max-sm:px-4" href={localePath("/profile", locale)}>
            {t("members:self.edit")}
          </a>
        )}
        <Button className={`btn-ghost btn-small ${is_self ? "max-sm:px-3" : ""}`} data-share="">
          <IslandIcon name="share" size={18} />
          <span className={is_self ? "max-sm:sr-only" : ""}>{t("members:share")}</span>
        </Button>
      </div>
      <div className="min-w-0 grow basis-70 pt-4 max-sm:basis-full">
        <h1 className="text-[clamp(28px,4.4vw,48px)]">
          <span>{getMemberName(profile, t)}</span>{" "}
          <LockIcon
            locale={locale}
            profile={profile}
            field="display_name"
            className="[&_svg]:size-[0.6em]"
          />
        </h1>
        {created_at && (
          <p className="meta mt-2.5 gap-x-3 gap-y-1.5">
            {user_type && <span className="badge">{t(`members:userTypes.${user_type}`)}</span>}
            <time dateTime={created_at}>
              {t("members:joined", { date: formatDate(created_at, "date", locale) })}
            </time>
          </p>
        )}
        {counters.length > 0 && (
          <div className="mt-4">
            <Counters locale={locale} counters={counters} />
          </div>
        )}
      </div>
    </header>
  )
}

/** Renders links to the missing parts of the member's own profile, and a link to a preview of the profile. */
export function OwnProfile({ locale, profile }: MemberProps) {
  const t = tFor(locale)
  const { avatar_url, bio, favorite_groups, favorite_song, teams } = profile
  const steps = [
    {
      step: "groups",
      isMissing: favorite_groups.length === 0,
      path: `/profile#${PROFILE_PARTS.groups}`,
    },
    { step: "picture", isMissing: avatar_url === null, path: `/profile#${PROFILE_PARTS.picture}` },
    { step: "bio", isMissing: bio === null, path: `/profile#${PROFILE_PARTS.bio}` },
    { step: "song", isMissing: favorite_song === null, path: "/music" },
    { step: "team", isMissing: teams.length === 0, path: "/teams" },
  ] as const
  const missing = steps.filter(({ isMissing }) => isMissing)
  return (
    <div className="grid gap-4">
      {missing.length > 0 && (
        <ul className="flex flex-wrap items-center gap-x-5 gap-y-3 text-md">
          {missing.map(({ step, path }, i) => (
            // Only the first step is a button. On phones, it has its own line.
            <li key={step} className="max-sm:first:basis-full">
              <a className={i === 0 ? "btn btn-small" : "more"} href={localePath(path, locale)}>
                {i === 0 && <IslandIcon name="plus" size={18} />}
                {t(`members:self.steps.${step}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-soft">
        {profile.hidden.length > 0 && t("members:self.text")}{" "}
        <a className="more" href="?as=members">
          {t("members:self.preview")}
        </a>
      </p>
    </div>
  )
}

/** Members can preview their own profile as other members see it, or as everyone sees it. */
export const PREVIEWS = ["members", "everyone"] as const

export type Preview = (typeof PREVIEWS)[number]

export function PreviewBar({ locale, preview }: { locale: Locale; preview: Preview }) {
  const t = tFor(locale)
  return (
    <div className="border-b border-line bg-raise">
      <nav
        className="wrap flex flex-wrap items-center gap-x-5 gap-y-2 py-2.5 text-md"
        aria-label={t("members:preview.label")}
      >
        <span className="text-soft">{t("members:preview.label")}</span>
        <ul className="flex flex-wrap gap-1 rounded-full border border-line p-1">
          {PREVIEWS.map((viewers) => (
            <li key={viewers}>
              <a
                className="flex min-h-9 items-center rounded-full px-3.5 font-semibold text-soft hover:text-text aria-[current]:bg-glow aria-[current]:text-on-glow"
                href={`?as=${viewers}`}
                aria-current={viewers === preview ? "true" : undefined}
              >
                {t(`members:preview.${viewers}`)}
              </a>
            </li>
          ))}
        </ul>
        <a className="more sm:ml-auto" href={localePath("/profile", locale)}>
          {t("members:preview.back")}
        </a>
      </nav>
    </div>
  )
}
