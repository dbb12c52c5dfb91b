/** Makes a process throw an uncaught exception at the signal SIGUSR2. Tests load this file into a host with `--import`. */
process.on("SIGUSR2", () => {
  throw new Error("An exception made on purpose")
})
