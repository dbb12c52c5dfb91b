/** `/profile?delete` opens the dialog: where Google leads back to. */
const PARAMETER = "delete"

/** The address without the parameter; null when it is not there. */
export function withoutDelete({
  pathname,
  search,
  hash,
}: Pick<Location, "pathname" | "search" | "hash">): string | null {
  const query = new URLSearchParams(search)
  if (!query.has(PARAMETER)) return null
  query.delete(PARAMETER)
  // What Google's way back says, which is shown once.
  query.delete("error")
  const rest = query.toString()
  return `${pathname}${rest && `?${rest}`}${hash}`
}

/** Whether the address asks for the dialog; it asks once. */
export function takeAskedToDelete(): boolean {
  const address = withoutDelete(location)
  if (address === null) return false
  history.replaceState(history.state, "", address)
  return true
}
