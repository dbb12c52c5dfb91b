/** Preloaded into a host: throws an uncaught exception at SIGUSR2. */
process.on("SIGUSR2", () => {
  throw new Error("An exception made on purpose")
})
