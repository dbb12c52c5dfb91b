/** How the bench starts Chromium: nothing of its own on the network while it measures. */
export const BROWSER_ARGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--no-first-run"],
]
