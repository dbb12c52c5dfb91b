/** Marks what is over, on a page that may be days old. It imports nothing, so that it is a few bytes. */
for (const element of document.querySelectorAll<HTMLElement>("[data-ends]")) {
  element.toggleAttribute("data-past", Date.parse(element.dataset.ends ?? "") < Date.now())
}

export {}
