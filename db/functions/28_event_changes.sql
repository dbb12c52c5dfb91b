-- Effects on sign-ups when an event, a team or an account changes.

-- Sets sign-ups to 'not_going'. Locks the events in the order of their ids, so that two calls cannot deadlock.
create or replace function release_places(members uuid[], event_ids uuid[]) returns void
language plpgsql
as $$
declare event uuid;
begin
  for event in
    select distinct s.event_id from event_signups s
    where s.event_id = any(event_ids) and s.user_id = any(members) and s.status <> 'not_going'
    order by 1
  loop
    perform from events where id = event for update;
    update event_signups
    set status = 'not_going', queue = null, offered_until = null, checked_in_at = null,
      updated_at = date_trunc('milliseconds', now())
    where event_id = event and user_id = any(members) and status <> 'not_going';
  end loop;
end $$;

-- A member who is blocked, or whose account deletion is scheduled, loses the places at events that are not over. If the
-- member is not blocked, restore_own_signups() can restore these sign-ups.
create or replace function release_places_of_absent_member() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event_ids constant uuid[] := array(
    select e.id from event_signups s join events e on e.id = s.event_id
    where s.user_id = new.id and s.status in ('going', 'offered', 'waiting') and e.end_date > now()
  );
begin
  perform release_places(array[new.id], event_ids);
  update event_signups set was_freed_by_leaving = true
  where user_id = new.id and event_id = any(event_ids) and new.blocked_at is null;
  -- The helper role also ends at past events, because their attendee lists still contain names.
  delete from event_helpers where user_id = new.id;
  return null;
end $$;
create trigger leave_events after update of blocked_at, deletion_due_at on users
  for each row when (
    old.blocked_at is null and old.deletion_due_at is null
      and (new.blocked_at is not null or new.deletion_due_at is not null)
  )
  execute function release_places_of_absent_member();

-- Runs when the viewer cancels the scheduled deletion of the account. Puts the sign-ups that this deletion ended at the
-- end of the waitlists, and fills free places.
create or replace function restore_own_signups() returns void
language plpgsql
as $$
declare
  viewer constant uuid := current_viewer();
  event uuid;
  e events;
begin
  for event in
    select s.event_id from event_signups s where s.user_id = viewer and s.was_freed_by_leaving order by 1
  loop
    select * into e from events where id = event for update;
    update event_signups set status = 'waiting', queue = nextval('signup_queue'),
      updated_at = date_trunc('milliseconds', now())
    where event_id = event and user_id = viewer and status = 'not_going'
      and e.takes_signups and not e.is_cancelled and e.end_date > now() and may_attend(e, viewer);
    perform fill_places(event);
  end loop;
  update event_signups set was_freed_by_leaving = false where user_id = viewer and was_freed_by_leaving;
end $$;

-- Removes the places of members who may no longer attend the event, and notifies these members. `last_seen` is the
-- event as they could last see it. Their unsent emails are deleted, because these may contain later changes of the
-- event.
create or replace function release_excluded_members(event uuid, last_seen events) returns void
language plpgsql
as $$
declare
  e events;
  excluded_members uuid[];
  members_with_place uuid[];
begin
  select * into e from events where id = event and end_date > now() for update;
  if not found then return; end if;
  select array_agg(s.user_id), array_agg(s.user_id) filter (where s.status in ('going', 'offered', 'waiting'))
  into excluded_members, members_with_place
  from event_signups s
  where s.event_id = event and s.user_id is not null and s.status <> 'not_going'
    and not may_attend(e, s.user_id);
  if excluded_members is null then return; end if;
  perform release_places(excluded_members, array[event]);
  delete from mails
  where user_id = any(excluded_members) and about ->> 'event_id' = event::text and kind <> 'event_cancelled'
    and sent_at is null and coalesce(leased_until < now(), true);
  if last_seen.is_cancelled then return; end if;
  perform queue_event_mail(member, last_seen, case when e.is_cancelled then 'event_cancelled' else 'event_access_lost' end)
  from unnest(members_with_place) as member;
end $$;

create or replace function release_after_event_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare former constant events := old;
begin
  perform release_excluded_members(new.id, former);
  return null;
end $$;
create trigger release_excluded after update of event_type, team_id on events
  for each row when ((old.event_type, old.team_id) is distinct from (new.event_type, new.team_id))
  execute function release_after_event_change();

create or replace function release_after_team_hiding() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare e events;
begin
  for e in select * from events where team_id = new.id and end_date > now() order by id for update loop
    perform release_excluded_members(e.id, e);
  end loop;
  return null;
end $$;
create trigger release_excluded after update of hidden_at on teams
  for each row when (old.hidden_at is null and new.hidden_at is not null)
  execute function release_after_team_hiding();

-- A former member of a team loses places at its team-only events, and the helper role at all its events.
create or replace function release_places_of_former_member() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare event_ids uuid[];
begin
  -- Deleting a team deletes its events, and handle_event_change() emails their attendees.
  if not exists (select from teams where id = old.team_id) then return null; end if;
  -- The lock waits for concurrent transactions that add a sign-up or a helper role, so that the next statements find
  -- these rows.
  perform from events e
  where e.team_id = old.team_id and (
    (e.event_type = 'team' and e.end_date > now())
      or exists (select from event_signups s where s.event_id = e.id and s.user_id = old.user_id)
  )
  order by e.id for update;
  delete from event_helpers h using events e
  where e.id = h.event_id and e.team_id = old.team_id and h.user_id = old.user_id;
  event_ids := array(
    select e.id from event_signups s join events e on e.id = s.event_id
    where s.user_id = old.user_id and e.team_id = old.team_id and e.end_date > now()
      and not may_attend(e, old.user_id)
  );
  perform release_places(array[old.user_id], event_ids);
  delete from mails
  where user_id = old.user_id and about ->> 'event_id' = any(event_ids::text[]) and sent_at is null
    and coalesce(leased_until < now(), true);
  return null;
