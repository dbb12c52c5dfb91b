/** Which music services are asked: those that are set up, and no other machine unless it was asked for. */
import type { Db } from "../../../db/client.ts"
import { deezer } from "./deezer.ts"
import type { Provider } from "./item.ts"
import type { Options } from "./options.ts"
import { spotify } from "./spotify.ts"

/** In the order in which they are asked; none when nothing is set up. */
export function configuredProviders(db: Db, options: Options): Provider[] {
  const { SPOTIFY_CLIENT_ID: id, SPOTIFY_CLIENT_SECRET: secret, MUSIC_PROVIDER } = process.env
  return [
    ...(id && secret ? [spotify({ id, secret }, options)] : []),
    ...(MUSIC_PROVIDER === "deezer" ? [deezer(db, options)] : []),
  ]
}
