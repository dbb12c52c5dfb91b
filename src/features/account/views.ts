/** The states of an account page; the HTML of all of them is there already. */

const viewNamed = (name: string) => document.querySelector<HTMLElement>(`[data-view=${name}]`)

/** Shows one view instead of the others. */
export function showView(name: string): void {
  for (const view of document.querySelectorAll<HTMLElement>("[data-view]")) {
    view.hidden = view.dataset.view !== name
  }
}

/** Shows a view in answer to what a person did, and takes them to its heading. */
export function moveToView(name: string): void {
  showView(name)
  viewNamed(name)?.querySelector("h1")?.focus()
}

/** Says what a view is about, where that depends. */
export function setLead(name: string, text: string): void {
  const lead = viewNamed(name)?.querySelector("[data-lead]")
  if (lead) lead.textContent = text
}
