/** An e-mail address on its way to another form: kept in the tab, so that it is in no address and no log. */

const KEPT_UNDER = "daina:email"

export function keepEmail(email: string): void {
  try {
    sessionStorage.setItem(KEPT_UNDER, email)
  } catch {
    // Without storage it has to be typed again.
  }
}

/** The kept address, once; empty when there is none. */
export function takeEmail(): string {
  try {
    const email = sessionStorage.getItem(KEPT_UNDER) ?? ""
    sessionStorage.removeItem(KEPT_UNDER)
    return email
  } catch {
    return ""
  }
}
