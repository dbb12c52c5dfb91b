/** Puts a profile into a copy of `MemberView`. */
import { artCover, artSleeve } from "../../art/pictures.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { openReport } from "../reports/open-report.tsx"
import { showAvatar } from "./avatar.ts"
import { fillLiked } from "./fill-liked.ts"
import {
  GENDER_TEXTS,
  isBlank,
  isSeenByStranger,
  likedOf,
  type PublicProfile,
  USER_TYPE_TEXTS,
} from "./profile.ts"

export function fillMember(view: ParentNode, profile: PublicProfile, t: Translate): void {
  const locale = pageLocale()
  const { bio, gender, date_of_birth, user_type, created_at, favorite_song: song } = profile

  const show = (part: string, isShown: boolean) => {
    for (const element of view.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)) {
      element.hidden = !isShown
    }
  }
  const field = (name: string) => view.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const fill = (name: string, text: string | null) => {
    const element = field(name)
    if (element) element.textContent = text
    return element
  }
  const picture = (name: string) => view.querySelector<HTMLImageElement>(`img[data-field=${name}]`)

  fill("name", nameOf(profile, t))
  showAvatar(field("avatar"), profile)
  const banner = picture("banner")
  if (banner) Object.assign(banner, artCover(profile.user_id, "all"))

  show("meta", !isSeenByStranger(profile))
  fill("user_type", user_type && t(USER_TYPE_TEXTS[user_type]))?.toggleAttribute(
    "hidden",
    !user_type,
  )
  if (created_at) {
    fill(
      "joined",
      t("members:joined", { date: formatDate(created_at, "date", locale) }),
    )?.setAttribute("datetime", created_at)
  }

  show("bio", bio !== null)
  fill("bio", bio)
  show("facts", gender !== null || date_of_birth !== null)
  show("gender", gender !== null)
  fill("gender", gender && t(GENDER_TEXTS[gender]))
  show("birthDate", date_of_birth !== null)
  if (date_of_birth) {
    fill("birthDate", formatDate(date_of_birth, "date", locale, "UTC"))?.setAttribute(
      "datetime",
      date_of_birth,
    )
  }

  show("favorite", song !== null)
  if (song) {
    fill("favoriteName", song.name)
    fill("favoriteArtist", song.artist)
    const image = picture("favoriteImage")
    if (image) image.src = song.image ?? artSleeve(`${song.name} ${song.artist}`)
  }

  show("likes", (profile.music_likes ?? []).length > 0)
  for (const type of ["song", "album"] as const) {
    const liked = likedOf(profile, type)
    show(type, liked.length > 0)
    fill(`${type}Count`, t(`members:${type}Count`, { count: liked.length }))
    fillLiked(view, type, liked)
  }

  show("blank", isBlank(profile))
  fill("blank", t(profile.is_self ? "members:self.blank" : "members:blank"))
  show("self", profile.is_self)
  show("stranger", isSeenByStranger(profile))
  const next = new URLSearchParams({ next: location.pathname })
  const login = `${localePath("/login", locale)}?${next}`
  field("login")?.setAttribute("href", login)
  show("hiddenByAdmins", profile.is_hidden && profile.is_self)
  show("hiddenFromOthers", profile.is_hidden && !profile.is_self)
  fillReport(view, profile, login, t)
  for (const lock of view.querySelectorAll<HTMLElement>("[data-lock]")) {
    lock.hidden = !profile.is_self || !profile.hidden.includes(lock.dataset.lock ?? "")
  }
}

/** Nobody reports themself; a stranger signs in first. */
function fillReport(view: ParentNode, profile: PublicProfile, login: string, t: Translate): void {
  const button = view.querySelector<HTMLElement>("[data-part=report]")
  const link = view.querySelector<HTMLAnchorElement>("[data-part=reportSignIn]")
  if (!button || !link) return
  const isStranger = isSeenByStranger(profile)
  button.hidden = isStranger || profile.is_self
  link.hidden = !isStranger
  link.href = login
  button.addEventListener("click", () =>
    openReport({ kind: "profile", id: profile.user_id, title: nameOf(profile, t) }),
  )
}

/** The member's name, or how one is called who hides it. */
export const nameOf = ({ display_name }: PublicProfile, t: Translate): string =>
  display_name ?? t("members:hiddenName")