end $$;
create trigger leave_events after delete on team_members
  for each row execute function release_places_of_former_member();

-- Runs after a change of an event and before its deletion. Notifies its attendees and, if it is a team-only event, the
-- members of the team. Fills free places.
create or replace function handle_event_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  is_gone constant boolean := tg_op = 'DELETE' or new.is_cancelled;
  former constant events := old;
  e events;
  has_changed boolean := true;
begin
  if tg_op = 'DELETE' then
    e := old;
  else
    e := new;
    has_changed := (old.start_date, old.end_date, old.location, old.address, old.is_cancelled)
      is distinct from (new.start_date, new.end_date, new.location, new.address, new.is_cancelled);
    if new.hidden_at is not null and has_changed then
      update events set changed_while_hidden = true where id = new.id;
    elsif new.hidden_at is null and old.changed_while_hidden then
      has_changed := true;
      update events set changed_while_hidden = false where id = new.id;
    end if;
  end if;
  -- For a hidden event, queue_event_mail() emails members only about its cancellation, not about changes.
  if old.end_date > now() and (not is_gone or not old.is_cancelled) and (is_gone or has_changed) then
    perform queue_event_mail(
      s.user_id, e, case when is_gone then 'event_cancelled' else 'event_changed' end
    )
    from event_signups s
    where s.event_id = old.id and s.user_id is not null and s.status in ('going', 'offered', 'waiting')
      and s.user_id is distinct from (select current_viewer());
    perform notify(case when is_gone then 'event_cancelled' else 'event_changed' end, old.id, '{}',
      array_agg(person.user_id), array_agg(person.reason),
      -- The title of a hidden event stays hidden.
      case when tg_op = 'DELETE' then jsonb_strip_nulls(jsonb_build_object('is_gone', true,
        'title', case when old.hidden_at is null then old.title end,
        'start_date', old.start_date, 'time_zone', old.time_zone, 'is_all_day', old.is_all_day)) end)
    from (
      select s.user_id, 'signup' from event_signups s
      where s.event_id = old.id and s.status in ('going', 'offered', 'waiting')
      union all
      -- Members of a team attend its team-only events without signing up.
      select m.user_id, 'member' from team_members m where m.team_id = old.team_id and e.event_type = 'team'
    ) as person (user_id, reason)
    where e.hidden_at is null or is_gone;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.hidden_at is not null and old.hidden_at is null then
    delete from mails
    where about ->> 'event_id' = new.id::text and kind not in ('event_cancelled', 'hidden_by_admins')
      and sent_at is null and coalesce(leased_until < now(), true);
    -- Unsent cancellations must not contain the title and place of the hidden event.
    update mails set about = about - '{event,slug,location}'::text[]
    where about ->> 'event_id' = new.id::text and kind = 'event_cancelled' and sent_at is null;
  elsif new.hidden_at is null and old.hidden_at is not null then
    -- Offers get a new end, because members could not accept a place while the event was hidden.
    update event_signups set offered_until = get_offer_end(new.start_date)
    where event_id = new.id and status = 'offered';
  end if;
  if new.start_date > old.start_date then
    update event_signups set reminded_at = null where event_id = new.id and reminded_at is not null;
  end if;
  if not new.is_cancelled and new.end_date > now() and new.max_participants is distinct from old.max_participants then
    -- Leaves out members whose group exceeded the former limit, because they already have this email.
    perform queue_group_too_large_mail(s, e) from event_signups s
    where s.event_id = new.id and s.status = 'waiting'
      and not (exceeds_event(former, s.guests) and former.max_participants > 0);
  end if;
  perform fill_places(new.id);
  return null;
end $$;
create trigger email_about_change after update of start_date, end_date, location, address, is_cancelled,
  max_participants, takes_signups, offers_places, hidden_at on events
  for each row execute function handle_event_change();
create trigger email_about_deletion before delete on events
  for each row execute function handle_event_change();

-- Returns how many members, without the viewer, would lose their sign-up if the viewer deleted only this event
-- ("this"), this and the following events of its series ("following"), or the whole series ("all").
create or replace function count_deletion_recipients(event uuid)
returns table ("this" bigint, "following" bigint, "all" bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(distinct s.user_id) filter (where e.id = chosen.id),
    count(distinct s.user_id) filter (where e.id = chosen.id or e.series_date >= chosen.series_date),
    count(distinct s.user_id)
  from events chosen
  left join event_series chosen_series on chosen_series.id = chosen.series_id
  join events e on e.id = chosen.id
    or e.series_id in (select part.id from event_series part where part.lineage = chosen_series.lineage)
  left join event_signups s on s.event_id = e.id and s.status in ('going', 'offered', 'waiting')
    and e.end_date > now() and not e.is_cancelled
    and s.user_id is distinct from (select current_viewer())
  where chosen.id = event and (chosen.team_id in (select list_event_team_ids()) is true or is_super_admin())
  group by chosen.id
$$;

grant execute on function count_deletion_recipients to daina_app;
