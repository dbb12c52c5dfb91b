-- Queues the email about followed content to members who want it: once a week, on Fridays from 15:00 in Riga.
create or replace function queue_weekly_digests(moment timestamptz default now()) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with riga as (
    select moment at time zone 'Europe/Riga' as local_time
  ), due as (
    insert into weekly_digests (user_id, week)
    select u.id, date_trunc('week', r.local_time)::date
    from riga r, notification_preferences p join users u on u.id = p.user_id
    where extract(isodow from r.local_time) = 5 and extract(hour from r.local_time) >= 15
      and p.topic = 'weekly_digest' and p.email
      and u.email_verified_at is not null and u.blocked_at is null and u.deletion_due_at is null
    order by u.id
    on conflict do nothing
    returning user_id
  ), queued as (
    insert into mails (user_id, kind, language)
    select u.id, 'weekly_digest', u.language from due join users u on u.id = due.user_id
    returning id
  )
  select count(*)::integer from queued
$$;

-- Deletes a leased digest email that the caller found to be empty. Keeps the row in weekly_digests, so that the digest of this week is not
-- queued again.
create or replace function delete_empty_digest(mail uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from mails where id = mail and kind = 'weekly_digest' and sent_at is null and leased_until > now() $$;

-- Returns events about which the viewer got an email within seven days.
create or replace function list_own_emailed_events() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select (m.about ->> 'event_id')::uuid from mails m
  where m.user_id = current_viewer() and m.sent_at > now() - interval '7 days' and m.about ? 'event_id'
$$;

grant execute on function list_own_emailed_events to daina_app;
grant execute on function queue_weekly_digests, delete_empty_digest to daina_auth;
