-- Leases an event that is to be posted to the channel: a listed one that is to come, made since the channel
-- is known, and left alone for ten minutes, in which its page is built and a slip of the pen put right.
-- What was refused is tried again after 1, 2, 4 … 256 minutes, until the event begins. What is not said to
-- be refused is never given out again: a post too few can be made by hand, one too many has been read.
create or replace function take_announcement(channel text)
returns table (
  id uuid, slug text, title text, description text, start_date timestamptz, end_date timestamptz,
  time_zone text, is_all_day boolean, location text, language text, translations jsonb
)
language sql security definer set search_path = public, pg_temp
as $$
  insert into channels (chat) values (channel) on conflict do nothing;
  with due as (
    select e.id from channels c
    join events e on e.created_at >= c.since
    left join teams t on t.id = e.team_id
    left join announcements a on a.event_id = e.id
    where c.chat = channel and c.paused_until <= now()
      and e.event_type = 'public' and e.hidden_at is null and not e.is_cancelled and e.start_date > now()
      and (e.team_id is null or (t.reviewed_at is not null and t.hidden_at is null))
      and greatest(e.updated_at, t.reviewed_at) <= now() - interval '10 minutes'
      and (a.event_id is null or (a.taken_at is null and a.next_try_at <= now()))
    order by e.created_at, e.id limit 1
  ), taken as (
    insert into announcements as a (event_id, next_try_at)
    select d.id, now() + interval '1 minute' from due d
    -- Another sender may have been faster.
    on conflict (event_id) do update
    set tries = a.tries + 1, taken_at = now(),
      next_try_at = now() + interval '1 minute' * power(2, least(a.tries, 8))
    where a.taken_at is null and a.next_try_at <= now()
    returning event_id
  )
  select e.id, e.slug, e.title, e.description, e.start_date, e.end_date, e.time_zone, e.is_all_day,
    e.location, e.language::text, e.translations
  from taken join events e on e.id = taken.event_id
$$;
grant execute on function take_announcement(text) to daina_auth;

create or replace function note_announcement_sent(event uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update announcements set sent_at = now(), last_error = null where event_id = event and sent_at is null
$$;
grant execute on function note_announcement_sent(uuid) to daina_auth;

-- With `pause`, Telegram has asked for one: it holds for all that is to be posted there.
create or replace function note_announcement_failed(
  event uuid, reason text, was_refused boolean, channel text, pause interval
) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update announcements
  set last_error = left(reason, 500), taken_at = case when was_refused then null else taken_at end
  where event_id = event and sent_at is null;
  update channels set paused_until = now() + pause where chat = channel and pause is not null;
$$;
grant execute on function note_announcement_failed(uuid, text, boolean, text, interval) to daina_auth;
