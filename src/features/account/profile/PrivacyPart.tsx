import { type ReactNode, useId, useSyncExternalStore } from "react"
import { INTL_LOCALES } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { Icon } from "../../../ui/icons.tsx"
import { isUnderAge } from "./birth-date.ts"
import { LevelRow } from "./Levels.tsx"
import type { ProfileStore } from "./store.ts"
import { getEventsNote, groupPartsByViewer, isIdentityForMembersOnly, VIEWERS } from "./values.ts"

const VIEWER_ICONS = { everyone: "globe", members: "people", onlyYou: "lock" } as const

const WIDE_SCREEN = "(width >= 1000px)"

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(WIDE_SCREEN)
  query.addEventListener("change", onChange)
  return () => query.removeEventListener("change", onChange)
}

type Parts = ReturnType<typeof groupPartsByViewer>

function PartsByViewer({ parts }: { parts: Parts }) {
  const t = pageTranslate()
  const listFormat = new Intl.ListFormat(INTL_LOCALES[pageLocale()])
  return (
    <dl className="mb-5 grid gap-3.5 text-md">
      {VIEWERS.map((viewer) => (
        <div key={viewer}>
          <dt className="with-icon gap-2 font-semibold">
            <Icon name={VIEWER_ICONS[viewer]} size={18} />
            {t(`profile:visible.${viewer}`)}
          </dt>
          <dd className="ml-6.5 text-soft">
            {parts[viewer].length > 0
              ? listFormat.format(parts[viewer].map((part) => t(part)))
              : t("profile:visible.nothing")}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface DisclosureProps {
  id: string
  parts: Parts
  children: ReactNode
}

/**
 * On narrow screens, a closed row with the number of parts that each group of viewers sees. On wide screens,
 * the content is always visible.
 */
function Disclosure({ id, parts, children }: DisclosureProps) {
  const t = pageTranslate()
  const isWide = useSyncExternalStore(watchWidth, () => matchMedia(WIDE_SCREEN).matches)
  const title = t("profile:visible.title")
  if (isWide) {
    return (
      <>
        <h2 id={id} className="mb-4 text-xl">
          {title}
        </h2>
        {children}
      </>
    )
  }
  const counts = {
    everyone: parts.everyone.length,
    members: parts.members.length,
    onlyYou: parts.onlyYou.length,
  }
  return (
    <details className="group">
      <summary className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3">
        <h2 id={id} className="font-sans text-base font-semibold tracking-normal">
          {title}
        </h2>
        <span className="row-span-2 text-soft group-open:rotate-180">
          <Icon name="down" size={18} />
        </span>
        <span className="text-sm text-soft">{t("profile:visible.counts", counts)}</span>
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}

interface Props {
  form: ProfileStore["form"]
  className: string
}

/** Lists who sees which part of the profile, and lets the member choose the levels of picture, likes and events. */
export function PrivacyPart({ form, className }: Props) {
  const t = pageTranslate()
  const id = useId()
  const { values, field } = useForm(form)
  const parts = groupPartsByViewer(values)
  const eventsNote = getEventsNote(values)
  const isMinor = isUnderAge(values.date_of_birth)
  return (
    <section className={className} aria-labelledby={id}>
      <Disclosure id={id} parts={parts}>
        <PartsByViewer parts={parts} />
        <LevelRow
          {...field("show_avatar")}
          label={t("profile:picture.label")}
          shown={isIdentityForMembersOnly(values) ? "members" : "everyone"}
        />
        {isMinor && (
          <LevelRow
            {...field("show_to_everyone")}
            label={t("profile:privacy.toEveryone")}
            hidden="members"
            note={t(
              values.show_to_everyone
                ? "profile:privacy.toEveryoneOn"
                : "profile:privacy.toEveryoneOff",
            )}
          />
        )}
        <LevelRow {...field("music_likes_public")} label={t("profile:privacy.likes")} />
        <LevelRow
          {...field("show_events")}
          label={t("profile:privacy.events")}
          shown="members"
          hidden="organizers"
          note={eventsNote && t(eventsNote)}
        />
      </Disclosure>
    </section>
  )
}
