/** The mark: three lightsticks in the colours of the three countries. */

/** The mark as an SVG of 32 units, on a night-coloured tile or on nothing. */
export function mark({ hasTile }: { hasTile: boolean }): string {
  const tile = hasTile ? '<rect width="32" height="32" rx="7" fill="#120f1a"/>' : ""
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${tile}<g transform="translate(4.5 5)"><rect y="8.8" width="6" height="13.2" rx="3" fill="#5aa9ff"/><rect x="8.5" width="6" height="22" rx="3" fill="#ff5a7d"/><rect x="17" y="4.8" width="6" height="17.2" rx="3" fill="#ffc23d"/></g></svg>`
}
