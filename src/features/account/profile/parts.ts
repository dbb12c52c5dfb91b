/** `id` attributes of parts of the profile page. A link to `/profile#<id>` opens the page at the part. */
export const PROFILE_PARTS = {
  picture: "profile-picture",
  bio: "profile-bio",
  groups: "profile-groups",
} as const

/** Scrolls to a part and focuses its first field, if the URL's hash names the part. */
export function openPartInHash(part: keyof typeof PROFILE_PARTS): void {
  const id = PROFILE_PARTS[part]
  if (location.hash !== `#${id}`) return
  const element = document.getElementById(id)
  element?.scrollIntoView({ block: "center" })
  element?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true })
}
