/** A number that is rounded down stays true when a team is added or deleted. */
const ROUND_FROM = 15
const STEP = 5

export function roundTeamCount(teams: number): { count: number; isAtLeast: boolean } {
  return teams < ROUND_FROM
    ? { count: teams, isAtLeast: false }
    : { count: teams - (teams % STEP), isAtLeast: true }
}
