-- Attendee lists for organizers. An organizer is a member who manages the event's sign-ups (manages_event()), or a
-- helper, who may only use the list. organizes_event() is true for both kinds of organizers.

-- Makes an attendee a helper or, if `helps` is false, ends this role. Returns false if the viewer does not manage the
-- event, if the attendee is a walk-in, and if the new helper has no place.
create or replace function set_helper(signup uuid, helps boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare s event_signups;
begin
  perform from events e join event_signups s2 on s2.event_id = e.id
  where s2.id = signup and manages_event(e.id) for update of e;
  if not found then return false; end if;
  select * into s from event_signups where id = signup and user_id is not null;
  if not found then return false; end if;
  if not helps then
    delete from event_helpers where event_id = s.event_id and user_id = s.user_id;
    delete from mails
    where user_id = s.user_id and kind = 'event_helper' and about ->> 'event_id' = s.event_id::text
      and sent_at is null and coalesce(leased_until < now(), true);
  elsif s.status <> 'going' or is_blocked_or_leaving(s.user_id) then
    return false;
  else
    insert into event_helpers (event_id, user_id) values (s.event_id, s.user_id) on conflict do nothing;
    if found then perform queue_event_mail(s.user_id, e, 'event_helper') from events e where e.id = s.event_id; end if;
  end if;
  return true;
end $$;

-- A helper who loses the place also loses the helper role. If the sign-up is deleted, a foreign key deletes the role.
create or replace function remove_helper_role() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from event_helpers where event_id = new.event_id and user_id = new.user_id;
  return null;
end $$;
create trigger end_helping after update of status on event_signups
  for each row when (old.status = 'going' and new.status <> 'going') execute function remove_helper_role();

-- Returns a page of the event's sign-ups. `list_name` is 'waiting', 'everyone' or a status. Includes names that members
-- hide in their profiles, but no names of profiles that admins have hidden. Walk-ins (without user_id) come first.
create or replace function list_signups(
  event uuid, search text, list_name text, after_time timestamptz, after_id uuid, max_rows integer
)
returns table (
  id uuid, user_id uuid, name text, avatar_url text, status text, guests smallint, note text,
  answers jsonb, "position" bigint, offered_until timestamptz, checked_in_at timestamptz, created_at timestamptz,
  helps boolean
)
language sql stable security definer set search_path = public, pg_temp
as $$
  with page as materialized (
    select found.*
    from unnest(
      case list_name
        when 'waiting' then array['waiting', 'offered']
        when 'everyone' then array['going', 'waiting', 'offered']
        else array[list_name]
      end
    ) as listed (status)
    cross join lateral (
      select s.* from event_signups s
      where s.event_id = event and s.status = listed.status
        -- Rows after the last row of the previous page, in the sort order: walk-ins, then members, each by time.
        and (s.user_id is not null, s.created_at, s.id) > (
          coalesce((select c.user_id is not null from event_signups c where c.id = after_id), after_id is not null),
          coalesce(after_time, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000')
        )
        and (search = '' or plain_text(coalesce(s.name, (
          select p.display_name from profiles p where p.user_id = s.user_id and p.hidden_at is null
        ))) like to_like_pattern(search))
      order by s.user_id is not null, s.created_at, s.id
      limit max_rows
    ) as found
    where organizes_event(event)
    order by found.user_id is not null, found.created_at, found.id
    limit max_rows
  )
  select s.id, s.user_id, coalesce(s.name, p.display_name),
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end,
    s.status, s.guests, s.note, s.answers,
    waitlist.position, s.offered_until, s.checked_in_at, s.created_at,
    exists (select from event_helpers h where h.event_id = s.event_id and h.user_id = s.user_id)
  from page s
  -- The limit prevents a hash join, which would read all profiles.
  left join lateral (
    select * from profiles p where p.user_id = s.user_id and p.hidden_at is null limit 1
  ) as p on true
  left join (
    select w.id, row_number() over (order by w.queue) as position
    from event_signups w join events e on e.id = w.event_id and not exceeds_event(e, w.guests)
    where w.event_id = event and w.status = 'waiting' and w.queue <= (select max(queue) from page)
  ) as waitlist on waitlist.id = s.id
  order by s.user_id is not null, s.created_at, s.id
$$;

-- Gives a place to a person ('going'), moves them to the waitlist ('waiting') or removes them ('not_going'). Organizers
-- may admit more people than the event has places. Instead of moving a person to the waitlist, returns 'has_room' if
-- there is a place for them.
create or replace function move_signup(signup uuid, new_status text, message_text text, out outcome text, out event_id uuid)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  e events;
  moved_signup event_signups;
begin
  select e2.* into e from event_signups s join events e2 on e2.id = s.event_id
  where s.id = signup and organizes_event(e2.id) for update of e2;
  if not found then outcome := 'not_found'; return; end if;
  event_id := e.id;
  select * into moved_signup from event_signups where id = signup for update;
  if not found or (new_status <> 'not_going' and is_blocked_or_leaving(moved_signup.user_id)) then outcome := 'not_found'; return; end if;
  if moved_signup.status = new_status then outcome := 'done'; return; end if;
  if new_status = 'waiting' and not exceeds_event(e, moved_signup.guests) and not others_are_waiting(e, moved_signup.id)
    and coalesce(e.going_count + e.offered_count + 1 + moved_signup.guests
      - count_places(moved_signup, 'going') - count_places(moved_signup, 'offered') <= e.max_participants, true)
  then
    outcome := 'has_room';
    return;
  end if;
  update event_signups
  set status = new_status, offered_until = null, checked_in_at = case when new_status = 'going' then checked_in_at end,
    queue = case when new_status = 'waiting' then nextval('signup_queue') end,
    created_at = case when new_status = 'waiting' then date_trunc('milliseconds', now()) else created_at end,
    updated_at = date_trunc('milliseconds', now())
  where id = signup returning * into moved_signup;
  if moved_signup.user_id is not null then
    perform queue_event_mail(
      moved_signup.user_id, e, case when new_status = 'going' then 'event_place' else 'event_removed' end,
      jsonb_strip_nulls(jsonb_build_object('signup_id', moved_signup.id, 'message', message_text, 'waits', new_status = 'waiting'))
    );
  end if;
  if new_status = 'waiting' then perform queue_group_too_large_mail(moved_signup, e); end if;
  outcome := 'done';
end $$;

-- Adds a person who came without a sign-up. Returns null if the viewer does not organize the event.
create or replace function add_walk_in(event uuid, guest_name text, with_guests integer) returns uuid
language plpgsql security definer set search_path = public, pg_temp
as $$
declare new_id uuid;
begin
  perform from events where id = event and organizes_event(id) for update;
  if not found then return null; end if;
  insert into event_signups (event_id, name, status, guests, checked_in_at)
  values (event, guest_name, 'going', with_guests, date_trunc('milliseconds', now()))
  returning id into new_id;
  return new_id;
end $$;

-- Records the time at which a person arrived; if `arrived` is null, undoes the check-in. Keeps the earliest of several
-- times, because phones that were offline send check-ins late.
create or replace function check_in(event uuid, signup uuid, arrived timestamptz)
returns table (name text, guests smallint, checked_in_at timestamptz)
language sql security definer set search_path = public, pg_temp
as $$
  update event_signups s
  set checked_in_at = case when arrived is not null
    then least(s.checked_in_at, arrived, date_trunc('milliseconds', now())) end
  where s.id = signup and s.event_id = event and s.status = 'going' and organizes_event(event)
  returning coalesce(s.name, (
    select p.display_name from profiles p where p.user_id = s.user_id and p.hidden_at is null
  )), s.guests, s.checked_in_at
$$;

-- Counts the attendees who would get a message by email. Returns null if the viewer does not organize the event.
create or replace function count_message_recipients(event uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when organizes_event(event) then (
    select jsonb_build_object(
      'going', count(*) filter (where s.status = 'going'),
      'waiting', count(*) filter (where s.status in ('waiting', 'offered'))
    )
    from event_signups s join users u on u.id = s.user_id join events e on e.id = s.event_id
    where s.event_id = event and e.hidden_at is null and u.email_verified_at is not null and wants_topic(u.id, 'event_message', 'email')
      and u.blocked_at is null and u.deletion_due_at is null
  ) end
$$;

-- Sends a message of an organizer to the attendees. Returns the number of emails, null if three messages were already
-- sent within a day, and -1 if the viewer is no organizer.
create or replace function message_attendees(event uuid, message_text text, with_waiting boolean default false) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  e events;
  recent timestamptz[];
  queued_count integer;
begin
  select * into e from events where id = event and organizes_event(id) for update;
  if not found then return -1; end if;
  recent := array(select m from unnest(e.messaged_at) as m where m > now() - interval '1 day');
  if cardinality(recent) >= 3 then return null; end if;
  update events set messaged_at = recent || now() where id = event;
  perform queue_event_mail(s.user_id, e, 'event_message', jsonb_build_object('message', message_text))
  from event_signups s
  where s.event_id = event and s.user_id is not null
    and (s.status = 'going' or with_waiting and s.status in ('waiting', 'offered'));
  -- queue_event_mail() skips some members, so this counts the emails that the transaction created.
  select count(*) into queued_count
  from event_signups s join mails m on m.user_id = s.user_id and m.created_at = date_trunc('milliseconds', now())
  where s.event_id = event and m.kind = 'event_message' and m.about ->> 'event_id' = event::text;
  return queued_count;
end $$;

grant execute on function set_helper, list_signups, move_signup, add_walk_in, check_in, count_message_recipients,
  message_attendees to daina_app;
