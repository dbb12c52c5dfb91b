/** Preloaded into builds that are compared: time stands still in what renders, at `STILL_AT`. */
if (/(render\.ts|astro\.mjs)$/.test(process.argv[1] ?? "")) {
  const at = Number(process.env.STILL_AT)
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [at] : given, made),
    get: (target, key) => (key === "now" ? () => at : Reflect.get(target, key)),
  })
}
