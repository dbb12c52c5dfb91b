import { expect, test } from "vitest"
import { getRlsBypassReason } from "../../db/cluster.ts"
import { testDatabase } from "../support/database.ts"

const { db, app, appUrl, ownerUrl } = testDatabase()

test("every table has row-level security", async () => {
  const tables = await db.many<{ name: string }>`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and not c.relrowsecurity`
  expect(tables).toEqual([])
})

test("every view runs with the rights of the role that reads it", async () => {
  const views = await db.many<{ name: string }>`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and n.nspname in ('public', 'migrations')
      and not coalesce('security_invoker=true' = any(c.reloptions), false)`
  expect(views).toEqual([])
})

/**
 * All definer functions, each with the reason why a caller cannot misuse it. A new function needs a line in this list. The
 * database role daina_auth calls the functions for log-ins and schedules, daina_app those for all other requests.
 */
const DEFINER_FUNCTIONS: Record<string, string> = {
  "current_viewer()":
    "accepts a member's id from daina_auth and the owner only, and signed claims from others",
  "create_viewer_claim(uuid)": "signs a claim for any member; only daina_auth may call it",
  "renew_viewer_keys()": "replaces the keys once a day, and returns none",
  "record_security_event(text,uuid,text)": "writes a row of the log that only super admins read",
  "claim_unlogged_security_events(integer)":
    "returns events without names, for the log of the process",
  "is_super_admin()": "returns data about the viewer only",
  "get_name_for_viewer(uuid)": "returns a name only when the member shows it",
  "find_account_for_sign_in(citext)": "returns only the account with exactly this email address",
  "create_account(uuid,citext,text,boolean,text)": "inserts an ordinary account, and changes none",
  "connect_google(text,uuid)":
    "changes the viewer's account, and only in a session with a recent proof of identity",
  "disconnect_google()": "changes the viewer's account, and leaves a way to sign in",
  "request_email_change(citext)":
    "queues an email to the new address; daina_auth counts a taken address as a guess",
  "get_own_requested_email()": "returns data about the viewer only",
  "confirm_email_change(bytea)": "needs the hash of a link of this viewer",
  "require_password(uuid,text)": "compares a given hash with the current one",
  "sign_in_with_google(text,citext,text)":
    "links an account without a second factor whose address both sides verified, or inserts an account",
  "find_session(bytea,boolean)": "needs the hash of a token",
  "has_second_factor(uuid)": "returns only whether a second factor exists",
  "find_sign_in_step(bytea)": "needs the hash of the token of a pending sign-in",
  "end_sign_in_step(bytea,bigint,bytea)":
    "needs and deletes the hash of the token of a pending sign-in; accepts no code twice",
  "get_own_factor_secret(boolean)": "returns the viewer's secret only",
  "use_own_code(bigint,bytea)": "marks a row of the viewer only",
  "begin_second_factor(bytea)": "changes the viewer's unconfirmed factor only",
  "confirm_second_factor(text,bigint,text[])": "changes the viewer's factor, and needs its secret",
  "renew_recovery_codes(bigint,bytea,text[])": "changes the viewer's codes, and needs a code",
  "remove_second_factor(bigint,bytea,uuid)":
    "removes the viewer's factor, and needs a code or a recent sign-in with a passkey",
  "require_no_second_factor(uuid)": "returns only whether a second factor exists",
  "has_passkey(uuid)": "returns only whether a passkey exists",
  "open_passkey_challenge(bytea,text)": "inserts a challenge for the viewer or for a sign-in",
  "get_own_passkey_data()": "returns data about the viewer only",
  "use_passkey_challenge(bytea,text)": "needs and deletes the hash of a challenge",
  "find_passkey(bytea,text)": "needs the id of a credential, and returns its public key",
  "use_passkey(uuid,bigint)": "marks a row of the viewer only",
  "add_passkey(bytea,bytea,bigint,text[],text)": "inserts a passkey of the viewer, at most twenty",
  "remove_passkey(uuid)": "removes a passkey of the viewer, and leaves a way to sign in",
  "remember_device(bytea,text,boolean)":
    "stores a known browser of the viewer, and emails the viewer",
  "get_own_factor_deadline()": "returns data about the viewer only",
  "record_identity_proof(uuid)": "marks a row of the viewer only",
  "has_published_password(uuid)":
    "returns whether an account is a demo account with the published password",
  "become_first_super_admin(bytea)":
    "needs and deletes the hash of the owner's link, and works without a super admin only",
  "count_attempt(text,text,integer,interval)": "only other functions call it",
  "count_attempt(text,text)": "counts under a fixed limit; only daina_auth may call it",
  "count_own_attempt(text)": "counts the viewer's attempt under a fixed limit",
  "delete_attempts(text,text)": "removes a count; only daina_auth may call it",
  "count_attempts(jsonb)": "counts under fixed limits; only daina_auth may call it",
  "remove_latest_attempts(jsonb)": "removes attempts; only daina_auth may call it",
  "is_known_device(citext,bytea)": "needs the hash of a known browser's token",
  "request_password_reset(citext)":
    "queues an email to the owner of the address, and returns nothing",
  "request_verification()": "queues an email to the viewer",
  "lease_mails(integer)": "returns due emails to daina_auth only",
  "prepare_join_mail(uuid)": "needs the id of an email that is being sent",
  "store_mail_link(uuid,bytea,interval)": "needs the id of an email that is being sent",
  "record_mail_sent(uuid)": "marks an email; only daina_auth may call it",
  "record_mail_failure(uuid,text,boolean)": "marks an email; only daina_auth may call it",
  "get_reset_requirement(bytea)": "needs the hash of a link",
  "verify_email(bytea)": "needs and deletes the hash of a link",
  "reset_password(bytea,text,text,bytea,text,bigint,bytea)":
    "needs and deletes the hash of a link, and a code where the role requires one",
  "change_own_password(text,text,text)":
    "changes the viewer's password, and needs the current hash",
  "get_visible_profile(uuid,boolean)": "returns what the member shows to this viewer",
  "list_unused_avatars(text[])": "returns the given addresses that no row refers to",
  "get_own_team_role(uuid)": "returns data about the viewer only",
  "list_own_team_ids(text)": "returns data about the viewer only",
  "list_event_team_ids()": "returns data about the viewer only",
  "list_series_to_extend()":
    "returns rules and titles of series that need rows, to daina_auth only",
  "extend_series(uuid,jsonb)":
    "inserts events by the rule of the series, copied from its last event, up to a year ahead",
  "create_team(text,text,text,text,text,text)": "makes the viewer the owner of a new team",
  "list_team_members(uuid)": "returns what members show to every visitor",
  "request_to_join(uuid,text)": "inserts a request of the viewer",
  "decide_join_request(uuid,boolean,text)": "needs the viewer to own the team",
  "reopen_join_request(uuid)": "needs the viewer to own the team",
  "set_team_role(uuid,uuid,text)": "needs the viewer to own the team",
  "hand_over_team(uuid,uuid)": "needs the viewer to own the team",
  "get_comment_page(uuid,boolean,timestamp with time zone,uuid,integer)":
    "returns public comments, and the viewer's own",
  "get_comment(uuid)": "returns a public comment or one of the viewer",
  "count_public_comments()": "returns numbers",
  "get_comment_notice(uuid,uuid[],text)":
    "returns the title of published content, and ids of public comments",
  "get_mention_notice(uuid,uuid[],text)":
    "returns the title of published content, and ids of public comments that mention the viewer",
  "find_mentionable_members(uuid,text,integer)":
    "returns names that the viewer may see, without minors whom the viewer has not met",
  "add_comment(uuid,uuid,text)": "adds a comment of the viewer",
  "edit_comment(uuid,text)": "changes a comment of the viewer",
  "delete_comment(uuid)": "deletes a comment of the viewer",
  "set_comment_hidden(uuid,boolean)": "needs the viewer to moderate the thread",
  "close_comments(uuid,boolean)": "needs the viewer to manage the thread",
  "mark_opened_notifications(text[],uuid[])": "marks notifications of the viewer",
  "count_cheers(uuid)": "returns a number",
  "list_cheer_counts()": "returns numbers",
  "count_team_followers(uuid)": "returns a number",
  "count_country_followers(text)": "returns a number",
  "count_artist_followers(uuid)": "returns a number",
  "count_artist_fans()": "counts members without names",
  "store_artists(jsonb)": "adds artists, no data of members",
  "merge_artists(uuid,uuid)": "needs a super admin",
  "list_unmatched_favorites()": "needs a super admin",
  "remove_team_member(uuid,uuid)": "needs the viewer to own the team, or to be that member",
  "subscribe(text,citext,text,text,text)":
    "queues an email to the owner of the address, and returns nothing",
  "confirm_subscription(bytea)": "needs the hash of a link",
  "unsubscribe(bytea)": "needs the hash of an unsubscribe link",
  "list_unsent_issue_emails(uuid,bytea,integer)":
    "returns recipients of an issue that an editor started",
  "prepare_issue_email(uuid,uuid,bytea,bytea)": "needs the current run of an issue",
  "hand_over_issue_email(uuid,uuid,bytea,bytea)": "needs the current run of an issue",
  "record_issue_email(uuid,bytea,text,text)": "needs the hash of an unsubscribe link",
  "finish_issue(uuid,uuid)": "needs the current run of an issue",
  "lease_article_issue(uuid)": "returns issues that editors started",
  "begin_article_issue(uuid,jsonb)": "needs an editor of news",
  "get_article_issue_status(uuid)": "needs an editor of news, and returns numbers",
  "list_join_requests(uuid)": "needs the viewer to own the team",
  "get_idea_vote_summary(uuid[])": "returns numbers, and the viewer's own votes",
  "store_suggestion(uuid,text,citext,text,text,text,text,text)":
    "inserts a suggestion of the viewer or an anonymous visitor, and returns nothing",
  "lease_suggestion()": "returns a due suggestion without the address, to daina_auth only",
  "record_suggestion_sent(uuid)": "marks a suggestion; only daina_auth may call it",
  "record_suggestion_failure(uuid,text,interval)": "marks suggestions; only daina_auth may call it",
  "subscribe_to_push(uuid,text,text,text,text)": "needs a session of the viewer",
  "get_own_push_subscription(uuid)": "returns the subscription of the viewer's session",
  "find_or_store_vapid_keys(text,text)": "returns the server's keys to daina_auth only",
  "lease_push_messages(integer)": "returns messages and browsers to daina_auth only",
  "record_push_delivery(uuid[],text[])":
    "deletes messages and endpoints; only daina_auth may call it",
  "lease_channel_post(text,text,text)": "returns a public event or article to daina_auth only",
  "record_channel_post_sent(text,uuid)": "marks a post; only daina_auth may call it",
  "record_channel_post_failure(text,uuid,text,boolean,interval)":
    "marks a post and its channel; only daina_auth may call it",
  "manages_event(uuid)": "returns data about the viewer only",
  "organizes_event(uuid)": "returns data about the viewer only",
  "set_helper(uuid,boolean)": "needs the viewer to run the event",
  "answer_event(uuid,text,integer,text,jsonb)":
    "answers for the viewer, to an event that they see, within its places",
  "withdraw_from_event(uuid)": "removes the viewer's answer",
  "list_own_hidden_signups()": "returns the viewer's own sign-ups, without any text of the event",
  "has_waitlist(uuid)": "returns true only for an event that the viewer sees",
  "list_visible_attendees(uuid)": "returns names of adults who allow it, and of the viewer's teams",
  "get_queue_position(uuid)": "returns the viewer's position only",
  "list_signups(uuid,text,text,timestamp with time zone,uuid,integer)":
    "needs the viewer to organize the event",
  "move_signup(uuid,text,text)": "needs the viewer to organize the event",
  "add_walk_in(uuid,text,integer)": "needs the viewer to organize the event",
  "check_in(uuid,uuid,timestamp with time zone)": "needs the viewer to organize the event",
  "message_attendees(uuid,text,boolean)": "needs the viewer to organize the event",
  "count_message_recipients(uuid)": "returns numbers, and needs the viewer to organize the event",
  "process_signups()": "gives expired offers to the next member, and queues reminders",
  "set_emails_by_link(bytea,boolean)": "needs the hash of a link in an email",
  "queue_weekly_digests(timestamp with time zone)":
    "queues one email per week and member who wants it",
  "list_own_emailed_events()": "returns data about the viewer only",
  "delete_empty_digest(uuid)": "deletes a digest that is being sent",
  "store_topic_link(uuid,bytea)": "needs the id of an email that is being sent",
  "find_calendar_feed_owner(bytea)": "needs the hash of the secret address",
  "export_account()": "returns the data of the viewer",
  "is_blocked_or_leaving(uuid)": "only other functions call it",
  "list_own_teams_with_candidates()":
    "returns the viewer's teams, and public names of their members",
  "schedule_own_deletion(jsonb)":
    "gives up the viewer's account, and needs new owners of their teams",
  "cancel_own_deletion()": "changes data of the viewer only",
  "delete_due_accounts()": "deletes only accounts given up seven days ago",
  "lease_catalogue_refresh(text)": "moves the time of the next refresh",
  "end_catalogue_refresh(text,integer)": "moves the time of the next refresh",
  "replace_catalogue(text,jsonb,jsonb)":
    "writes the charts, no data of members, and never empties them",
  "store_catalogue_artist(text,text,text)": "writes ids of artists, no data of members",
  "list_baltic_top(integer,timestamp with time zone)": "counts likes without names",
  "count_item_likes()": "counts likes without names",
  "announce_releases(timestamp with time zone)": "notifies followers of public releases, each once",
  "notify_of_chart(timestamp with time zone)": "notifies members who want it, once a week",
  "begin_chart_week()": "raises the site's version, once a week",
  "like_item(text,text)":
    "adds likes of the viewer only, with the name from the catalogue, up to a limit",
  "extend_session(bytea,timestamp with time zone)": "needs the hash of a token",
  "end_session(bytea)": "needs the hash of a token",
  "delete_expired_rows()": "removes only expired rows",
  "raise_version_for_signup_counts(uuid,boolean)": "raises the site's version, no member's data",
  "begin_build(bigint)": "writes the builder's record, no member's data",
  "record_build_progress(bigint,text,integer)": "changes the record of a running build only",
  "record_failed_pages(bigint,integer,jsonb)": "changes the record of a running build only",
  "end_build(bigint,text,integer,text,double precision)":
    "changes the record of a running build only",
  "fail_running_builds()": "changes records of running builds only",
  "get_next_build_time(interval)": "returns a time, no member's data",
  "claim_build_request(interval,interval)": "records that a build is requested, no member's data",
  "claim_missed_build_request(bigint,interval)":
    "records that a build is requested, no member's data",
  "withdraw_build_request()": "withdraws the request of a build, no member's data",
  "change_user_role(uuid,text,text)": "needs a super admin, and refuses their own account",
  "delete_user_as_admin(uuid)": "needs a super admin, and refuses their own account",
  "block_user(uuid,text)": "needs a super admin, and refuses their own account",
  "unblock_user(uuid)": "needs a super admin",
  "list_hidden_team_ids()": "returns only ids of teams that the viewer may not see",
  "set_profile_hidden(uuid,boolean)": "needs a super admin, and hides no super admin",
  "move_hidden_avatar(text,text)": "needs a super admin, and a profile that is hidden",
  "notify_publishers(uuid)": "needs a news writer of the article's language",
  "count_deletion_recipients(uuid)": "returns numbers to people who may delete the event",
  "report_content(text,uuid,text,text)":
    "inserts a report of the viewer about content that they see",
  "decide_report_case(uuid,text,text,text,boolean,timestamp with time zone)": "needs a super admin",
  "list_admin_report_cases(uuid[])": "needs a super admin",
  "list_admin_reports(uuid)": "needs a super admin",
  "list_admin_rows(text,text,text,text,text,uuid,integer)": "needs a super admin",
  "list_admin_users(text,text,text,text,uuid,integer)":
    "calls list_admin_rows(), which needs a super admin",
  "get_name_for_admin(uuid)": "returns a name to super admins only",
  "get_masked_email_for_admin(uuid)": "returns a masked address to super admins only",
  "retry_unsent_messages(uuid,boolean,boolean)": "needs a super admin",
  "count_admin_totals()": "needs a super admin",
  "count_admin_tasks()": "needs a super admin",
  "list_admin_newcomer_content(text,text,text,text,uuid,integer)":
    "calls list_admin_rows(), which needs a super admin",
  "approve_newcomers(uuid[])": "needs a super admin",
  "publish_planned_news()": "publishes scheduled articles at their time",
  "list_newsroom_languages()": "returns data about the viewer only",
  "list_publishable_languages()": "returns data about the viewer only",
  "is_news_editor()": "returns data about the viewer only",
  "get_name_for_newsroom(uuid)": "returns the name of a news writer to other news writers",
  "find_previewed_news(bytea)": "needs the hash of a preview link's token",
  "list_unused_uploads(text[])": "returns the given addresses that no row refers to",
  "count_team_members(uuid)": "returns a number",
}

