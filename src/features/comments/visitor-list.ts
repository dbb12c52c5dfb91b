/** Shows comments to anonymous visitors without React. */
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { call } from "../../shared/call.ts"
import { createElement } from "../../ui/create-element.ts"
import { getInitials } from "../../ui/pictures/initials.ts"
import { COMMENT_CLASSES, formatCommentTime, getAuthorName, splitComment } from "./parts.ts"
import { commentsPath, getCommentAnchor } from "./paths.ts"
import type { Comment, CommentPage } from "./schema.ts"

const memberPath = (id: string) => localePath(`/members/${id}`, pageLocale())

function createBodyNodes(comment: Comment, t: Translate): (Node | string)[] {
  const className = COMMENT_CLASSES.link
  return splitComment(comment, t).map(({ text, href, memberId }) => {
    if (memberId) return createElement("a", { className, href: memberPath(memberId) }, text)
    if (!href) return text
    const link = { className, href, rel: "nofollow ugc noopener", target: "_blank" }
    return createElement("a", link, text)
  })
}

function createAvatar({ author }: Comment): HTMLElement {
  const initials = createElement("span", { ariaHidden: "true" }, getInitials(author?.name ?? ""))
  const url = author?.avatar_url
  return createElement(
    "span",
    { className: `avatar ${COMMENT_CLASSES.avatar}` },
    initials,
    ...(url ? [createElement("img", { src: url, alt: "" })] : []),
  )
}

function createCommentItem(comment: Comment, t: Translate): HTMLElement {
  const { id, author, created_at, edited_at } = comment
  const name = getAuthorName(comment, t)
  const className = COMMENT_CLASSES.name
  const { relative, exact } = formatCommentTime(created_at, t)
  const time = createElement("time", { dateTime: created_at }, relative)
  const link = createElement("a", { href: `#${getCommentAnchor(id)}`, title: exact }, time)
  const content = createElement(
    "div",
    { className: COMMENT_CLASSES.content },
    createElement(
      "p",
      { className: COMMENT_CLASSES.meta },
      author?.id
        ? createElement("a", { className, href: memberPath(author.id) }, name)
        : createElement("span", { className }, name),
      link,
      ...(edited_at ? [t("comments:edited")] : []),
    ),
    createElement(
      "p",
      { className: COMMENT_CLASSES.body, lang: "" },
      ...createBodyNodes(comment, t),
    ),
  )
  return createElement(
    "li",
    { id: getCommentAnchor(id), className: `${COMMENT_CLASSES.item} ${COMMENT_CLASSES.row}` },
    createAvatar(comment),
    content,
  )
}

const createEmptyState = (t: Translate): HTMLElement =>
  createElement(
    "div",
    { className: "state" },
    createElement("h3", {}, t("comments:empty.title")),
    createElement("p", { className: "soft" }, t("comments:empty.text")),
  )

/** Maximum number of further pages that are loaded to find the comment in the URL's hash. */
const MAX_SEARCHED_PAGES = 10

export function showComments(container: HTMLElement, contentId: string): () => void {
  const t = pageTranslate()
  const list = createElement("ol", {})
  const footer = createElement("div", {})
  let isRemoved = false

  function showFailure(cursor: string | undefined): void {
    const retryButton = createElement(
      "button",
      { className: "btn btn-ghost btn-small", type: "button" },
      t("common:tryAgain"),
    )
    retryButton.onclick = () => void load(cursor)
    const text = createElement("p", { className: "soft" }, t("comments:loadFailed"))
    const alert = createElement(
      "div",
      { className: "grid justify-items-start gap-3 py-4" },
      text,
      retryButton,
    )
    alert.setAttribute("role", "alert")
    footer.replaceChildren(alert)
  }

  function showPage({ comments, next, is_closed }: CommentPage): void {
    list.append(...comments.map((comment) => createCommentItem(comment, t)))
    footer.replaceChildren()
    if (is_closed)
      footer.append(createElement("p", { className: "soft py-4" }, t("comments:closed")))
    else if (list.childElementCount === 0) footer.append(createEmptyState(t))
    if (!next) return
    const moreButton = createElement(
      "button",
      { className: "btn btn-ghost btn-small mt-3", type: "button" },
      t("comments:more"),
    )
    moreButton.onclick = () => void load(next)
    footer.append(moreButton)
  }

  async function load(cursor?: string, pagesToSearch = MAX_SEARCHED_PAGES): Promise<void> {
    const result = await call(commentsPath(contentId, { isPublic: true, cursor }), {
      // The response is not parsed with a schema, which would add zod to the pages of anonymous visitors.
      read: (json) => json as CommentPage,
    })
    if (isRemoved) return
    if (!result.ok) return showFailure(cursor)
    showPage(result.body)
    const anchor = location.hash.slice(1)
    if (!anchor.startsWith("comment-")) return
    const target = document.getElementById(anchor)
    // Navigates to the same hash again, so that the browser scrolls to the comment.
    if (target) location.replace(location.hash)
    else if (result.body.next && pagesToSearch > 0) await load(result.body.next, pagesToSearch - 1)
  }

  container.replaceChildren(list, footer)
  void load()
  return () => {
    isRemoved = true
    container.replaceChildren()
  }
}
