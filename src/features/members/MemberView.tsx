/** A member's profile, as far as the viewer may see it. */
import { type ReactNode, useEffect, useRef } from "react"
import { artCover, artSleeve } from "../../art/pictures.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { inLocale, langOn } from "../../i18n/translation.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LinkedText } from "../../ui/LinkedText.tsx"
import { Avatar } from "../../ui/pictures/Avatar.tsx"
import { showToast } from "../../ui/toast/toasts.ts"
import { LikedRow } from "../music/LikedRow.tsx"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { ITEM_TYPES, type ItemType } from "../music/schema.ts"
import { HiddenNote } from "../reports/HiddenNote.tsx"
import { ReportAction } from "../reports/ReportAction.tsx"
import type { PublicProfile } from "./schema.ts"

interface Props {
  locale: Locale
  profile: PublicProfile
}

export const BANNER =
  "block h-[clamp(150px,20vw,280px)] w-full bg-night object-cover object-[50%_72%]"
export const HEAD = "wrap relative flex flex-wrap items-start gap-x-7"
/** Half over the banner. */
export const AVATAR =
  "relative flex-none rounded-full border-6 border-ink bg-ink -ml-1.5 mt-[calc(clamp(112px,14vw,168px)/-2)]"
const LABEL =
  "flex items-center gap-2 font-sans text-md leading-snug font-medium tracking-normal text-soft"
const NOTE = "border-y border-line py-3.5 text-soft"

/** The member's name, or what a member is called who hides it. */
export const nameOf = ({ display_name }: PublicProfile, t: Translate): string =>
  display_name ?? t("members:hiddenName")

interface LockProps extends Props {
  of: string
  className?: string
}

/** Tells the member that others do not see the field it stands at. */
function Lock({ locale, profile, of, className = "" }: LockProps) {
  if (!profile.is_self || !profile.hidden.includes(of)) return null
  const label = tFor(locale)("members:hidden")
  return (
    <span
      className={`inline-grid place-items-center tracking-normal text-soft ${className}`}
      title={label}
    >
      <Icon name="lock" size={16} />
      <span className="sr-only">({label})</span>
    </span>
  )
}

function Head({ locale, profile }: Props) {
  const t = tFor(locale)
  const { display_name, avatar_url, user_type, created_at, is_self } = profile
  return (
    <header className={HEAD}>
      <span className={AVATAR}>
        <Avatar className="avatar-huge grid" name={display_name ?? ""} url={avatar_url} />
        <Lock
          locale={locale}
          profile={profile}
          of="avatar_url"
          className="absolute right-[4%] bottom-[4%] rounded-full bg-raise p-1.75 [box-shadow:0_0_0_3px_var(--ink)]"
        />
      </span>
      <div className="min-w-0 grow basis-70 pt-4">
        <h1 className="text-[clamp(28px,4.4vw,48px)]">
          <span>{nameOf(profile, t)}</span>{" "}
          <Lock
            locale={locale}
            profile={profile}
            of="display_name"
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
      </div>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <button
          className="btn btn-ghost btn-small"
          type="button"
          onClick={() => void share(nameOf(profile, t), t)}
        >
          <Icon name="share" size={18} />
          {t("members:share")}
        </button>
        {is_self && (
          <a className="btn btn-ghost btn-small" href={localePath("/profile", locale)}>
            <Icon name="edit" size={18} />
            {t("members:self.edit")}
          </a>
        )}
      </div>
    </header>
  )
}

/** Whether the name and the picture are not all there is to see. */
const hasMore = ({ bio, gender, date_of_birth, favorite_song, favorite_groups }: PublicProfile) =>
  favorite_groups.length > 0 ||
  [bio, gender, date_of_birth, favorite_song].some((part) => part !== null)

const VALUE = "mt-0.5 font-semibold"

function Facts({ locale, profile }: Props) {
  const t = tFor(locale)
  const { gender, date_of_birth: born } = profile
  if (gender === null && born === null) return null
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4.5">
      {gender && (
        <div>
          <dt className={LABEL}>
            {t("members:gender")} <Lock locale={locale} profile={profile} of="gender" />
          </dt>
          <dd className={VALUE}>{t(`profile:genders.${gender}`)}</dd>
        </div>
      )}
      {born && (
        <div>
          <dt className={LABEL}>
            {t("members:birthDate")} <Lock locale={locale} profile={profile} of="date_of_birth" />
          </dt>
          <dd className={VALUE}>
            <time dateTime={born}>{formatDate(born, "date", locale, "UTC")}</time>
          </dd>
        </div>
      )}
    </dl>
  )
}

