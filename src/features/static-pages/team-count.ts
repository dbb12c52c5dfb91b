/** Counts from this number are rounded down, so that they stay true when a team is added or deleted. */
const ROUND_FROM = 15
const STEP = 5

/** Returns the number of teams to show, and whether it is a minimum. */
export function teamCount(teams: number): { count: number; isAtLeast: boolean } {
  return teams < ROUND_FROM
    ? { count: teams, isAtLeast: false }
    : { count: teams - (teams % STEP), isAtLeast: true }
}
