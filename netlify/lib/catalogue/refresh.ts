/** Fetches the charts when a refresh is due and stores them; readers are served from the database. */
import { authDatabase, type Db } from "../../../db/client.ts"
import {
  beginChartWeek,
  endRefresh,
  leaseRefresh,
  replaceCharts,
  type Turn,
} from "../../../db/queries/catalogue.ts"
import { logLine } from "../monitoring/log.ts"
import { requestBuild } from "../publishing/request-build.ts"
import { ARTISTS } from "./artists.ts"
import { deezer } from "./deezer.ts"
import { ServiceError } from "./fetch-json.ts"
import type { Options, Provider } from "./item.ts"
import { snapshot, storeSnapshot } from "./snapshot.ts"
import { spotify } from "./spotify.ts"

/** 60 songs = 5 pages of 12; 48 albums = 4 pages of 12. */
const SONGS = 60
const ALBUMS = 48

/** Hours from one refresh to the next, see `end_catalogue_refresh()` in db/functions/13_music.sql. */
export const REFRESH_INTERVAL_HOURS = 6

const ANSWER_MS = 6_000
/** A scheduled function has 30 s. */
const ALL_MS = 24_000

/** The music services that are set up, in the order in which they are asked; no other machine is, unless it was asked for. */
function configuredProviders(db: Db, options: Options): Provider[] {
  const { SPOTIFY_CLIENT_ID: id, SPOTIFY_CLIENT_SECRET: secret, MUSIC_PROVIDER } = process.env
  return [
    ...(id && secret ? [spotify({ id, secret }, options)] : []),
    ...(MUSIC_PROVIDER === "deezer" ? [deezer(db, options)] : []),
  ]
}

async function fetchCharts(provider: Provider) {
  const charts = {
    songs: await provider.trendingSongs(SONGS),
    albums: await provider.newAlbums(ALBUMS),
  }
  // More likely a fault of theirs than the end of music.
  const empty = Object.entries(charts).find(([, items]) => items.length === 0)
  if (empty) throw new Error(`it gave no ${empty[0]}`)
  return charts
}

interface Outcome {
  /** What went wrong, null when a provider answered. */
  problem: string | null
  /** Seconds to leave it at least. */
  pause: number
  needsBuild: boolean
}

/** Asks the providers in turn until one answers. */
async function queryProviders(db: Db, providers: Provider[], turn: Turn): Promise<Outcome> {
  const problems: string[] = []
  let pause = 0
  for (const provider of providers) {
    try {
      const charts = await fetchCharts(provider)
      const needsBuild = await replaceCharts(db, provider.name, charts)
      return { problem: null, pause: 0, needsBuild }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problems.push(`${provider.name}: ${reason}`)
      if (error instanceof ServiceError) pause = Math.max(pause, Math.ceil(error.wait ?? 0))
      // What it told last is better than the same songs under another provider's ids.
      if (turn.provider === provider.name && !turn.is_old) break
    }
  }
  return { problem: problems.join("; "), pause, needsBuild: false }
}

async function outcomeOf(db: Db, providers: Provider[], turn: Turn): Promise<Outcome> {
  if (providers.length === 0) {
    return { problem: null, pause: 0, needsBuild: await storeSnapshot(db) }
  }
  const outcome = await queryProviders(db, providers, turn)
  if (outcome.problem === null || turn.provider !== null) return outcome
  return { ...outcome, needsBuild: await storeSnapshot(db) }
}

/** Refreshes the charts if they are due and it is this instance's turn; whether it tried. */
export async function refreshMusic(options: Partial<Options> = {}): Promise<boolean> {
  const db = authDatabase().as(null)
  const providers = configuredProviders(db, {
    artists: ARTISTS,
    timeoutMs: ANSWER_MS,
    signal: AbortSignal.timeout(ALL_MS),
    ...options,
  })
  const wanted = providers.map(({ name }) => name).join() || snapshot.name
  const turn = await leaseRefresh(db, wanted)
  if (!turn) return false
  const { problem, pause, needsBuild } = await outcomeOf(db, providers, turn)
  if (problem !== null) console.error(logLine(`Music could not be refreshed: ${problem}`))
  await endRefresh(db, problem, pause)
  if (needsBuild) await requestBuild("chart")
  return true
}

/** Has the site built with the members' chart of a new week, once for each; whether it did. */
export async function publishChartWeek(): Promise<boolean> {
  if (!(await beginChartWeek(authDatabase().as(null)))) return false
  await requestBuild("chart")
  return true
}
