-- The queue of emails. The worker leases due emails, sends them and records the result.

grant select on mails to daina_app;
create policy super_admins_read on mails for select to daina_app using ((select is_super_admin()));

create or replace function count_mail_if_allowed(address citext, mail_kind text) returns boolean
language sql
as $$ select count_attempt('mail ' || mail_kind, address::text, 5, interval '1 hour') = 0 $$;

-- Returns the topic of notifications to which the email belongs; null for an email that members cannot turn off.
create or replace function get_mail_topic(mail_kind text) returns text
language sql immutable
as $$
  select case
    when mail_kind in ('join_request', 'join_requests') then 'join_request'
    when mail_kind like 'join\_%' then 'join_answer'
    when mail_kind in ('team_admin', 'team_owner', 'team_heir', 'team_removed') then 'team_role'
    when mail_kind in ('event_changed', 'event_cancelled') then 'event_change'
    when mail_kind in ('event_reminder', 'event_message', 'weekly_digest') then mail_kind
    when mail_kind like 'event\_%' then 'event_place'
  end
$$;

create or replace function queue_mail(member uuid, mail_kind text, details jsonb default null) returns void
language sql
as $$
  insert into mails (user_id, kind, language, about)
  select id, mail_kind, language, details from users where id = member and count_mail_if_allowed(email, mail_kind)
$$;

-- Leases due emails for ten minutes, with the details for their texts. The details never reveal a reporter.
create or replace function lease_mails(max_rows integer)
returns table (
  id uuid, kind text, language text, email text, display_name text, details jsonb, tries integer
)
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select m.id from mails m
    where m.sent_at is null and m.failed_at is null and m.next_try_at <= now()
    order by m.next_try_at limit max_rows for update skip locked
  ), leased as (
    update mails m
    set tries = m.tries + 1, leased_until = now() + interval '10 minutes',
      next_try_at = now() + greatest(
        interval '10 minutes', interval '1 minute' * power(2, least(m.tries, 8))
      )
    from due where m.id = due.id
    returning m.*
  )
  -- An unconfirmed address may belong to another person, so an email to it contains no name and no text by members.
  select m.id, m.kind, m.language::text, coalesce(m.address, u.email, s.email)::text,
    case when u.email_verified_at is not null and m.address is null then p.display_name end,
    jsonb_strip_nulls(case
      when r.id is not null then jsonb_build_object(
        'team', t.name, 'slug', t.slug,
        'member', case when applicant.hidden_at is null then applicant.display_name end
      )
      when role_team.id is not null then jsonb_build_object('team', role_team.name, 'slug', role_team.slug)
      when m.about is not null then m.about
      when g.kind = 'translator' then jsonb_build_object('languages', g.languages)
      when c.id is not null then jsonb_build_object(
        'about', c.kind, 'commented', thread.kind, 'comment_id', c.comment_id,
        'slug', case when c.comment_id is not null then coalesce(thread.slug, thread.team_slug)
          when ce.id is null then ct.slug
          when ce.event_type = 'public' then ce.slug end,
        'post_id', coalesce(c.post_id, comment.post_id), 'event_id', c.event_id, 'member_id', c.profile_id,
        'reply', case when m.kind = 'content_hidden' then c.owner_reply else c.reply end,
        'reasons', case
          when m.kind = 'report_received' or (m.kind = 'content_hidden' and not c.child_danger) then (
            select jsonb_agg(distinct report.reason) from reports report where report.case_id = c.id
          )
        end
      ) || case when u.email_verified_at is not null then jsonb_build_object(
        'team', ct.name, 'title', case
          when c.profile_id = m.user_id then p.display_name
          -- Emails do not contain texts of comments.
          when c.comment_id is not null then thread.title
          else coalesce(cp.title, ce.title, get_shown_name(c.profile_id, is_for_member => true))
        end
      ) else '{}' end
      else '{}'
    end),
    m.tries
  from leased m
  left join users u on u.id = m.user_id
  left join profiles p on p.user_id = u.id
  left join subscriptions s on s.id = m.subscription_id
  left join news_grants g on g.user_id = m.user_id and m.kind = 'newsroom_access'
  left join team_join_requests r on r.id = m.request_id
  left join teams t on t.id = r.team_id
  left join teams role_team on role_team.id = m.team_id and m.kind like 'team\_%'
  left join profiles applicant on applicant.user_id = r.user_id
  left join report_cases c on c.id = m.case_id
  left join comments comment on comment.id = c.comment_id
  left join lateral find_comment_thread(comment.subject_id) thread on true
  left join team_posts cp on cp.id = c.post_id
  left join events ce on ce.id = c.event_id
  left join teams ct on ct.id = coalesce(c.team_id, cp.team_id, ce.team_id)
$$;

-- Returns the current details of an email about join requests. Deletes an email that is obsolete, and returns null.
create or replace function prepare_join_mail(mail uuid) returns jsonb
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  due mails;
  details jsonb;
