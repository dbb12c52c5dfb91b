/**
 * What is begun in dialogs, each about something else: it is there when one is opened again, until it is
 * done with, or another person may be next.
 */
export function createBegun<About, Work>(
  begin: (about: About) => Work,
  keyOf: (about: About) => string,
  isBegun: (work: Work) => boolean,
) {
  const all = new Map<string, Work>()
  return {
    open(about: About): Work {
      const known = all.get(keyOf(about))
      const work = known && isBegun(known) ? known : begin(about)
      all.set(keyOf(about), work)
      return work
    },
    drop: (about: About): void => void all.delete(keyOf(about)),
    clear: (): void => all.clear(),
    isAnyBegun: (): boolean => [...all.values()].some(isBegun),
  }
}
