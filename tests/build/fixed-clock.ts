/** Preloaded into builds that are compared: fixes their clock at the time `FIXED_TIME`. */
if (/(render-worker\.ts|astro\.mjs)$/.test(process.argv[1] ?? "")) {
  const at = Number(process.env.FIXED_TIME)
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [at] : args, newTarget),
    get: (target, key) => (key === "now" ? () => at : Reflect.get(target, key)),
  })
}
