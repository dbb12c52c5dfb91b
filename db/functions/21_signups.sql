-- Event sign-ups. Every function that takes or frees a place locks the event's row first. This serializes concurrent
-- answers and keeps the order of the waitlist. Triggers maintain the counters and promote members from the waitlist.

-- Members read their own sign-up; everything else goes through the functions below.
grant select on event_signups to daina_app;
create policy own_signups on event_signups for select to daina_app
  using (user_id = (select current_viewer()));

-- Returns whether the viewer may see the event. Must match the policy `readers` in 12_events.sql.
create or replace function sees_event(e events) returns boolean
language sql stable
as $$
  select (e.hidden_at is null and (
      (e.event_type = 'public' and (e.team_id in (select hidden_team_ids())) is not true)
        or e.team_id in (select own_team_ids('member')) is true
    ))
    or is_super_admin() or e.team_id in (select own_team_ids('admin')) is true
    or (e.user_id = current_viewer() and e.team_id in (select own_team_ids('member')) is true)
$$;

-- Returns whether a member may have a place at the event: it is public, or they are in its team. Ignores whether admins
-- hid the event itself, because hiding keeps its sign-ups.
create or replace function may_attend(e events, member uuid) returns boolean
language sql stable
as $$
  select (e.event_type = 'public' and not exists (
      select from teams t where t.id = e.team_id and t.hidden_at is not null))
    or exists (select from team_members m where m.team_id = e.team_id and m.user_id = member)
    or exists (select from user_roles r where r.user_id = member and r.role = 'super_admin')
$$;

-- Returns whether an email may describe the event to a member. Of a hidden event, only super admins get emails.
create or replace function member_sees_event(e events, member uuid) returns boolean
language sql stable
as $$
  select (e.hidden_at is null and may_attend(e, member))
    or exists (select from user_roles r where r.user_id = member and r.role = 'super_admin')
$$;

-- Returns whether the viewer may change the event: owner and admins of its team, its author while they may still
-- post events for the team, and super admins.
create or replace function manages_event(event uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from events e
    where e.id = event and (
      e.team_id in (select own_team_ids('admin')) or is_super_admin()
        or (e.user_id = (select current_viewer()) and e.team_id in (select event_team_ids()))
    )
  )
$$;
grant execute on function manages_event(uuid) to daina_app;