function Who({ locale, profile }: Props) {
  const t = tFor(locale)
  const { bio, favorite_song: song, favorite_groups: groups } = profile
  return (
    <div className="grid gap-x-[clamp(40px,6vw,88px)] gap-y-8 min-[900px]:grid-cols-[1.5fr_1fr] min-[900px]:items-start">
      {bio !== null && (
        <section className="min-[900px]:row-span-2" aria-labelledby="member-bio">
          <h2 id="member-bio" className={LABEL}>
            {t("members:bio")} <Lock locale={locale} profile={profile} of="bio" />
          </h2>
          <p className="mt-1.5 max-w-[60ch] text-lg whitespace-pre-line">
            <LinkedText text={bio} />
          </p>
        </section>
      )}
      <Facts locale={locale} profile={profile} />
      {groups.length > 0 && (
        <section aria-labelledby="member-groups">
          <h2 id="member-groups" className={LABEL}>
            {t("members:groups")}
          </h2>
          <ul className="mt-2 flex flex-wrap gap-2">
            {groups.map((name) => (
              <li key={name} className="badge">
                {name}
              </li>
            ))}
          </ul>
        </section>
      )}
      {song && (
        <section className="card flex items-start gap-5 p-5" aria-labelledby="member-favorite">
          <MusicPicture
            className="aspect-square h-auto w-[clamp(72px,8vw,96px)] rounded-small"
            src={song.image ?? artSleeve(song.id)}
            size={96}
          />
          <div className="grid min-w-0 gap-0.5 wrap-anywhere">
            <h2 id="member-favorite" className={LABEL}>
              {t("members:favorite")}
            </h2>
            <strong className="font-display text-lg leading-tight font-semibold tracking-[-0.012em]">
              {song.external_url ? (
                <a
                  className="underline-offset-4 hover:underline"
                  href={song.external_url}
                  target="_blank"
                  rel="noopener"
                >
                  {song.name}
                  <span className="sr-only"> ({t("music:newTab")})</span>
                </a>
              ) : (
                song.name
              )}
            </strong>
            <span className="text-soft">{song.artist}</span>
          </div>
        </section>
      )}
    </div>
  )
}

