let loadingMessages: Promise<void> | undefined

/** Adds the messages of members' islands and forms to the page once. Rejects if the request fails. */
export function loadMemberMessages(): Promise<void> {
  loadingMessages ??= addMessages().catch((error) => {
    loadingMessages = undefined
    throw error
  })
  return loadingMessages
}

async function addMessages(): Promise<void> {
  const pageMessages = document.querySelector<HTMLElement>("[data-member-messages]")
  if (!pageMessages) return
  const response = await fetch(pageMessages.dataset.memberMessages ?? "")
  if (!response.ok) throw new Error(`Loading messages failed: status ${response.status}`)
  const script = document.createElement("script")
  script.type = "application/json"
  script.dataset.messages = ""
  script.textContent = await response.text()
  pageMessages.after(script)
}