test("every definer function is listed, pinned to a search path and revoked from public", async () => {
  const functions = await db.many<{
    name: string
    settings: string[] | null
    is_public: boolean
    is_trigger: boolean
  }>`
    select p.oid::regprocedure::text as name, p.proconfig as settings,
      p.prorettype = 'trigger'::regtype as is_trigger,
      exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0)
        as is_public
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')`
  const callable = functions.filter(({ is_trigger }) => !is_trigger)
  expect(callable.map(({ name }) => name).sort()).toEqual(Object.keys(DEFINER_FUNCTIONS).sort())
  for (const { name, settings, is_public } of functions) {
    expect(settings, name).toContain("search_path=public, pg_temp")
    expect(is_public, name).toBe(false)
  }
})

/** Functions of daina_app that use tables with secrets, directly or through other functions, each with the reason. */
const ALLOWED_SECRET_USES: Record<string, string> = {
  "block_user(uuid,text)": "ends sessions and links",
  "export_account()": "leaves hashes and secrets out",
  "schedule_own_deletion(jsonb)": "ends sessions and links",
  "subscribe_to_push(uuid,text,text,text,text)": "checks that the session is the viewer's",
}

test("only the listed functions of daina_app use hashes, links, secrets or sessions", async () => {
  // A table has secrets when it has a bytea column that daina_app may not read.
  const tables = await db.many<{ name: string }>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and a.atttypid = 'bytea'::regtype and not has_column_privilege('daina_app', c.oid, a.attnum, 'select')`
  const names = tables.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["sessions", "mail_links", "second_factors"]))
  // The hashes in `attempts` are no secrets, because they do not help to sign in.
  const secretPattern = new RegExp(
    `\\b(password_hash|${names.filter((name) => name !== "attempts").join("|")})\\b`,
  )
  const functions = await db.many<{
    signature: string
    name: string
    source: string
    is_granted_to_app: boolean
  }>`
    select f.signature, p.proname as name, regexp_replace(p.prosrc, '--[^\n]*', '', 'g') as source,
      has_function_privilege('daina_app', p.oid, 'execute') as is_granted_to_app
    from migrations.own_functions() f join pg_proc p on p.oid = f.id`
  // Searches the source of a function, and of all functions that it calls.
  const usesSecrets = (name: string, visited = new Set<string>()): boolean => {
    // These three functions use secrets, but return none.
    const isAllowed = ["current_viewer", "hash_caller", "lacks_required_factor"].includes(name)
    if (visited.has(name) || isAllowed) return false
    visited.add(name)
    return functions
      .filter((candidate) => candidate.name === name)
      .some(
        ({ source }) =>
          secretPattern.test(source) ||
          [...source.matchAll(/\b(\w+)\(/g)].some(([, called = ""]) =>
            usesSecrets(called, visited),
          ),
      )
  }
  const functionsWithSecrets = functions.filter(
    ({ name, is_granted_to_app }) => is_granted_to_app && usesSecrets(name),
  )
  expect(functionsWithSecrets.map(({ signature }) => signature).sort()).toEqual(
    Object.keys(ALLOWED_SECRET_USES).sort(),
  )
})

test("row-level security applies to daina_app, but not to the owner", async () => {
  expect(await getRlsBypassReason(appUrl)).toBeNull()
  expect(await getRlsBypassReason(ownerUrl)).toContain("owns tables")
})

test("daina_app cannot create, truncate or alter tables", async () => {
  const visitor = app.as(null)
  await expect(visitor.many`create table mine (id int)`).rejects.toThrow(/permission denied/)
  await expect(visitor.many`truncate news`).rejects.toThrow(/permission denied/)
  await expect(visitor.many`alter table news disable row level security`).rejects.toThrow(
    /must be owner/,
  )
  await expect(visitor.many`set role daina_owner`).rejects.toThrow(/permission denied/)
})

test("an update of a column sets updated_at, except for columns that are not content", async () => {
  const columnsThatKeepUpdatedAt = await db.many`
    select c.relname as table, string_agg(a.attname, ', ' order by a.attname) as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid
    where t.tgname = 'touch' and cardinality(t.tgattr::smallint[]) > 0 and a.attnum > 0
      and not a.attisdropped and a.attnum <> all (t.tgattr::smallint[])
      and has_column_privilege('daina_app', c.oid, a.attnum, 'update')
    group by 1 order by 1`
  const newsColumns = "author_id, created_at, group_number, id, original_id, reading_minutes"
  expect(columnsThatKeepUpdatedAt).toEqual([
    { table: "events", columns: "hidden_at, is_detached, series_id" },
    { table: "news", columns: `${newsColumns}, text_changed_at, updated_at, version_hash` },
    { table: "team_posts", columns: "hidden_at, video_thumb_url" },
  ])
})

test("every column that refers to a user is indexed, so that deleting an account is fast", async () => {
  const unindexed = await db.many<{ column: string }>`
    select c.conrelid::regclass || '.' || a.attname as column
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
      )`
  expect(unindexed).toEqual([])
})
