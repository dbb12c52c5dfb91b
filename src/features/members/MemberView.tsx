import { artCover, artSleeve } from "../../art/pictures.ts"
import { formatDate } from "../../i18n/dates.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { LinkedText } from "../../ui/LinkedText.tsx"
import { BANNER_CLASSES } from "../../ui/profile-header.ts"
import { artistPath } from "../artists/paths.ts"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { ITEM_TYPES } from "../music/schema.ts"
import { HiddenNote } from "../reports/HiddenNote.tsx"
import { ReportAction } from "../reports/ReportAction.tsx"
import { LockIcon, type MemberProps } from "./LockIcon.tsx"
import {
  getMemberName,
  MemberHeader,
  OwnProfile,
  type Preview,
  PreviewBar,
} from "./MemberHeader.tsx"
import { LikedList, MemberEvents, MemberTeams } from "./MemberLists.tsx"
import type { PublicProfile } from "./schema.ts"

const LABEL_CLASS =
  "flex items-center gap-2 font-sans text-md leading-snug font-medium tracking-normal text-soft"

const hasDetails = ({
  bio,
  gender,
  date_of_birth,
  favorite_song,
  favorite_groups,
}: PublicProfile) =>
  favorite_groups.length > 0 ||
  [bio, gender, date_of_birth, favorite_song].some((part) => part !== null)

const GROUP_CLASS =
  "flex min-h-11 items-center rounded-full border px-4 text-md font-semibold wrap-anywhere"
const VALUE_CLASS = "mt-0.5 font-semibold"

function Facts({ locale, profile }: MemberProps) {
  const t = tFor(locale)
  const { gender, date_of_birth: birthDate } = profile
  if (gender === null && birthDate === null) return null
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4.5">
      {gender && (
        <div>
          <dt className={LABEL_CLASS}>
            {t("members:gender")} <LockIcon locale={locale} profile={profile} field="gender" />
          </dt>
          <dd className={VALUE_CLASS}>{t(`profile:genders.${gender}`)}</dd>
        </div>
      )}
      {birthDate && (
        <div>
          <dt className={LABEL_CLASS}>
            {t("members:birthDate")}{" "}
            <LockIcon locale={locale} profile={profile} field="date_of_birth" />
          </dt>
          <dd className={VALUE_CLASS}>
            <time dateTime={birthDate}>{formatDate(birthDate, "date", locale, "UTC")}</time>
          </dd>
        </div>
      )}
    </dl>
  )
}

function AboutMember({ locale, profile }: MemberProps) {
  const t = tFor(locale)
  const { bio, favorite_song: song, favorite_groups: groups } = profile
  return (
    <div className="grid gap-x-[clamp(40px,6vw,88px)] gap-y-8 min-[900px]:grid-cols-[1.5fr_1fr] min-[900px]:items-start">
      {bio !== null && (
        <section className="min-[900px]:row-span-2" aria-labelledby="member-bio">
          <h2 id="member-bio" className={LABEL_CLASS}>
            {t("members:bio")} <LockIcon locale={locale} profile={profile} field="bio" />
          </h2>
          <p className="mt-1.5 max-w-[60ch] text-lg whitespace-pre-line" lang="">
            <LinkedText text={bio} />
          </p>
        </section>
      )}
      {groups.length > 0 && (
        <section aria-labelledby="member-groups">
          <h2 id="member-groups" className={LABEL_CLASS}>
            {t("members:groups")}
          </h2>
          <ul className="mt-2 flex flex-wrap gap-2">
            {groups.map(({ name, slug }) => (
              <li key={name} className="flex max-w-full">
                {slug ? (
                  <a
                    className={`${GROUP_CLASS} border-edge hover:border-text`}
                    href={localePath(artistPath(slug), locale)}
                  >
                    {name}
                  </a>
                ) : (
                  <span className={`${GROUP_CLASS} border-line`}>{name}</span>
                )}
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
            <h2 id="member-favorite" className={LABEL_CLASS}>
              {t("members:favorite")}
            </h2>
            <strong className="font-display text-lg leading-tight font-semibold">
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
      <Facts locale={locale} profile={profile} />
    </div>
  )
}

interface ViewProps extends MemberProps {
  loginUrl: string
  /** The audience for which the member previews their own profile, or null if no preview is shown. */
  preview: Preview | null
}

export function MemberView({ locale, profile, loginUrl, preview }: ViewProps) {
  const t = tFor(locale)
  const { is_self, created_at } = profile
  // The API sends the date on which the member joined only to members.
  const isAnonymousViewer = created_at === null
  const banner = artCover(profile.user_id, "all")
  const hasLikes = Boolean(profile.music_likes?.length)
  return (
    <article>
      {preview && <PreviewBar locale={locale} preview={preview} />}
      <img
        className={BANNER_CLASSES}
        src={banner.src}
        srcSet={banner.srcset}
        sizes="100vw"
        width={1280}
        height={630}
        alt=""
      />
      <MemberHeader locale={locale} profile={profile} />
      <div className="wrap mt-[clamp(28px,4vw,44px)] grid gap-[clamp(36px,4vw,52px)]">
        {profile.is_hidden && <HiddenNote kind={is_self ? "ownProfile" : "profileForAdmins"} />}
        {is_self && !preview && <OwnProfile locale={locale} profile={profile} />}
        {!hasDetails(profile) && !hasLikes && profile.teams.length === 0 && (
          <div className="state">
            <p className="max-w-[60ch] text-lg">
              {t(is_self ? "members:self.blank" : "members:blank")}
            </p>
          </div>
        )}
        {hasDetails(profile) && <AboutMember locale={locale} profile={profile} />}
        {(profile.teams.length > 0 || profile.events.length > 0) && (
          <div className="grid gap-x-14 gap-y-11 min-[900px]:grid-cols-[repeat(auto-fit,minmax(min(400px,100%),1fr))]">
            <MemberTeams locale={locale} profile={profile} />
            <MemberEvents locale={locale} profile={profile} />
          </div>
        )}
        {hasLikes && (
          <div className="grid gap-x-14 gap-y-11 min-[900px]:grid-cols-[repeat(auto-fit,minmax(min(400px,100%),1fr))]">
            {ITEM_TYPES.map((type) => (
              <LikedList key={type} locale={locale} profile={profile} type={type} />
            ))}
          </div>
        )}
        {isAnonymousViewer && !preview && (
          <p className="border-y border-line py-3.5 text-soft">
            {t("members:stranger.text")}{" "}
            <a className="more" href={loginUrl}>
              {t("members:stranger.link")}
            </a>
          </p>
        )}
        {!is_self && !preview && (
          <p>
            <ReportAction
              locale={locale}
              target={{ kind: "profile", id: profile.user_id, title: getMemberName(profile, t) }}
              loginUrl={loginUrl}
              isSignedIn={!isAnonymousViewer}
            />
          </p>
        )}
      </div>
    </article>
  )
}
