let textsPromise: Promise<void> | undefined

/** Adds the texts of members' islands and forms to the page once. Rejects if the request fails. */
export function loadTexts(): Promise<void> {
  textsPromise ??= addTexts().catch((error) => {
    textsPromise = undefined
    throw error
  })
  return textsPromise
}

async function addTexts(): Promise<void> {
  const pageTexts = document.querySelector<HTMLElement>("[data-member-texts]")
  if (!pageTexts) return
  const response = await fetch(pageTexts.dataset.memberTexts ?? "")
  if (!response.ok) throw new Error(`Loading texts failed: status ${response.status}`)
  const script = document.createElement("script")
  script.type = "application/json"
  script.dataset.messages = ""
  script.textContent = await response.text()
  pageTexts.after(script)
}
