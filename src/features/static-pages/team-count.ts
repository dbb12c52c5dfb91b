/** From this number on, the page rounds down ("15+"), so that most added or deleted teams do not change the text. */
const MIN_ROUNDED = 15
const ROUNDING_STEP = 5

export function roundTeamCount(teams: number): { count: number; isAtLeast: boolean } {
  return teams < MIN_ROUNDED
    ? { count: teams, isAtLeast: false }
    : { count: teams - (teams % ROUNDING_STEP), isAtLeast: true }
}
