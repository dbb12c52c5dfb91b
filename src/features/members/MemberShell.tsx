/** The page of a member. It loads the profile whose id is in the URL, because profiles are not prebuilt. */
import { useStore } from "@nanostores/react"
import { useMemo } from "react"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ShellState } from "../../islands/ShellState.tsx"
import { getSlugInUrl, useItem } from "../../islands/use-item.ts"
import { getLoginUrl } from "../../session/login-address.ts"
import { $session } from "../../session/session.ts"
import { AVATAR_CLASSES, BANNER_CLASSES, HEADER_CLASSES } from "../../ui/profile-header.ts"
import { getMemberName, PREVIEWS } from "./MemberHeader.tsx"
import { MemberView } from "./MemberView.tsx"
import { publicProfile } from "./schema.ts"

const UUID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function readPreview() {
  const viewers = new URLSearchParams(location.search).get("as")
  return PREVIEWS.find((preview) => preview === viewers) ?? null
}

function getApiPath(): string | null {
  const id = getSlugInUrl("members")
  if (!id || !UUID_PATTERN.test(id)) return null
  const preview = readPreview()
  return `/api/profiles/${id}${preview ? `?as=${preview}` : ""}`
}

export function MemberShell() {
  const locale = pageLocale()
  const t = tFor(locale)
  const session = useStore($session)
  const path = useMemo(getApiPath, [])
  const notFound = { title: t("members:notFound.title"), text: t("members:notFound.text") }
  const profile = useItem(
    path,
    publicProfile,
    (loadedProfile) => getMemberName(loadedProfile, t),
    notFound.title,
  )
  if (profile.status === "loading") return <MemberLoading label={t("members:loading")} />
  if (profile.status === "found") {
    const { item } = profile
    const isOwn = session.status === "signed-in" && session.user.id === item.user_id
    const preview = isOwn ? readPreview() : null
    return <MemberView locale={locale} profile={item} loginUrl={getLoginUrl()} preview={preview} />
  }
  return (
    <ShellState
      locale={locale}
      state={profile}
      loading={t("members:loading")}
      notFound={notFound}
      failed={{ title: t("members:failed.title"), text: t("members:failed.text") }}
      back={{ href: localePath("/", locale), label: t("members:notFound.back") }}
    />
  )
}

export const MemberLoading = ({ label }: { label: string }) => (
  <div className="needs-script min-h-svh">
    <h1 className="sr-only">{label}</h1>
    <div className={`${BANNER_CLASSES} skeleton rounded-none`} />
    <div className={HEADER_CLASSES}>
      <span className={`${AVATAR_CLASSES} skeleton size-[calc(clamp(112px,14vw,168px)+12px)]`} />
      <div className="grid grow basis-70 gap-3 pt-4">
        <span className="skeleton min-h-10 w-[min(340px,80%)]" />
        <span className="skeleton min-h-6 w-[min(200px,50%)]" />
      </div>
    </div>
    <div className="wrap mt-11">
      <span className="skeleton min-h-75" />
    </div>
  </div>
)
