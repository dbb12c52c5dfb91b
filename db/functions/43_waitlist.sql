-- The waitlist of an event. A member with guests is a group, and moves up only when there are places for all of it. A
-- group that is larger than the event is skipped, because it would block the waitlist forever.

create or replace function exceeds_event(e events, guests integer) returns boolean
language sql immutable
as $$ select coalesce(1 + guests > e.max_participants, false) $$;

create or replace function others_are_waiting(e events, own_signup uuid) returns boolean
language sql stable
as $$
  select e.waiting_count > 0 and exists (
    select from event_signups s
    where s.event_id = e.id and s.status = 'waiting' and s.id is distinct from own_signup
      and not exceeds_event(e, s.guests)
  )
$$;

-- Members must accept an offered place within a day, and before the event starts.
create or replace function get_offer_end(event_start timestamptz) returns timestamptz
language sql stable
as $$ select least(now() + interval '1 day', event_start) $$;

-- Gives or offers free places to waiting groups in order. A group that needs more places than are free blocks the
-- groups behind it.
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
    -- Places are filled even if sign-up has closed, but not while admins hide the event.
    exit when not found or e.is_cancelled or e.hidden_at is not null or e.end_date <= now();
    select * into next_signup from event_signups
    where event_id = event and status = 'waiting' and not exceeds_event(e, guests) order by queue limit 1;
    exit when not found
      or e.going_count + e.offered_count + 1 + next_signup.guests > e.max_participants;
    -- In the last two hours before the start, members get the place at once, because the time to accept is too short.
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

create or replace function queue_group_too_large_mail(signup event_signups, e events) returns void
language sql
as $$
  select queue_event_mail(
    signup.user_id, e, 'event_group_too_large', jsonb_build_object('signup_id', signup.id, 'count', e.max_participants)
  )
  where signup.user_id is not null and signup.status = 'waiting' and e.max_participants > 0
    and exceeds_event(e, signup.guests)
$$;

-- Returns the places that a sign-up takes, including guests, if it has the wanted status.
create or replace function count_places(signup event_signups, wanted_status text) returns integer
language sql immutable
as $$ select case when signup.status = wanted_status then 1 + signup.guests else 0 end $$;

-- Updates the event's counters of sign-ups, and gives places that became free to the first groups of the waitlist.
create or replace function update_signup_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event uuid := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
  old_signup event_signups;
  new_signup event_signups;
begin
  if tg_op <> 'INSERT' then old_signup := old; end if;
  if tg_op <> 'DELETE' then new_signup := new; end if;
  update events set
    going_count = going_count + count_places(new_signup, 'going') - count_places(old_signup, 'going'),
    offered_count = offered_count + count_places(new_signup, 'offered') - count_places(old_signup, 'offered'),
    came_count = came_count
      + case when new_signup.checked_in_at is null then 0 else count_places(new_signup, 'going') end
      - case when old_signup.checked_in_at is null then 0 else count_places(old_signup, 'going') end,
    interested_count = interested_count
      + (coalesce(new_signup.status, '') = 'interested')::integer
      - (coalesce(old_signup.status, '') = 'interested')::integer,
    waiting_count = waiting_count
      + (coalesce(new_signup.status, '') = 'waiting')::integer
      - (coalesce(old_signup.status, '') = 'waiting')::integer
  where id = event;
  -- A change of the waitlist also needs a call of fill_places(), because there may be enough places for the group that
  -- is now first. The updates of fill_places() do not meet these conditions, so the trigger does not recurse.
  if count_places(new_signup, 'going') + count_places(new_signup, 'offered') < count_places(old_signup, 'going') + count_places(old_signup, 'offered')
    or (
      old_signup.status = 'waiting' and coalesce(new_signup.status, '') not in ('going', 'offered')
        and (new_signup.queue, new_signup.guests) is distinct from (old_signup.queue, old_signup.guests)
    )
  then
    perform fill_places(event);
  end if;
  return null;
end $$;
create trigger counted after insert or delete or update of status, guests, checked_in_at on event_signups
  for each row execute function update_signup_counts();

-- Returns whether groups that are not too large for the event wait for places. Returns false if the viewer may not see
-- the event.
create or replace function has_waitlist(event uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select coalesce((select others_are_waiting(e, null) from events e where e.id = event and can_see_event(e)), false) $$;

-- Returns the viewer's position on the waitlist, from 1; null if the viewer has none.
create or replace function get_queue_position(event uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*)::integer
  from event_signups own_signup
  join events e on e.id = own_signup.event_id and not exceeds_event(e, own_signup.guests)
  join event_signups s on s.event_id = own_signup.event_id and s.status = 'waiting' and s.queue <= own_signup.queue
    and not exceeds_event(e, s.guests)
  where own_signup.event_id = event and own_signup.user_id = (select current_viewer()) and own_signup.status = 'waiting'
  having count(*) > 0
$$;

-- Ends expired offers, so that the next groups of the waitlist get the places. Queues reminder emails a day before an
-- event. Returns how many public events had expired offers.
create or replace function process_signups() returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event uuid;
  changed_event events;
  expired_offer event_signups;
  reminder record;
  changed_count integer := 0;
begin
  for event in
    select distinct s.event_id from event_signups s join events e on e.id = s.event_id and e.hidden_at is null
    where s.status = 'offered' and s.offered_until <= now() order by 1
  loop
    select * into changed_event from events where id = event for update;
    for expired_offer in
      update event_signups
      set status = 'not_going', offered_until = null, updated_at = date_trunc('milliseconds', now())
      where event_id = event and status = 'offered' and offered_until <= now()
      returning *
    loop
      if not changed_event.is_cancelled and changed_event.end_date > now() then
        perform queue_event_mail(
          expired_offer.user_id, changed_event, 'event_offer_over', jsonb_build_object('signup_id', expired_offer.id)
        );
      end if;
    end loop;
    changed_count := changed_count + (changed_event.event_type = 'public')::integer;
  end loop;
  for reminder in
    select s.id, s.user_id, e as event
    from events e join event_signups s on s.event_id = e.id
    where e.start_date > now() and e.start_date <= now() + interval '1 day' and not e.is_cancelled
      and e.hidden_at is null and s.status = 'going' and s.user_id is not null and s.reminded_at is null
      and s.created_at < now() - interval '6 hours'
    order by e.start_date, s.id
    limit 1000
    for update of s skip locked
  loop
    update event_signups set reminded_at = now() where id = reminder.id;
    perform queue_event_mail(reminder.user_id, reminder.event, 'event_reminder', jsonb_build_object('signup_id', reminder.id));
  end loop;
  return changed_count;
end $$;

grant execute on function has_waitlist, get_queue_position to daina_app;
grant execute on function process_signups to daina_auth;
