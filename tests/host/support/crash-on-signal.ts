/** Loaded into a host with `--import`: SIGUSR2 throws an uncaught exception. */
process.on("SIGUSR2", () => {
  throw new Error("An exception made on purpose")
})
