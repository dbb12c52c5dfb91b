import { splitLocale } from "../../i18n/paths.ts"

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The member that `/members/{id}` of any locale is about; null for an address that can be nobody's. */
export function memberIdOf(pathname: string): string | null {
  const [, section, id = "", ...rest] = splitLocale(pathname).path.split("/")
  return section === "members" && rest.length === 0 && UUID.test(id) ? id : null
}
