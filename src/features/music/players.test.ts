import { expect, test } from "vitest"
import { findPlayer } from "./players.ts"

test("links to songs, albums and videos have a player of their service", () => {
  expect(findPlayer("https://www.youtube.com/watch?v=phuiiNCxRMg")).toEqual({
    service: "YouTube",
    url: "https://www.youtube-nocookie.com/embed/phuiiNCxRMg?autoplay=1&enablejsapi=1",
  })
  expect(findPlayer("https://open.spotify.com/album/4uLU6hMCjMI75M1A2tKUQC")?.url).toBe(
    "https://open.spotify.com/embed/album/4uLU6hMCjMI75M1A2tKUQC",
  )
  expect(findPlayer("https://www.deezer.com/track/12")?.url).toBe(
    "https://widget.deezer.com/widget/auto/track/12?autoplay=true",
  )
})

test.for([
  "https://open.spotify.com/search/aespa",
  "https://www.youtube.com/@aespa",
  "https://evil.example/https://www.deezer.com/track/12",
  "https://www.deezer.com/track/12/../../x",
])("the link %s has no player", (link) => expect(findPlayer(link)).toBeNull())
