/** Loaded by NODE_OPTIONS. Sets the clock of processes that render pages to FIXED_TIME (milliseconds since 1970). */
if (/(render-worker\.ts|astro\.mjs)$/.test(process.argv[1] ?? "")) {
  const fixedTime = Number(process.env.FIXED_TIME)
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [fixedTime] : args, newTarget),
    get: (target, key) => (key === "now" ? () => fixedTime : Reflect.get(target, key)),
  })
}
