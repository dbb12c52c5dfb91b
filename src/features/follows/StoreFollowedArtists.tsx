import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { storeOwnArtists } from "../../session/own-artists.ts"
import { $follows } from "./own-follows.ts"

/** Stores the slugs of followed artists in the browser, for the artist filter of the music pages. */
export function StoreFollowedArtists() {
  const { data } = useStore($follows)
  useEffect(() => {
    if (!data) return
    storeOwnArtists(
      data.follows.flatMap((row) => (row.kind === "artist" && row.is_following ? row.slug : [])),
    )
  }, [data])
  return null
}
