/** Adds a stylesheet. Resolves when it has loaded or failed, or at once if the page already has its link. */
export const loadStyle = (href: string): Promise<void> =>
  new Promise((done) => {
    if (document.querySelector(`link[href="${href}"]`)) return done()
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.href = href
    link.addEventListener("load", () => done())
    link.addEventListener("error", () => done())
    document.head.append(link)
  })