begin
  select * into due from mails m
  where m.id = mail and m.kind like 'join\_%' and m.sent_at is null and m.leased_until > now() for update;
  if not found then return null; end if;
  if not exists (
    select from users u
    where u.id = due.user_id and u.email_verified_at is not null
      and wants_topic(u.id, get_mail_topic(due.kind), 'email')
  ) then
    null; -- `details` stays null, so the email is deleted below.
  elsif due.kind = 'join_requests' then
    -- Members with a hidden profile are counted, but not named.
    select jsonb_build_object('team', t.name, 'slug', t.slug, 'count', count(*), 'members',
      coalesce(jsonb_agg(p.display_name order by r.created_at, r.id)
        filter (where p.display_name is not null), '[]'))
    into details
    from digest_requests d
    join team_join_requests r on r.id = d.request_id and r.status = 'pending'
    join teams t on t.id = r.team_id
    left join profiles p on p.user_id = r.user_id and p.hidden_at is null
    where d.mail_id = mail group by t.id;
  elsif due.kind = 'join_answers' then
    select jsonb_build_object('count', count(*),
      'approved', coalesce(jsonb_agg(t.name order by r.decided_at, r.id)
        filter (where r.status = 'approved'), '[]'),
      'declined', coalesce(jsonb_agg(t.name order by r.decided_at, r.id)
        filter (where r.status = 'rejected'), '[]'),
      'replies', coalesce(jsonb_agg(jsonb_build_object('team', t.name, 'message', r.reply)
        order by r.decided_at, r.id) filter (where r.reply is not null), '[]'))
    into details
    from digest_requests d
    join team_join_requests r on r.id = d.request_id and r.status <> 'pending'
    join teams t on t.id = r.team_id
    where d.mail_id = mail having count(*) > 0;
  else
    -- Only messages of members with a confirmed address are emailed.
    select case
      when due.kind = 'join_request' and p.user_id is not null and a.id is not null
        then jsonb_strip_nulls(jsonb_build_object('message', r.message))
      when due.kind = 'join_declined' then jsonb_strip_nulls(jsonb_build_object('message', r.reply))
      else '{}'
    end
    into details
    from team_join_requests r
    left join profiles p on p.user_id = r.user_id and p.hidden_at is null
    left join users a on a.id = r.user_id and a.email_verified_at is not null
    where r.id = due.request_id and (due.kind <> 'join_request' or r.status = 'pending');
  end if;
  if details is null then delete from mails m where m.id = mail; end if;
  return details;
end $$;

create or replace function store_mail_link(mail uuid, hash bytea, life interval) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into mail_links (token_hash, user_id, subscription_id, purpose, email, expires_at)
  select hash, m.user_id, m.subscription_id, m.kind, coalesce(m.address, u.email, s.email), now() + life
  from mails m
  left join users u on u.id = m.user_id
  left join subscriptions s on s.id = m.subscription_id
  where m.id = mail and m.sent_at is null
$$;

-- Turns the emails of a topic on or off with the link in an email. Returns the changed topics, or an empty array if the
-- link is invalid.
create or replace function set_emails_by_link(hash bytea, is_wanted boolean) returns text[]
language sql security definer set search_path = public, pg_temp
as $$
  with changed as (
    insert into notification_preferences as p (user_id, topic, email)
    select l.user_id, t.topic, is_wanted
    from mail_links l join list_notification_topics() t
      on t.topic = l.topic
        or (l.purpose = 'event_emails' and t.topic in ('event_place', 'event_change', 'event_reminder', 'event_message'))
    where l.token_hash = hash and l.expires_at > now()
    on conflict (user_id, topic) do update set email = excluded.email
    returning p.topic
  )
  select coalesce(array_agg(topic order by topic), '{}') from changed
$$;

-- Stores a link with which the recipient can turn off emails of the same topic. Returns the recipient, or null if the
-- email has no topic.
create or replace function store_topic_link(mail uuid, hash bytea) returns uuid
language sql security definer set search_path = public, pg_temp
as $$
  insert into mail_links (token_hash, user_id, purpose, topic, email, expires_at)
  select hash, m.user_id, 'topic_emails', get_mail_topic(m.kind), u.email, now() + interval '90 days'
  from mails m join users u on u.id = m.user_id
  where m.id = mail and m.sent_at is null and get_mail_topic(m.kind) is not null
  returning user_id
$$;

-- Records that an email was sent. Deletes earlier links to reset the password or change the address, which stay valid
-- until the new email is sent.
create or replace function record_mail_sent(mail uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from mail_links l using mails m
  where m.id = mail and m.sent_at is null and m.kind in ('reset_password', 'change_email')
    and l.user_id = m.user_id and l.purpose = m.kind
    and l.expires_at < (
      select max(n.expires_at) from mail_links n
      where n.user_id = m.user_id and n.purpose = m.kind
    );
  -- The email is sent, so the stored message of a member is deleted.
  update mails set sent_at = now(), failed_at = null, last_error = null, leased_until = null,
    about = about - 'message'
  where id = mail and sent_at is null;
$$;

-- Records a failed attempt. Retries follow after 1, 2, 4 … 256 minutes, until a call has `gives_up` = true.
create or replace function record_mail_failure(mail uuid, reason text, gives_up boolean) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update mails
  set last_error = left(reason, 500), failed_at = case when gives_up then now() end, leased_until = null,
    next_try_at = now() + interval '1 minute' * power(2, least(tries - 1, 8))
  where id = mail and sent_at is null
$$;

grant execute on function get_mail_topic, lease_mails, prepare_join_mail, store_mail_link, set_emails_by_link, store_topic_link,
  record_mail_sent, record_mail_failure to daina_auth;
