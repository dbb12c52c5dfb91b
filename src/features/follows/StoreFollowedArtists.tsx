import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { storeOwnArtists } from "../../session/own-artists.ts"
import { $follows } from "./own-follows.ts"

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
