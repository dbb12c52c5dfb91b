/** Opens the answer that the address names, and shows it once the one that was open has closed above it. */
function openAnswer(): void {
  const answer = document.getElementById(location.hash.slice(1))
  const question = answer?.closest("details")
  if (!question) return
  question.open = true
  requestAnimationFrame(() => answer?.scrollIntoView())
}

openAnswer()
addEventListener("hashchange", openAnswer)
