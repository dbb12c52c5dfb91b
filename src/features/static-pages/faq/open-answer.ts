/** Opens the answer that the address names, in browsers that do not by themselves. */
function openAnswer(): void {
  const answer = document.getElementById(location.hash.slice(1))
  const question = answer?.closest("details")
  if (!question || question.open) return
  question.open = true
  answer?.scrollIntoView()
}

openAnswer()
addEventListener("hashchange", openAnswer)
