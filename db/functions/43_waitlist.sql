-- The waitlist of an event, and the triggers that count its sign-ups and promote members from the waitlist.
--
-- A waiting group that is larger than the whole event is skipped everywhere, because it would block the waitlist
-- forever.

create or replace function exceeds_event(e events, guests integer) returns boolean
language sql immutable
as $$ select coalesce(1 + guests > e.max_participants, false) $$;

-- Returns whether another sign-up is waiting. New sign-ups may not overtake it.
create or replace function others_are_waiting(e events, own_signup uuid) returns boolean
language sql stable
as $$
  select e.waiting_count > 0 and exists (
    select from event_signups s
    where s.event_id = e.id and s.status = 'waiting' and s.id is distinct from own_signup
      and not exceeds_event(e, s.guests)
  )
$$;

-- Returns how long a member can accept a place that is offered now: for a day, but not after the event's start.
create or replace function get_offer_end(event_start timestamptz) returns timestamptz
language sql stable
as $$ select least(now() + interval '1 day', event_start) $$;

-- Gives free places to waiting members in order. The first sign-up blocks the following ones until enough places are
-- free.
create or replace function fill_places(event uuid) returns void
language plpgsql
as $$
declare
  e events;
  next_signup event_signups;
  is_offer boolean;
begin
  loop
    select * into e from events where id = event for update;
    -- Members are promoted while sign-up is closed, but not while the event is hidden.
    exit when not found or e.is_cancelled or e.hidden_at is not null or e.end_date <= now();
    select * into next_signup from event_signups
    where event_id = event and status = 'waiting' and not exceeds_event(e, guests) order by queue limit 1;
    exit when not found
      or e.going_count + e.offered_count + 1 + next_signup.guests > e.max_participants;
    -- Shortly before the event starts there is no time for an answer.
    is_offer := e.offers_places and e.start_date > now() + interval '2 hours';
    update event_signups
    set status = case when is_offer then 'offered' else 'going' end, queue = null,
      offered_until = case when is_offer then get_offer_end(e.start_date) end,
      updated_at = date_trunc('milliseconds', now())
    where id = next_signup.id returning * into next_signup;
    perform queue_event_mail(
      next_signup.user_id, e, case when is_offer then 'event_offer' else 'event_place' end,
      jsonb_strip_nulls(jsonb_build_object('signup_id', next_signup.id, 'until', next_signup.offered_until))
    );
  end loop;
end $$;

-- Emails a waiting member whose group is larger than the event. With fewer guests they can be promoted again.
create or replace function queue_group_too_large_mail(signup event_signups, e events) returns void
language sql
as $$
  select queue_event_mail(
    signup.user_id, e, 'event_group_too_large', jsonb_build_object('signup_id', signup.id, 'count', e.max_participants)
  )
  where signup.user_id is not null and signup.status = 'waiting' and e.max_participants > 0
    and exceeds_event(e, signup.guests)
$$;

-- Returns the number of people of a sign-up, including guests, if it has that status, or else 0.
create or replace function count_places(signup event_signups, wanted_status text) returns integer
language sql immutable
as $$ select case when signup.status = wanted_status then 1 + signup.guests else 0 end $$;

-- Updates the event's counters, and promotes members from the waitlist when places become free.
create or replace function update_signup_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event uuid := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
  former event_signups;
  present event_signups;
begin
  if tg_op <> 'INSERT' then former := old; end if;
  if tg_op <> 'DELETE' then present := new; end if;
  update events set
    going_count = going_count + count_places(present, 'going') - count_places(former, 'going'),
    offered_count = offered_count + count_places(present, 'offered') - count_places(former, 'offered'),
    came_count = came_count
      + case when present.checked_in_at is null then 0 else count_places(present, 'going') end
      - case when former.checked_in_at is null then 0 else count_places(former, 'going') end,
    interested_count = interested_count
      + (coalesce(present.status, '') = 'interested')::integer
      - (coalesce(former.status, '') = 'interested')::integer,
    waiting_count = waiting_count
      + (coalesce(present.status, '') = 'waiting')::integer
      - (coalesce(former.status, '') = 'waiting')::integer
  where id = event;
  -- Runs when places became free, or when another sign-up may be the first on the waitlist. Promotions by
  -- fill_places() do neither, so this does not recurse.
  if count_places(present, 'going') + count_places(present, 'offered') < count_places(former, 'going') + count_places(former, 'offered')
    or (
      former.status = 'waiting' and coalesce(present.status, '') not in ('going', 'offered')
        and (present.queue, present.guests) is distinct from (former.queue, former.guests)
    )
  then
    perform fill_places(event);
  end if;
  return null;
end $$;
create trigger counted after insert or delete or update of status, guests, checked_in_at on event_signups
  for each row execute function update_signup_counts();

-- Returns whether a new sign-up would have to wait behind others. False for an event that the viewer may not see.
create or replace function has_waitlist(event uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select coalesce((select others_are_waiting(e, null) from events e where e.id = event and sees_event(e)), false) $$;

-- Returns the viewer's position on the waitlist, counted from 1; null if they are not waiting.
create or replace function get_queue_position(event uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*)::integer
  from event_signups mine
  join events e on e.id = mine.event_id and not exceeds_event(e, mine.guests)
  join event_signups s on s.event_id = mine.event_id and s.status = 'waiting' and s.queue <= mine.queue
    and not exceeds_event(e, s.guests)
  where mine.event_id = event and mine.user_id = (select current_viewer()) and mine.status = 'waiting'
  having count(*) > 0
$$;

-- Ends expired offers, which promotes the next members, and emails the members who did not answer. Queues reminders
-- the day before an event. Skips hidden events. Returns the number of public events with expired offers.
create or replace function process_signups() returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event uuid;
  changed_event events;
  expired event_signups;
  due record;
  changed integer := 0;
begin
  for event in
    select distinct s.event_id from event_signups s join events e on e.id = s.event_id and e.hidden_at is null
    where s.status = 'offered' and s.offered_until <= now() order by 1
  loop
    select * into changed_event from events where id = event for update;
    for expired in
      update event_signups
      set status = 'not_going', offered_until = null, updated_at = date_trunc('milliseconds', now())
      where event_id = event and status = 'offered' and offered_until <= now()
      returning *
    loop
      if not changed_event.is_cancelled and changed_event.end_date > now() then
        perform queue_event_mail(
          expired.user_id, changed_event, 'event_offer_over', jsonb_build_object('signup_id', expired.id)
        );
      end if;
    end loop;
    changed := changed + (changed_event.event_type = 'public')::integer;
  end loop;
  for due in
    select s.id, s.user_id, e as event
    from events e join event_signups s on s.event_id = e.id
    where e.start_date > now() and e.start_date <= now() + interval '1 day' and not e.is_cancelled
      and e.hidden_at is null and s.status = 'going' and s.user_id is not null and s.reminded_at is null
      -- Members who signed up within the last six hours need no reminder.
      and s.created_at < now() - interval '6 hours'
    order by e.start_date, s.id
    limit 1000
    for update of s skip locked
  loop
    update event_signups set reminded_at = now() where id = due.id;
    perform queue_event_mail(due.user_id, due.event, 'event_reminder', jsonb_build_object('signup_id', due.id));
  end loop;
  return changed;
end $$;

grant execute on function has_waitlist, get_queue_position to daina_app;
grant execute on function process_signups to daina_auth;