-- Returns whether the viewer may use the attendee list: managers, and helpers while they may see the event.
create or replace function organizes_event(event uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select manages_event(event) or exists (
    select from event_helpers h join events e on e.id = h.event_id
    where h.event_id = event and h.user_id = (select current_viewer()) and sees_event(e)
  )
$$;
grant execute on function organizes_event(uuid) to daina_app;

-- Makes an attendee a helper and emails them, or removes that role. Returns false when the viewer may not manage the
-- event, or when the person has no place or no account.
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
  elsif s.status <> 'going' or is_away(s.user_id) then
    return false;
  else
    insert into event_helpers (event_id, user_id) values (s.event_id, s.user_id) on conflict do nothing;
    if found then perform add_event_mail(s.user_id, e, 'event_helper') from events e where e.id = s.event_id; end if;
  end if;
  return true;
end $$;
grant execute on function set_helper(uuid, boolean) to daina_app;

-- Ends helping when the place ends. A deleted sign-up deletes its helper row by foreign key.
create or replace function end_helping() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from event_helpers where event_id = new.event_id and user_id = new.user_id;
  return null;
end $$;
create trigger end_helping after update of status on event_signups
  for each row when (old.status = 'going' and new.status <> 'going') execute function end_helping();

-- Queues an email about an event in the member's language, if they receive that kind.
create or replace function add_event_mail(member uuid, e events, news text, more jsonb default '{}')
returns void
language sql
as $$
  -- A newer change replaces an unsent older one; a cancellation replaces any pending change or reminder.
  delete from mails
  where user_id = member and about ->> 'event_id' = e.id::text and sent_at is null
    and (
      -- Messages of the organizers are kept: each one has its own text.
      kind = news and news <> 'event_message' or news in ('event_changed', 'event_cancelled')
      and kind in ('event_changed', 'event_cancelled', 'event_reminder'))
    and coalesce(leased_until < now(), true);
  insert into mails (user_id, kind, language, about)
  select u.id, news, u.language, more || jsonb_strip_nulls(jsonb_build_object(
    'event_id', e.id, 'event', coalesce(nullif(e.translations -> u.language ->> 'title', ''), e.title),
    'slug', case when e.event_type = 'public' then e.slug end, 'start_date', e.start_date,
    'end_date', e.end_date, 'time_zone', e.time_zone, 'is_all_day', e.is_all_day,
    'location', nullif(concat_ws(', ', e.location, e.address), '')
  ))
  from users u
  -- Event titles are written by members, so only confirmed addresses receive them.
  where u.id = member and u.email_verified_at is not null and not is_away(u.id)
    -- These two emails also go to members without access to the event. Callers pass the event as they last saw it.
    and (news in ('event_cancelled', 'event_released') or member_sees_event(e, u.id))
    and case
      when news in ('event_changed', 'event_cancelled') then u.mail_event_changes
      when news = 'event_reminder' then u.mail_event_reminders
      when news = 'event_message' then u.mail_event_messages
      else u.mail_event_places
    end
    and take_attempt('mail ' || news, u.email::text, 20, interval '1 hour') = 0
$$;

-- Returns whether a sign-up with that many guests is larger than the whole event.
create or replace function exceeds_event(e events, guests integer) returns boolean
language sql immutable
as $$ select coalesce(1 + guests > e.max_participants, false) $$;

-- Returns whether another sign-up is waiting and fits into the event. New sign-ups may not overtake it.
create or replace function has_line(e events, own_signup uuid) returns boolean
language sql stable
as $$
  select e.waiting_count > 0 and exists (
    select from event_signups s
    where s.event_id = e.id and s.status = 'waiting' and s.id is distinct from own_signup
      and not exceeds_event(e, s.guests)
  )
$$;

-- Gives free places to the waitlist in order. The first sign-up blocks the ones after it until enough places are free.
-- A sign-up larger than the whole event is skipped, because it would block the waitlist forever.
create or replace function fill_places(event uuid) returns void
language plpgsql
as $$
declare
  e events;
  first event_signups;
  is_offer boolean;
begin
  loop
    select * into e from events where id = event for update;
    -- The waitlist moves while sign-up is closed, and stands still while the event is hidden.
    exit when not found or e.is_cancelled or e.hidden_at is not null or e.end_date <= now();
    select * into first from event_signups
    where event_id = event and status = 'waiting' and not exceeds_event(e, guests) order by queue limit 1;
    exit when not found
      or e.going_count + e.offered_count + 1 + first.guests > e.max_participants;
    -- Shortly before the event starts there is no time for an answer.
    is_offer := e.offers_places and e.start_date > now() + interval '2 hours';
    update event_signups
    set status = case when is_offer then 'offered' else 'going' end, queue = null,
      offered_until = case when is_offer then least(now() + interval '1 day', e.start_date) end,
      updated_at = date_trunc('milliseconds', now())
    where id = first.id returning * into first;
    perform add_event_mail(
      first.user_id, e, case when is_offer then 'event_offer' else 'event_place' end,
      jsonb_strip_nulls(jsonb_build_object('signup_id', first.id, 'until', first.offered_until))
    );
  end loop;
end $$;

-- Emails a waiting member whose group is larger than the event. With fewer guests they can be promoted again.
create or replace function add_group_mail(signup event_signups, e events) returns void
language sql
as $$
  select add_event_mail(
    signup.user_id, e, 'event_group', jsonb_build_object('signup_id', signup.id, 'count', e.max_participants)
  )
  where signup.user_id is not null and signup.status = 'waiting' and e.max_participants > 0
    and exceeds_event(e, signup.guests)
$$;

-- Returns the number of people of a sign-up, if it has that status, else 0.
create or replace function seats_of(signup event_signups, wanted text) returns integer
language sql immutable
as $$ select case when signup.status = wanted then 1 + signup.guests else 0 end $$;

-- Updates the event's counters, and promotes from the waitlist when places become free.
create or replace function count_signups() returns trigger
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
    going_count = going_count + seats_of(present, 'going') - seats_of(former, 'going'),
    offered_count = offered_count + seats_of(present, 'offered') - seats_of(former, 'offered'),
    came_count = came_count
      + case when present.checked_in_at is null then 0 else seats_of(present, 'going') end
      - case when former.checked_in_at is null then 0 else seats_of(former, 'going') end,
    interested_count = interested_count
      + (coalesce(present.status, '') = 'interested')::integer
      - (coalesce(former.status, '') = 'interested')::integer,
    waiting_count = waiting_count
      + (coalesce(present.status, '') = 'waiting')::integer
      - (coalesce(former.status, '') = 'waiting')::integer
  where id = event;
  -- Runs when places became free, or when the waitlist may have another first sign-up. Promotions by fill_places()
  -- do neither, so this does not recurse.
  if seats_of(present, 'going') + seats_of(present, 'offered') < seats_of(former, 'going') + seats_of(former, 'offered')
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
  for each row execute function count_signups();

create or replace function limit_signups_per_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform count_daily('signups', (select count(*)::integer from added where user_id is not null));
  perform count_daily('walk-ins', (select count(*)::integer from added where user_id is null));
  return null;
end $$;
create trigger limit_per_day after insert on event_signups referencing new table as added
  for each statement execute function limit_signups_per_day();

-- Frees the member's places at these events, in the order of the events' ids so that two calls cannot deadlock.
create or replace function free_places(member uuid, event_ids uuid[]) returns void
language plpgsql
as $$
declare event uuid;
begin
  for event in
    select s.event_id from event_signups s
    where s.event_id = any(event_ids) and s.user_id = member and s.status <> 'not_going'
    order by 1
  loop
    perform from events where id = event for update;
    update event_signups
    set status = 'not_going', queue = null, offered_until = null, checked_in_at = null,
      updated_at = date_trunc('milliseconds', now())
    where event_id = event and user_id = member and status <> 'not_going';
  end loop;
end $$;

-- Frees the places of a member after a block or a request to delete the account, and removes the member's helper
-- roles. A requested deletion marks the sign-ups, so that return_to_events() can restore them.
create or replace function leave_events() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own_events constant uuid[] := array(
    select e.id from event_signups s join events e on e.id = s.event_id
    where s.user_id = new.id and s.status in ('going', 'offered', 'waiting') and e.end_date > now()
  );
begin
  perform free_places(new.id, own_events);
  update event_signups set was_freed_by_leaving = true
  where user_id = new.id and event_id = any(own_events) and new.blocked_at is null;
  -- Includes past events: their attendee lists still contain names.
  delete from event_helpers where user_id = new.id;
  return null;
end $$;
create trigger leave_events after update of blocked_at, deletion_due_at on users
  for each row when (
    old.blocked_at is null and old.deletion_due_at is null
      and (new.blocked_at is not null or new.deletion_due_at is not null)
  )
  execute function leave_events();

-- Restores the viewer's sign-ups after they canceled the deletion of their account: puts them at the end of each
-- waitlist, from which fill_places() gives them a place if one is free.
create or replace function return_to_events() returns void
language plpgsql
as $$
declare
  me constant uuid := current_viewer();
  event uuid;
  e events;
begin
  for event in
    select s.event_id from event_signups s where s.user_id = me and s.was_freed_by_leaving order by 1
  loop
    select * into e from events where id = event for update;
    update event_signups set status = 'waiting', queue = nextval('signup_queue'),
      updated_at = date_trunc('milliseconds', now())
    where event_id = event and user_id = me and status = 'not_going'
      and e.takes_signups and not e.is_cancelled and e.end_date > now() and may_attend(e, me);
    perform fill_places(event);
  end loop;
  update event_signups set was_freed_by_leaving = false where user_id = me and was_freed_by_leaving;
end $$;

-- Frees the places of members who may no longer attend an event, and emails them. `shown` is the event as they last saw
-- it. Deletes their unsent emails about it, which could describe details that they may not see.
create or replace function release_unseen(event uuid, shown events) returns void
language plpgsql
as $$
declare
  e events;
  unseen uuid[];
  held uuid[];
begin
  select * into e from events where id = event and end_date > now() for update;
  if not found then return; end if;
  select array_agg(s.user_id), array_agg(s.user_id) filter (where s.status in ('going', 'offered', 'waiting'))
  into unseen, held
  from event_signups s
  where s.event_id = event and s.user_id is not null and s.status <> 'not_going'
    and not may_attend(e, s.user_id);
  if unseen is null then return; end if;
  update event_signups
  set status = 'not_going', queue = null, offered_until = null, checked_in_at = null,
    updated_at = date_trunc('milliseconds', now())
  where event_id = event and user_id = any(unseen) and status <> 'not_going';
  delete from mails
  where user_id = any(unseen) and about ->> 'event_id' = event::text and kind <> 'event_cancelled'
    and sent_at is null and coalesce(leased_until < now(), true);
  if shown.is_cancelled then return; end if;
  perform add_event_mail(member, shown, case when e.is_cancelled then 'event_cancelled' else 'event_released' end)
  from unnest(held) as member;
end $$;

-- Frees the places of members who may no longer attend an event after it became team-only or moved to another team.
create or replace function release_from_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare former constant events := old;
begin
  perform release_unseen(new.id, former);
  return null;
end $$;
create trigger release_unseen after update of event_type, team_id on events
  for each row when ((old.event_type, old.team_id) is distinct from (new.event_type, new.team_id))
  execute function release_from_event();

-- Frees the places of members who may no longer attend a team's events after an admin hid the team.
create or replace function release_from_team() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare e events;
begin
  for e in select * from events where team_id = new.id and end_date > now() order by id for update loop
    perform release_unseen(e.id, e);
  end loop;
  return null;
end $$;
create trigger release_unseen after update of hidden_at on teams
  for each row when (old.hidden_at is null and new.hidden_at is not null)
  execute function release_from_team();

-- Removes a former team member's helper roles at all events of the team, and their places and unsent emails at events
-- that they may no longer attend. The email about leaving the team mentions this (add_role_mail).
create or replace function leave_team_events() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare own_events uuid[];
begin
  -- Deleting a team deletes its events, and note_event_change() emails their attendees.
  if not exists (select from teams where id = old.team_id) then return null; end if;
  -- With these locks a concurrent sign-up or helper role either is found below or is refused, since its transaction
  -- finds that the member has left.
  perform from events e
  where e.team_id = old.team_id and (
    (e.event_type = 'team' and e.end_date > now())
      or exists (select from event_signups s where s.event_id = e.id and s.user_id = old.user_id)
  )
  order by e.id for update;
  delete from event_helpers h using events e
  where e.id = h.event_id and e.team_id = old.team_id and h.user_id = old.user_id;
  own_events := array(
    select e.id from event_signups s join events e on e.id = s.event_id
    where s.user_id = old.user_id and e.team_id = old.team_id and e.end_date > now()
      and not may_attend(e, old.user_id)
  );
  perform free_places(old.user_id, own_events);
  delete from mails
  where user_id = old.user_id and about ->> 'event_id' = any(own_events::text[]) and sent_at is null
    and coalesce(leased_until < now(), true);
  return null;
end $$;
create trigger leave_events after delete on team_members
  for each row execute function leave_team_events();

-- Emails attendees and the waitlist about a new time or place and about a cancellation, and emails waiting members
-- whose group no longer fits into the event. Deletes unsent emails when the event is hidden. Then promotes from the
-- waitlist.
create or replace function note_event_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  is_gone constant boolean := tg_op = 'DELETE' or new.is_cancelled;
  former constant events := old;
  e events;
begin
  if tg_op = 'DELETE' then e := old; else e := new; end if;
  if old.end_date > now() and (not is_gone or not old.is_cancelled) and (
    is_gone or (old.start_date, old.end_date, old.location, old.address, old.is_cancelled)
      is distinct from (new.start_date, new.end_date, new.location, new.address, new.is_cancelled)
  ) then
    perform add_event_mail(
      s.user_id, e, case when is_gone then 'event_cancelled' else 'event_changed' end
    )
    from event_signups s
    where s.event_id = old.id and s.user_id is not null and s.status in ('going', 'offered', 'waiting')
      and s.user_id is distinct from (select current_viewer());
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.hidden_at is not null and old.hidden_at is null then
    delete from mails
    where about ->> 'event_id' = new.id::text and kind <> 'event_cancelled' and sent_at is null
      and coalesce(leased_until < now(), true);
  elsif new.hidden_at is null and old.hidden_at is not null then
    -- Members could not accept an offered place while the event was hidden.
    update event_signups set offered_until = least(now() + interval '1 day', new.start_date)
    where event_id = new.id and status = 'offered';
  end if;
  -- An event that moved to a later date gets a second reminder.
  if new.start_date > old.start_date then
    update event_signups set reminded_at = null where event_id = new.id and reminded_at is not null;
  end if;
  if not new.is_cancelled and new.end_date > now() and new.max_participants is distinct from old.max_participants then
    -- Members whose group exceeded the former limit have had this email.
    perform add_group_mail(s, e) from event_signups s
    where s.event_id = new.id and s.status = 'waiting'
      and not (exceeds_event(former, s.guests) and former.max_participants > 0);
  end if;
  perform fill_places(new.id);
  return null;
end $$;
create trigger signups_know after update of start_date, end_date, location, address, is_cancelled,
  max_participants, takes_signups, offers_places, hidden_at on events
  for each row execute function note_event_change();
create trigger signups_know_of_end before delete on events
  for each row execute function note_event_change();

-- Returns how many members a deletion affects: of this event, of this and the following dates of its series, and of all
-- dates. note_event_change() emails these members. Returns no row when the viewer may not delete the event.
create or replace function people_of_deletion(event uuid)
returns table ("this" bigint, "following" bigint, "all" bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(distinct s.user_id) filter (where e.id = chosen.id),
    count(distinct s.user_id) filter (where e.id = chosen.id or e.series_date >= chosen.series_date),
    count(distinct s.user_id)
  from events chosen
  left join event_series own on own.id = chosen.series_id
  join events e on e.id = chosen.id
    or e.series_id in (select part.id from event_series part where part.lineage = own.lineage)
  left join event_signups s on s.event_id = e.id and s.status in ('going', 'offered', 'waiting')
    and e.end_date > now() and not e.is_cancelled
    and s.user_id is distinct from (select current_viewer())
  where chosen.id = event and (chosen.team_id in (select event_team_ids()) is true or is_super_admin())
  group by chosen.id
$$;
grant execute on function people_of_deletion(uuid) to daina_app;

-- Returns the replies that fit an event's questions. The reply to a question with choices must be one of them.
create or replace function valid_answers(questions jsonb, replies jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(jsonb_object_agg(q ->> 'id', replies -> (q ->> 'id')), '{}')
  from jsonb_array_elements(questions) as q
  where replies ? (q ->> 'id')
    and (q -> 'choices' = '[]' or q -> 'choices' @> jsonb_build_array(replies -> (q ->> 'id')))
$$;

-- Returns whether the replies answer all required questions, which are those with choices.
create or replace function answers_required(questions jsonb, replies jsonb) returns boolean
language sql immutable
as $$
  select not exists (
    select from jsonb_array_elements(questions) as q
    where q -> 'choices' <> '[]' and not valid_answers(questions, replies) ? (q ->> 'id')
  )
$$;

-- Stores the viewer's answer and returns their status: 'going', 'waiting', 'interested' or 'not_going'. Any other word
-- is a refusal, which changes nothing: 'not_found', 'closed', 'over', 'cancelled', 'full' (not enough free places for
-- more guests), 'guests' (more guests than allowed), 'group_too_large' (more people than the event has places) and
-- 'answers' (an unknown question, a reply that is not one of the choices, or a missing required reply).
create or replace function answer_event(
  event uuid, answer text, with_guests integer, words text, replies jsonb
) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  me uuid := current_viewer();
  e events;
  mine event_signups;
  holds boolean;
  had_place boolean;
  outcome text;
begin
  if me is null then raise exception 'only members sign up' using errcode = '42501'; end if;
  -- Locks the member before the event, as deleting and blocking an account do: a blocked member takes no place.
  perform from users where id = me and blocked_at is null and deletion_due_at is null for share;
  if not found then return 'not_found'; end if;
  select * into e from events where id = event for update;
  select * into mine from event_signups where event_id = event and user_id = me;
  -- Members can give up their place while the event is hidden.
  if e.id is null or not (
    sees_event(e) or (answer = 'not_going' and mine.id is not null and e.hidden_at is not null and may_attend(e, me))
  ) then
    return 'not_found';
  end if;
  -- An expired offer holds no place, even before tend_signups() passes the place on.
  holds := coalesce(mine.status = 'going' or (mine.status = 'offered' and mine.offered_until > now()), false);
  had_place := coalesce(mine.status = 'going', false);
  if e.end_date <= now() then return 'over'; end if;
  if answer <> 'not_going' then
    if e.is_cancelled then return 'cancelled'; end if;
    -- Members who have a place or wait may change their answer.
    if (not e.takes_signups or now() < e.signup_from or now() >= e.signup_until)
      and not (holds or coalesce(mine.status = 'waiting', false)) is true
    then
      return 'closed';
    end if;
    if with_guests > greatest(e.guests_max, mine.guests) then return 'guests'; end if;
    if valid_answers(e.signup_questions, replies) <> replies
      or (answer = 'going' and not answers_required(e.signup_questions, replies))
    then
      return 'answers';
    end if;
  elsif mine.id is null and not e.takes_signups then
    return 'closed';
  end if;

  outcome := answer;
  if answer = 'going' then
    if not is_super_admin() and not exists (
      select from users where id = me and email_verified_at is not null
    ) then
      raise exception 'the email address is not confirmed' using errcode = 'DA403';
    end if;
    if holds and with_guests <= mine.guests then
      null;
    elsif exceeds_event(e, with_guests) then
      return case when e.max_participants > 0 then 'group_too_large' else 'full' end;
    elsif not has_line(e, mine.id)
      and coalesce(e.going_count + e.offered_count + 1 + with_guests
        - seats_of(mine, 'going') - seats_of(mine, 'offered') <= e.max_participants, true)
    then
      null;
    elsif holds then
      return 'full';
    else
      outcome := 'waiting';
    end if;
  end if;

  insert into event_signups as s (event_id, user_id, status, guests, note, answers, queue)
  values (
    -- Drops outdated replies: a member who declines with an old page may send replies to questions that have changed.
    event, me, outcome, with_guests, words, valid_answers(e.signup_questions, replies),
    case when outcome = 'waiting' then nextval('signup_queue') end
  )
  on conflict (event_id, user_id) do update set
    status = excluded.status, guests = excluded.guests, note = excluded.note, answers = excluded.answers,
    -- A group that grows goes to the end of the waitlist.
    queue = case when s.status = 'waiting' and outcome = 'waiting' and excluded.guests <= s.guests
      then s.queue else excluded.queue end,
    offered_until = null, checked_in_at = case when outcome = 'going' then s.checked_in_at end,
    created_at = case when s.status = outcome and (outcome <> 'waiting' or excluded.guests <= s.guests)
      then s.created_at else excluded.created_at end,
    updated_at = excluded.updated_at
  returning * into mine;
  if outcome = 'going' and not had_place then
    perform add_event_mail(me, e, 'event_going', jsonb_build_object('signup_id', mine.id));
  end if;
  -- The trigger may have promoted a waiting member who now brings fewer guests.
  return (select status from event_signups where id = mine.id);
end $$;
grant execute on function answer_event(uuid, text, integer, text, jsonb) to daina_app;

-- Deletes the viewer's sign-up and their helper role. Returns false when there is no sign-up.
create or replace function withdraw_from_event(event uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from events where id = event for update;
  delete from event_signups where event_id = event and user_id = current_viewer();
  return found;
end $$;
grant execute on function withdraw_from_event(uuid) to daina_app;

-- Returns the viewer's sign-ups of events that admins hid, with the time and the team, but without anything that the
-- organizers wrote.
create or replace function own_hidden_signups()
returns table (
  event_id uuid, status text, start_date timestamptz, end_date timestamptz, time_zone text, is_all_day boolean,
  is_cancelled boolean, country text, team_name text, team_slug text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select e.id, s.status, e.start_date, e.end_date, e.time_zone, e.is_all_day, e.is_cancelled, e.country::text,
    t.name, t.slug
  from event_signups s
  join events e on e.id = s.event_id and e.hidden_at is not null
  left join teams t on t.id = e.team_id and t.hidden_at is null
  where s.user_id = (select current_viewer()) and not sees_event(e) and may_attend(e, s.user_id)
$$;
grant execute on function own_hidden_signups() to daina_app;

-- Returns whether a new sign-up would have to wait behind others. A waiting group that is larger than the event does
-- not count. False for an event that the viewer may not see.
create or replace function has_waitlist(event uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select coalesce((select has_line(e, null) from events e where e.id = event and sees_event(e)), false) $$;
grant execute on function has_waitlist(uuid) to daina_app;

-- Whether somebody's name may stand among those who go, for other members: adults who want it.
create or replace function shows_going(p profiles) returns boolean
language sql stable
as $$
  select coalesce(
    (p.privacy_settings ->> 'show_events')::boolean and (p.privacy_settings ->> 'show_display_name')::boolean is not false
      and p.date_of_birth <= current_date - interval '18 years', false
  )
$$;

-- Who goes, as the viewer may know: adults who allow it, and who is in a team with the viewer.
create or replace function people_going(event uuid)
returns table (user_id uuid, display_name text, avatar_url text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.user_id, p.display_name,
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end
  from events e
  join event_signups s on s.event_id = e.id and s.status = 'going'
  join profiles p on p.user_id = s.user_id and p.display_name is not null and p.hidden_at is null
  where e.id = event and current_viewer() is not null and sees_event(e) and not is_away(p.user_id)
    and (shows_going(p) or p.user_id = (select current_viewer()) or (
      (p.privacy_settings ->> 'show_display_name')::boolean is not false and exists (
        select from team_members theirs
        where theirs.user_id = p.user_id and theirs.team_id in (select own_team_ids('member'))
      )
    ))
  order by s.created_at, s.id
  limit 60
$$;
grant execute on function people_going(uuid) to daina_app;

-- Returns the viewer's position on the waitlist, 1 for the first. Null when they are not waiting, or when their group
-- is larger than the event, since fill_places() skips it.
create or replace function queue_position(event uuid) returns integer
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
grant execute on function queue_position(uuid) to daina_app;

-- Returns a page of the attendee list, for organizers of the event. They see the name of every member who signed up,
-- even a name hidden from other members. In the list "going", people added at the door come first.
create or replace function signups_of(
  event uuid, words text, wanted text, after_time timestamptz, after_id uuid, most integer
)
returns table (
  id uuid, user_id uuid, name text, avatar_url text, status text, guests smallint, note text,
  answers jsonb, "position" bigint, offered_until timestamptz, checked_in_at timestamptz, created_at timestamptz,
  helps boolean
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.id, s.user_id, coalesce(s.name, p.display_name),
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end,
    s.status, s.guests, s.note, s.answers,
    line.position, s.offered_until, s.checked_in_at, s.created_at,
    exists (select from event_helpers h where h.event_id = s.event_id and h.user_id = s.user_id)
  from event_signups s
  left join profiles p on p.user_id = s.user_id and p.hidden_at is null
  left join (
    select w.id, row_number() over (order by w.queue) as position
    from event_signups w join events e on e.id = w.event_id and not exceeds_event(e, w.guests)
    where w.event_id = event and w.status = 'waiting' and wanted in ('waiting', 'everyone')
  ) as line on line.id = s.id
  where s.event_id = event and organizes_event(event)
    and s.status = any(
      case wanted
        when 'waiting' then array['waiting', 'offered']
        when 'everyone' then array['going', 'waiting', 'offered']
        else array[wanted]
      end
    )
    and (words = '' or plain_text(coalesce(s.name, p.display_name)) like like_pattern(words))
    and (after_time is null or (wanted <> 'going' or s.user_id is not null, s.created_at, s.id) > (
      wanted <> 'going' or coalesce((select c.user_id is not null from event_signups c where c.id = after_id), true),
      after_time, after_id
    ))
  order by wanted <> 'going' or s.user_id is not null, s.created_at, s.id
  limit most
$$;
grant execute on function signups_of(uuid, text, text, timestamptz, uuid, integer) to daina_app;

-- Gives an attendee a place, moves them to the end of the waitlist or takes them off the list, with a message in their
-- email. Organizers may admit more people than there are places. The outcome is 'has_room', without a change, instead
-- of moving someone to the waitlist while places are free.
create or replace function move_signup(signup uuid, wanted text, words text, out outcome text, out event_id uuid)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  e events;
  moved event_signups;
begin
  select e2.* into e from event_signups s join events e2 on e2.id = s.event_id
  where s.id = signup and organizes_event(e2.id) for update of e2;
  if not found then outcome := 'not_found'; return; end if;
  event_id := e.id;
  select * into moved from event_signups where id = signup for update;
  -- A blocked member gets no place.
  if not found or (wanted <> 'not_going' and is_away(moved.user_id)) then outcome := 'not_found'; return; end if;
  if moved.status = wanted then outcome := 'done'; return; end if;
  if wanted = 'waiting' and not exceeds_event(e, moved.guests) and not has_line(e, moved.id)
    and coalesce(e.going_count + e.offered_count + 1 + moved.guests
      - seats_of(moved, 'going') - seats_of(moved, 'offered') <= e.max_participants, true)
  then
    outcome := 'has_room';
    return;
  end if;
  update event_signups
  set status = wanted, offered_until = null, checked_in_at = case when wanted = 'going' then checked_in_at end,
    queue = case when wanted = 'waiting' then nextval('signup_queue') end,
    created_at = case when wanted = 'waiting' then date_trunc('milliseconds', now()) else created_at end,
    updated_at = date_trunc('milliseconds', now())
  where id = signup returning * into moved;
  if moved.user_id is not null then
    perform add_event_mail(
      moved.user_id, e, case when wanted = 'going' then 'event_place' else 'event_removed' end,
      jsonb_strip_nulls(jsonb_build_object('signup_id', moved.id, 'message', words, 'waits', wanted = 'waiting'))
    );
  end if;
  if wanted = 'waiting' then perform add_group_mail(moved, e); end if;
  outcome := 'done';
end $$;
grant execute on function move_signup(uuid, text, text) to daina_app;

-- Adds a person without an account at the door, checked in. Returns null when the viewer may not organize the event.
create or replace function add_walk_in(event uuid, called text, with_guests integer) returns uuid
language plpgsql security definer set search_path = public, pg_temp
as $$
declare added uuid;
begin
  perform from events where id = event and organizes_event(id) for update;
  if not found then return null; end if;
  insert into event_signups (event_id, name, status, guests, checked_in_at)
  values (event, called, 'going', with_guests, date_trunc('milliseconds', now()))
  returning id into added;
  return added;
end $$;
grant execute on function add_walk_in(uuid, text, integer) to daina_app;

-- Checks an attendee in at the time given by the organizer's phone, which may have been offline; null undoes it. Of
-- several times, the earliest counts. Returns no row when the event has no such attendee.
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
grant execute on function check_in(uuid, uuid, timestamptz) to daina_app;

-- Returns how many members a message of the organizers reaches: attendees (`going`) and members of the waitlist
-- (`waiting`). Leaves out members without a confirmed address and those who turned off these emails; a hidden event
-- sends none. Null when the
-- viewer may not organize the event.
create or replace function message_reach(event uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when organizes_event(event) then (
    select jsonb_build_object(
      'going', count(*) filter (where s.status = 'going'),
      'waiting', count(*) filter (where s.status in ('waiting', 'offered'))
    )
    from event_signups s join users u on u.id = s.user_id join events e on e.id = s.event_id
    where s.event_id = event and e.hidden_at is null and u.email_verified_at is not null and u.mail_event_messages
      and u.blocked_at is null and u.deletion_due_at is null
  ) end
$$;
grant execute on function message_reach(uuid) to daina_app;

-- Queues an email to all attendees and, if `with_waiting`, to the waitlist. Returns the number of emails, null when
-- three messages were sent within the last day, or -1 when the viewer may not organize the event.
create or replace function message_going(event uuid, words text, with_waiting boolean default false) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  e events;
  recent timestamptz[];
  queued integer;
begin
  select * into e from events where id = event and organizes_event(id) for update;
  if not found then return -1; end if;
  recent := array(select m from unnest(e.messaged_at) as m where m > now() - interval '1 day');
  if cardinality(recent) >= 3 then return null; end if;
  update events set messaged_at = recent || now() where id = event;
  perform add_event_mail(s.user_id, e, 'event_message', jsonb_build_object('message', words))
  from event_signups s
  where s.event_id = event and s.user_id is not null
    and (s.status = 'going' or with_waiting and s.status in ('waiting', 'offered'));
  select count(*) into queued
  from event_signups s join mails m on m.user_id = s.user_id and m.created_at = date_trunc('milliseconds', now())
  where s.event_id = event and m.kind = 'event_message' and m.about ->> 'event_id' = event::text;
  return queued;
end $$;
grant execute on function message_going(uuid, text, boolean) to daina_app;

-- Ends expired offers, which lets the trigger promote the next members, and emails the members who did not answer.
-- Queues reminders the day before an event. Leaves out hidden events. Returns the number of public events with expired offers.
create or replace function tend_signups() returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event uuid;
  passed_on events;
  lapsed event_signups;
  due record;
  changed integer := 0;
begin
  for event in
    select distinct s.event_id from event_signups s join events e on e.id = s.event_id and e.hidden_at is null
    where s.status = 'offered' and s.offered_until <= now() order by 1
  loop
    select * into passed_on from events where id = event for update;
    for lapsed in
      update event_signups
      set status = 'not_going', offered_until = null, updated_at = date_trunc('milliseconds', now())
      where event_id = event and status = 'offered' and offered_until <= now()
      returning *
    loop
      if not passed_on.is_cancelled and passed_on.end_date > now() then
        perform add_event_mail(
          lapsed.user_id, passed_on, 'event_offer_over', jsonb_build_object('signup_id', lapsed.id)
        );
      end if;
    end loop;
    changed := changed + (passed_on.event_type = 'public')::integer;
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
    perform add_event_mail(due.user_id, due.event, 'event_reminder', jsonb_build_object('signup_id', due.id));
  end loop;
  return changed;
end $$;
grant execute on function tend_signups() to daina_auth;

-- Whose calendar the link of an email turns off emails of; null where it is no good.
create or replace function turn_event_emails_off(hash bytea) returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  update users u
  set mail_event_places = false, mail_event_changes = false, mail_event_reminders = false,
    mail_event_messages = false
  from mail_links l
  where l.token_hash = hash and l.purpose = 'event_emails' and l.expires_at > now() and u.id = l.user_id
  returning true
$$;
grant execute on function turn_event_emails_off(bytea) to daina_auth;

-- Whose mail it is.
create or replace function issue_event_emails_link(mail uuid, hash bytea) returns uuid
language sql security definer set search_path = public, pg_temp
as $$
  insert into mail_links (token_hash, user_id, purpose, email, expires_at)
  select hash, m.user_id, 'event_emails', u.email, now() + interval '90 days'
  from mails m join users u on u.id = m.user_id
  where m.id = mail and m.sent_at is null and m.kind like 'event\_%'
  returning user_id
$$;
grant execute on function issue_event_emails_link(uuid, bytea) to daina_auth;

-- The secret address of the viewer's calendar is a new one from now on.
create or replace function renew_calendar_feed(hash bytea) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into calendar_feeds (user_id, token_hash)
  select current_viewer(), hash where current_viewer() is not null
  on conflict (user_id) do update
    set token_hash = excluded.token_hash, created_at = date_trunc('milliseconds', now())
$$;
grant execute on function renew_calendar_feed(bytea) to daina_app;

-- Whose calendar it is; nobody's who may not log in.
create or replace function calendar_feed_owner(hash bytea) returns uuid
language sql stable security definer set search_path = public, pg_temp
as $$ select user_id from calendar_feeds where token_hash = hash and not is_away(user_id) $$;
grant execute on function calendar_feed_owner(bytea) to daina_auth;

create or replace function has_calendar_feed() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from calendar_feeds where user_id = current_viewer()) $$;
grant execute on function has_calendar_feed() to daina_app;
