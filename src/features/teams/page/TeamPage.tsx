import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { createQuery } from "../../../islands/query.ts"
import { ShellState } from "../../../islands/ShellState.tsx"
import { SITE } from "../../../site.ts"
import { teamMembers } from "../schema.ts"
import { getTeamSlug, teamPath } from "../team.ts"
import { MembersLink } from "./MembersLink.tsx"
import { OwnTeamEvents } from "./OwnTeamEvents.tsx"
import { TeamView } from "./TeamView.tsx"
import { MemberCount, TeamActions, TeamReport, TeamTab } from "./team-islands.tsx"
import { $slug, $team } from "./team-page.ts"
import { parseTab, startTeam } from "./team-script.ts"

/** Renders a team's page from the API, because the prebuilt page is outdated or does not exist yet. */
export function TeamPage({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const { data: team, error } = useStore($team)
  const [slug] = useState(() => getTeamSlug(location.pathname))
  const isNotFound = slug === null || error?.failure.code === "not_found"
  const isMoved = team !== undefined && team.slug !== slug
  const isReady = team !== undefined && !isNotFound && !isMoved
  const title = isNotFound ? t("teams:page.notFound.title") : team?.name

  useEffect(() => $slug.set(slug), [slug])
  useEffect(() => {
    // The team has a new slug. The page at the new URL may be prebuilt.
    if (isMoved) location.replace(localePath(teamPath(team.slug), locale) + location.hash)
  }, [isMoved, team, locale])
  useEffect(() => {
    if (title) document.title = `${title} · ${SITE.name}`
  }, [title])
  useEffect(() => {
    if (!isReady) return
    startTeam()
    // Scrolls again, because the browser scrolled to the hash before the tab was rendered.
    const tab = parseTab(location.hash)
    if (tab && !document.querySelector(":target")) document.getElementById(tab)?.scrollIntoView()
  }, [isReady])

  if (isReady) {
    const { id, name } = team
    return (
      <TeamView
        locale={locale}
        team={team}
        teamForViewer={team}
        overview={team}
        memberCount={<MemberCount locale={locale} builtCount={team.member_count} />}
        actions={<TeamActions locale={locale} slug={team.slug} followers={team.follower_count} />}
        membersLink={<LoadedMembersLink locale={locale} />}
        ownEvents={<OwnTeamEvents locale={locale} slug={team.slug} />}
        blog={<TeamTab locale={locale} tab="blog" />}
        members={<TeamTab locale={locale} tab="members" />}
        report={<TeamReport locale={locale} id={id} name={name} slug={team.slug} />}
      />
    )
  }
  const getShellState = () => {
    if (isNotFound) return { status: "not-found" } as const
    if (!error) return { status: "loading" } as const
    return { status: "failed", failure: error.failure, retry: $team.invalidate } as const
  }
  return (
    <ShellState
      locale={locale}
      state={getShellState()}
      loading={t("teams:page.loading")}
      notFound={{ title: t("teams:page.notFound.title"), text: t("teams:page.notFound.text") }}
      failed={{ title: t("teams:page.failed.title"), text: t("teams:page.failed.text") }}
      back={{ href: localePath("/teams", locale), label: t("teams:page.notFound.back") }}
    />
  )
}

// This query is separate from `$members`, which is loaded only when the members' tab is opened.
const $linkedMembers = createQuery(["/api/teams/", $slug, "/members"], teamMembers)

function LoadedMembersLink({ locale }: { locale: Locale }) {
  const { data } = useStore($linkedMembers)
  // The placeholder prevents a layout shift.
  return data ? (
    <MembersLink locale={locale} members={data.members} />
  ) : (
    <div className="mb-2 h-11" />
  )
}

/** Renders `TeamPage` in place of the prebuilt page or the loading message. */
export function renderTeamPage(locale: Locale): void {
  const page = document.querySelector("[data-team-page]")
  if (!page) return
  const islands = page.querySelectorAll("astro-island")
  flushSync(() => createRoot(page).render(<TeamPage locale={locale} />))
  // Removed islands would stay mounted, and would set `$slug` to null on log-out.
  for (const island of islands) island.dispatchEvent(new Event("astro:unmount"))
}
