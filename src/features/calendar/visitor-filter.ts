/** Filters the list of anonymous visitors by country. The URL has the same parameter as the calendar of members. */

const PARAMETER = "country"

function showCountry(list: HTMLElement, buttons: HTMLElement[], country: string | null): void {
  for (const button of buttons)
    button.setAttribute("aria-pressed", String(button.dataset.country === country))
  const rows = Array.from(list.querySelectorAll<HTMLElement>("[data-ends]"))
  for (const row of rows)
    row.hidden = country !== null && !row.querySelector(`:scope > .place-${country}`)
  const status = list.parentElement?.querySelector<HTMLElement>("[role=status]")
  const isEmpty = country !== null && rows.every(({ hidden }) => hidden)
  if (status) status.textContent = isEmpty ? (status.dataset.none ?? "") : ""
}

export function startCountryFilter(): void {
  const list = document.querySelector<HTMLElement>("[data-days]")
  if (!list) return
  const buttons = Array.from(document.querySelectorAll<HTMLElement>("button[data-country]"))
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const isChosen = button.getAttribute("aria-pressed") === "true"
      const country = isChosen ? null : (button.dataset.country ?? null)
      const url = new URL(location.href)
      if (country) url.searchParams.set(PARAMETER, country)
      else url.searchParams.delete(PARAMETER)
      history.replaceState(history.state, "", url)
      showCountry(list, buttons, country)
    })
  }
  const chosenCountry = new URLSearchParams(location.search).get(PARAMETER)
  if (buttons.some(({ dataset }) => dataset.country === chosenCountry)) {
    showCountry(list, buttons, chosenCountry)
  }
  // boot.ts hides the list until it is filtered.
  delete document.documentElement.dataset.narrowing
}
