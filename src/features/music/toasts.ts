/** What the member reads about likes and the favorite song. */
import type { Failure } from "../../call.ts"
import type { MessageKey, Translate } from "../../i18n/keys.ts"
import { failureText } from "../../ui/failure-text.ts"
import type { NewToast } from "../../ui/toasts.ts"

export type Of = "like" | "favorite"

const DONE: Record<Of, { set: MessageKey; unset: MessageKey; failed: MessageKey }> = {
  like: {
    set: "music:toasts.liked",
    unset: "music:toasts.unliked",
    failed: "music:toasts.likeFailed",
  },
  favorite: {
    set: "music:toasts.favorite",
    unset: "music:toasts.noFavorite",
    failed: "music:toasts.favoriteFailed",
  },
}

export const doneToast = (of: Of, isSet: boolean, name: string, t: Translate): NewToast => ({
  tone: "success",
  title: t(DONE[of][isSet ? "set" : "unset"]),
  text: name,
})

/** `login`: the way to signing in and back here. */
export const signInToast = (of: Of, login: string, t: Translate): NewToast => ({
  tone: "error",
  title: t("music:toasts.signIn.title"),
  text: t(`music:toasts.signIn.${of}`),
  link: { href: login, text: t("music:toasts.signIn.link") },
})

/** `profile`: the member's own page. */
export function failedToast(
  of: Of,
  { code }: Failure,
  { login, profile }: { login: string; profile: string },
  t: Translate,
): NewToast {
  if (code === "sign_in_required") return signInToast(of, login, t)
  const title = t(DONE[of].failed)
  if (code !== "profile_incomplete") return { tone: "error", title, text: t(failureText(code)) }
  return {
    tone: "error",
    title,
    text: t("music:toasts.profile.text"),
    link: { href: profile, text: t("music:toasts.profile.link") },
  }
}
