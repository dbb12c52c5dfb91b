import { authDatabase, type Db } from "../../../db/client.ts"
import {
  beginChartWeek,
  endRefresh,
  leaseRefresh,
  type RefreshLease,
} from "../../../db/queries/catalogue.ts"
import { toLogLine } from "../monitoring/log.ts"
import { requestBuild } from "../publishing/request-build.ts"
import { ARTISTS } from "./artists.ts"
import { createDeezerProvider } from "./deezer.ts"
import { ServiceError } from "./fetch-json.ts"
import type { Provider, ProviderOptions } from "./item.ts"
import { SNAPSHOT, storeSnapshot } from "./snapshot.ts"
import { createSpotifyProvider } from "./spotify.ts"
import { storeCharts } from "./store.ts"

/** 60 songs = 5 pages of 12; 48 albums = 4 pages of 12. */
const MAX_SONGS = 60
const MAX_ALBUMS = 48

/** `end_catalogue_refresh()` in db/functions/13_music.sql uses the same interval. */
export const REFRESH_INTERVAL_HOURS = 6

const REQUEST_TIMEOUT_MS = 6_000
/** Ends the refresh before Netlify stops the function, after 30 s. */
const TOTAL_TIMEOUT_MS = 24_000

function createProviders(db: Db, options: ProviderOptions): Provider[] {
  const { SPOTIFY_CLIENT_ID: id, SPOTIFY_CLIENT_SECRET: secret, MUSIC_PROVIDER } = process.env
  return [
    ...(id && secret ? [createSpotifyProvider({ id, secret }, options)] : []),
    ...(MUSIC_PROVIDER === "deezer" ? [createDeezerProvider(db, options)] : []),
  ]
}

async function fetchFullCharts(provider: Provider) {
  const charts = await provider.fetchCharts(MAX_SONGS, MAX_ALBUMS)
  // An empty chart is probably an error of the service.
  const emptyChart = Object.entries(charts).find(([, items]) => items.length === 0)
  if (emptyChart) throw new Error(`it returned no ${emptyChart[0]}`)
  return charts
}

interface RefreshResult {
  /** Reason why the refresh failed; null if it succeeded. */
  failure: string | null
  /** Minimum time until the next refresh. */
  pauseSeconds: number
  needsBuild: boolean
}

async function queryProviders(
  db: Db,
  providers: Provider[],
  lease: RefreshLease,
): Promise<RefreshResult> {
  const failures: string[] = []
  let pauseSeconds = 0
  for (const provider of providers) {
    try {
      const charts = await fetchFullCharts(provider)
      const needsBuild = await storeCharts(db, provider.name, charts)
      return { failure: null, pauseSeconds: 0, needsBuild }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      failures.push(`${provider.name}: ${reason}`)
      if (error instanceof ServiceError) {
        pauseSeconds = Math.max(pauseSeconds, Math.ceil(error.waitSeconds ?? 0))
      }
      // Does not try the next provider if the stored charts are recent: it would have other ids for the same songs.
      if (lease.provider === provider.name && !lease.is_old) break
    }
  }
  return { failure: failures.join("; "), pauseSeconds, needsBuild: false }
}

/** Stores the bundled snapshot if there is no provider, or if all providers fail and there are no charts yet. */
async function refresh(db: Db, providers: Provider[], lease: RefreshLease): Promise<RefreshResult> {
  if (providers.length === 0) {
    return { failure: null, pauseSeconds: 0, needsBuild: await storeSnapshot(db) }
  }
  const result = await queryProviders(db, providers, lease)
  if (result.failure === null || lease.provider !== null) return result
  return { ...result, needsBuild: await storeSnapshot(db) }
}

/** Refreshes the charts if a refresh is due. Returns false if none is due, or if another instance has leased it. */
export async function refreshMusic(options: Partial<ProviderOptions> = {}): Promise<boolean> {
  const db = authDatabase().as(null)
  const providers = createProviders(db, {
    artists: ARTISTS,
    timeoutMs: REQUEST_TIMEOUT_MS,
    signal: AbortSignal.timeout(TOTAL_TIMEOUT_MS),
    ...options,
  })
  // A refresh is also due when these names have changed.
  const names = providers.map(({ name }) => name).join() || SNAPSHOT
  const lease = await leaseRefresh(db, names)
  if (!lease) return false
  const { failure, pauseSeconds, needsBuild } = await refresh(db, providers, lease)
  if (failure !== null) console.error(toLogLine(`Music could not be refreshed: ${failure}`))
  await endRefresh(db, failure, pauseSeconds)
  if (needsBuild) await requestBuild("chart")
  return true
}

/** Requests a build once a week, unless content has changed since Monday. Returns whether it requested a build. */
export async function publishChartWeek(): Promise<boolean> {
  if (!(await beginChartWeek(authDatabase().as(null)))) return false
  await requestBuild("chart")
  return true
}
