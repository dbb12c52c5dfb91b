/** What a build is made from: read once, as a stranger, whatever the number of pages. */
import { database } from "../db/client.ts"
import { newAlbums, trendingSongs } from "../db/queries/catalogue.ts"
import { contentVersion } from "../db/queries/content-version.ts"
import { allPublicEvents, upcomingPublicEvents } from "../db/queries/events.ts"
import { popularIdeas } from "../db/queries/ideas.ts"
import { newsArticles } from "../db/queries/news.ts"
import { latestTeamPosts, publishedTeamPosts } from "../db/queries/team-posts.ts"
import { allTeams } from "../db/queries/teams.ts"
import { MUSIC_PER_PAGE } from "./features/music/item.ts"

const reader = () => database().as(null)

/** In `astro dev` every request reads anew. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => {
    if (import.meta.env.DEV) return read()
    value ??= read()
    return value
  }
}

/** More than the home page shows, so that it still has eight when the first are over. */
const EVENTS_KEPT = 12

/** A page of each chart, and one more to know whether there are more. */
const MUSIC_KEPT = MUSIC_PER_PAGE + 1

// The version is read before all else: a change during the build must not look as if it were in it.
const version = once(() => contentVersion(reader()))
const after = <Value>(read: () => Promise<Value>) => once(() => version().then(read))

export const content = {
  version,
  /** All published articles, newest first. */
  articles: after(() => newsArticles(reader())),
  events: after(() => upcomingPublicEvents(reader(), EVENTS_KEPT)),
  /** Every public event, in order of time. */
  publicEvents: after(() => allPublicEvents(reader())),
  teamPosts: after(() => latestTeamPosts(reader(), 6)),
  /** Every published post of the teams' blogs, the newest first. */
  blogPosts: after(() => publishedTeamPosts(reader())),
  /** Every team, the newest first. */
  teams: after(() => allTeams(reader())),
  /** The popular ideas, those with the most votes first. */
  ideas: after(() => popularIdeas(reader())),
  songs: after(() => trendingSongs(reader(), MUSIC_KEPT)),
  albums: after(() => newAlbums(reader(), MUSIC_KEPT)),
}
