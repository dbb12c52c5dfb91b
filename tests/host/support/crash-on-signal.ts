/** Imported before the host, it makes a mistake where nobody catches it. */
process.on("SIGUSR2", () => {
  throw new Error("A mistake made on purpose")
})
