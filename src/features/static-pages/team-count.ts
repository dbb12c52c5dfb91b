/** From here on a round number is told: it stays true when a team comes or goes. */
const ROUND_FROM = 15
const STEP = 5

/** How many teams to speak of, and whether there may be more. */
export function teamCount(teams: number): { count: number; isAtLeast: boolean } {
  return teams < ROUND_FROM
    ? { count: teams, isAtLeast: false }
    : { count: teams - (teams % STEP), isAtLeast: true }
}