/** Only a list that scrolls is a stop on the way through the page by keyboard. */
function ScrollingList({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const { current } = list
    if (!current) return
    const observer = new ResizeObserver(() => {
      if (current.scrollHeight > current.clientHeight) current.tabIndex = 0
      else current.removeAttribute("tabindex")
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <ul
      className="max-h-75 overflow-y-auto overscroll-contain border-y border-line"
      aria-labelledby={labelledBy}
      ref={list}
    >
      {children}
    </ul>
  )
}

function LikedList({ locale, profile, type }: Props & { type: ItemType }) {
  const t = tFor(locale)
  const id = `member-${type}s`
  const rows = profile.music_likes?.filter(({ item_type }) => item_type === type) ?? []
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className="section-head mb-3.5">
        <h2 id={id} className="flex items-center gap-2.5 text-[clamp(20px,2vw,26px)]">
          {t(`members:${type}s`)} <Lock locale={locale} profile={profile} of="music_likes" />
        </h2>
        <span className="flex-none text-soft">
          {t(`members:${type}Count`, { count: rows.length })}
        </span>
      </div>
      <ScrollingList labelledBy={id}>
        {rows.map((row) => (
          <LikedRow key={row.item_id} locale={locale} liked={row} />
        ))}
      </ScrollingList>
    </section>
  )
}

interface ViewProps extends Props {
  login: string
  /** The member looks at what everyone sees. */
  isPreview: boolean
}

const ROW = "relative flex items-center gap-3 border-t border-line py-3.5 last:border-b"

function Teams({ locale, profile }: Props) {
  const t = tFor(locale)
  if (profile.teams.length === 0) return null
  return (
    <section aria-labelledby="member-teams">
      <h2 id="member-teams" className="mb-3.5 text-[clamp(20px,2vw,26px)]">
        {t("members:teams")}
      </h2>
      <ul>
        {profile.teams.map(({ name, slug, country, role }) => (
          <li key={slug} className={ROW}>
            <span className={`dot place-${country ?? "all"}`} />
            <CoverLink
              className="min-w-0 font-semibold wrap-anywhere"
              href={localePath(`/teams/${slug}`, locale)}
            >
              {name}
            </CoverLink>
            <span className="badge ml-auto">{t(`teams:roles.${role}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Events({ locale, profile }: Props) {
  const t = tFor(locale)
  if (profile.events.length === 0) return null
  return (
    <section aria-labelledby="member-events">
      <h2 id="member-events" className="mb-3.5 text-[clamp(20px,2vw,26px)]">
        {t("members:events")}
      </h2>
      <ul>
        {profile.events.map((event) => {
          const { title, language } = inLocale(event, locale)
          const { id, slug, country, start_date, time_zone, location, team_name } = event
          return (
            <li key={id} className={ROW}>
              <span className={`dot place-${country ?? "all"}`} />
              <div className="min-w-0 wrap-anywhere">
                <CoverLink
                  className="font-semibold"
                  href={localePath(`/events/${slug}`, locale)}
                  lang={langOn(locale, language)}
                >
                  {title}
                </CoverLink>
                <p className="text-sm text-soft">
                  <time dateTime={start_date}>
                    {formatDate(start_date, "date", locale, time_zone)}
                  </time>
                  {["", team_name, location].filter((part) => part !== null).join(" · ")}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The device's own way of sharing; without one, the address goes to the clipboard. */
async function share(name: string, t: Translate): Promise<void> {
  const url = location.origin + location.pathname
  const canShare = "share" in navigator
  if (canShare) {
    // Rejects when the person changes their mind.
    await navigator.share({ title: name, url }).catch(() => undefined)
    return
  }
  const isCopied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? {
          tone: "success",
          title: t("common:copied.link.title"),
          text: t("common:copied.link.text"),
        }
      : { tone: "error", title: url },
  )
}

export function MemberView({ locale, profile, login, isPreview }: ViewProps) {
  const t = tFor(locale)
  const { is_self, created_at } = profile
  const banner = artCover(profile.user_id, "all")
  const hasLikes = Boolean(profile.music_likes?.length)
  return (
    <article>
      <img
        className={BANNER}
        src={banner.src}
        srcSet={banner.srcset}
        sizes="100vw"
        width={1280}
        height={630}
        alt=""
      />
      <Head locale={locale} profile={profile} />
      <div className="wrap mt-[clamp(28px,4vw,44px)] grid gap-[clamp(36px,4vw,52px)]">
        {profile.is_hidden && <HiddenNote kind={is_self ? "profile" : "member"} />}
        {is_self && <p className={NOTE}>{t("members:self.text")}</p>}
        {isPreview && (
          <p className={NOTE}>
            {t("members:preview.text")}{" "}
            <a className="more ml-2" href={localePath("/profile", locale)}>
              {t("members:preview.back")}
            </a>
          </p>
        )}
        {hasMore(profile) && <Who locale={locale} profile={profile} />}
        {(profile.teams.length > 0 || profile.events.length > 0) && (
          <div className="grid gap-x-14 gap-y-11 min-[900px]:grid-cols-[repeat(auto-fit,minmax(min(400px,100%),1fr))]">
            <Teams locale={locale} profile={profile} />
            <Events locale={locale} profile={profile} />
          </div>
        )}
        {!hasMore(profile) && !hasLikes && profile.teams.length === 0 && (
          <p className="max-w-[30ch] font-display text-[clamp(19px,2vw,24px)] leading-snug font-semibold tracking-[-0.012em] text-balance">
            {t(is_self ? "members:self.blank" : "members:blank")}
          </p>
        )}
        {hasLikes && (
          <div className="grid gap-x-14 gap-y-11 min-[900px]:grid-cols-[repeat(auto-fit,minmax(min(400px,100%),1fr))]">
            {ITEM_TYPES.map((type) => (
              <LikedList key={type} locale={locale} profile={profile} type={type} />
            ))}
          </div>
        )}
        {created_at === null && !isPreview && (
          <p className={NOTE}>
            {t("members:stranger.text")}{" "}
            <a className="more ml-2" href={login}>
              {t("members:stranger.link")}
            </a>
          </p>
        )}
        {/* Nobody reports themself. Only members are told since when somebody is one. */}
        {!is_self && !isPreview && (
          <p>
            <ReportAction
              locale={locale}
              target={{ kind: "profile", id: profile.user_id, title: nameOf(profile, t) }}
              login={login}
              isSignedIn={created_at !== null}
            />
          </p>
        )}
      </div>
    </article>
  )
}
