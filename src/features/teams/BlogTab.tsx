/** A team's blog: what is built in, until the API has told what this viewer may see. */
import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { LoadFailed } from "../../ui/LoadState.tsx"
import { useIsHydrated } from "../../ui/use-is-hydrated.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { $session, type Session } from "../session/session.ts"
import type { BlogState } from "./blog.ts"
import { openPostDialog } from "./open-post-dialog.tsx"
import { PostCard } from "./PostCard.tsx"
import { mayEdit, mayWrite } from "./post.ts"
import { blogStore, teamStore } from "./team-page.ts"

export function BlogTab({ children }: { children?: ReactNode }) {
  // In an element with a box: only that is ever visible, which is when the island starts.
  return <div>{useIsHydrated() ? <Blog built={children} /> : children}</div>
}

function Blog({ built }: { built: ReactNode }) {
  const t = pageTranslate()
  const session = useStore($session)
  const state = useStore(teamStore.$team)
  const blog = useStore(blogStore.$blog)
  const team = state.status === "found" ? state.team : null
  const viewer = session.status === "signed-in" ? session.user.id : session.status

  // Drafts are seen by some: whoever looks asks for themself.
  useEffect(() => {
    if (viewer !== "loading") void blogStore.startOver()
  }, [viewer])

  return (
    <>
      {team && mayWrite(session, team.role) && (
        <p className="team-write">
          <button className="btn btn-small" type="button" onClick={() => openPostDialog(null)}>
            <Icon name="plus" size={18} />
            {t("teams:posts.write")}
          </button>
        </p>
      )}
      {blog.status === "ready" ? (
        <Posts
          blog={blog}
          country={team?.country ?? null}
          isEditable={(post) => mayEdit(session, team?.role ?? null, post)}
          session={session}
        />
      ) : (
        built
      )}
      {blog.status === "failed" && (
        <LoadFailed
          title="teams:posts.failed"
          failure={blog.failure}
          onRetry={() => void blogStore.load()}
        />
      )}
    </>
  )
}

interface PostsProps {
  blog: Extract<BlogState, { status: "ready" }>
  country: Parameters<typeof PostCard>[0]["country"]
  isEditable: (post: { user_id: string | null }) => boolean
  session: Session
}

function Posts({ blog, country, isEditable, session }: PostsProps) {
  const t = pageTranslate()
  const { posts, next, isLoadingMore } = blog
  if (posts.length === 0) {
    return (
      <div className="state">
        <h3>{t("teams:posts.empty.title")}</h3>
        <p className="soft">{t("teams:posts.empty.text")}</p>
      </div>
    )
  }
  return (
    <>
      <div className="team-posts">
        {posts.map((post) => (
          <PostCard
            key={post.id}
            post={post}
            country={country}
            isEditable={isEditable(post)}
            session={session}
          />
        ))}
      </div>
      {next && (
        <p className="team-more">
          <WaitingButton
            className="btn-ghost"
            isBusy={isLoadingMore}
            onClick={() => void blogStore.more()}
          >
            {t(isLoadingMore ? "teams:posts.loadingMore" : "teams:posts.more")}
          </WaitingButton>
        </p>
      )}
    </>
  )
}
