-- Sign-ups of members for events. A sign-up takes a place for the member and one for each guest. Functions that take or
-- free places lock the event's row before the sign-ups, so that concurrent calls keep the order of the waitlist.

grant select on event_signups to daina_app;
create policy own_signups on event_signups for select to daina_app
  using (user_id = (select current_viewer()));

-- Must have the same conditions as the policy `readers` in 12_events.sql.
create or replace function can_see_event(e events) returns boolean
language sql stable
as $$
  select (e.hidden_at is null and (
      (e.event_type = 'public' and (e.team_id in (select list_hidden_team_ids())) is not true)
        or e.team_id in (select list_own_team_ids('member')) is true
    ))
    or is_super_admin() or e.team_id in (select list_own_team_ids('admin')) is true
    or (e.user_id = current_viewer() and e.team_id in (select list_own_team_ids('member')) is true)
$$;

-- Returns whether a member may have a place. Ignores whether admins have hidden the event, so that members keep their
-- places.
create or replace function may_attend(e events, member uuid) returns boolean
language sql stable
as $$
  select (e.event_type = 'public' and not exists (
      select from teams t where t.id = e.team_id and t.hidden_at is not null))
    or exists (select from team_members m where m.team_id = e.team_id and m.user_id = member)
    or exists (select from user_roles r where r.user_id = member and r.role = 'super_admin')
$$;

-- Returns whether emails to the member may contain the event's title and place. If the event is hidden, only emails to
-- super admins may contain them.
create or replace function may_describe_event_to(e events, member uuid) returns boolean
language sql stable
as $$
  select (e.hidden_at is null and may_attend(e, member))
    or exists (select from user_roles r where r.user_id = member and r.role = 'super_admin')
$$;

-- Returns whether the viewer may manage the event's sign-ups: as an admin of the event's team, as a super admin, or as
-- the event's author while the author may edit the team's events. Other members who may edit the event
-- (list_event_team_ids()) may not manage its sign-ups.
create or replace function manages_event(event uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from events e
    where e.id = event and (
      e.team_id in (select list_own_team_ids('admin')) or is_super_admin()
        or (e.user_id = (select current_viewer()) and e.team_id in (select list_event_team_ids()))
    )
  )
$$;

-- Returns whether the viewer may use the attendee list. Members who manage the sign-ups and helpers may use it.
create or replace function organizes_event(event uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select manages_event(event) or exists (
    select from event_helpers h join events e on e.id = h.event_id
    where h.event_id = event and h.user_id = (select current_viewer()) and can_see_event(e)
  )
$$;

-- Notifies a member about an event, and queues an email. The email contains the title and place of a hidden event only
-- if the member is a super admin.
create or replace function queue_event_mail(member uuid, e events, mail_kind text, details jsonb default '{}')
returns void
language sql
as $$
  select notify(
    mail_kind,
    -- Each message has its own notification.
    case mail_kind when 'event_message' then gen_random_uuid() else e.id end,
    case mail_kind when 'event_message' then array[e.id] else '{}' end,
    array[member], '{}',
    nullif(case mail_kind
      when 'event_access_lost' then jsonb_build_object('start_date', e.start_date, 'time_zone', e.time_zone)
      else details - 'signup_id' - 'count'
    end, '{}')
  )
  -- handle_event_change() notifies of changes and cancellations. The member's own answer needs no notification.
  where mail_kind not in ('event_going', 'event_changed', 'event_cancelled');
  -- A new email replaces an unsent email of the same kind about the event. An email about a change or a cancellation
  -- also replaces an unsent email about an earlier change or cancellation, and an unsent reminder.
  delete from mails
  where user_id = member and about ->> 'event_id' = e.id::text and sent_at is null
    and (
      -- A message of the organizers does not replace their earlier messages.
      kind = mail_kind and mail_kind <> 'event_message' or mail_kind in ('event_changed', 'event_cancelled')
      and kind in ('event_changed', 'event_cancelled', 'event_reminder'))
    and coalesce(leased_until < now(), true);
  insert into mails (user_id, kind, language, about)
  select u.id, mail_kind, u.language, details || jsonb_strip_nulls(jsonb_build_object(
    'event_id', e.id, 'start_date', e.start_date, 'end_date', e.end_date, 'time_zone', e.time_zone,
    'is_all_day', e.is_all_day
  ) || case
    when e.hidden_at is null or may_describe_event_to(e, u.id) then jsonb_build_object(
      'event', coalesce(nullif(e.translations -> u.language ->> 'title', ''), e.title),
      'slug', case when e.event_type = 'public' then e.slug end,
      'location', nullif(concat_ws(', ', e.location, e.address), '')
    )
    else '{}'
  end)
  from users u
  -- Members write event titles, so only confirmed addresses receive them.
  where u.id = member and u.email_verified_at is not null and not is_blocked_or_leaving(u.id)
    -- For these two kinds, the access is not checked, because callers pass the event as the member could last see it.
    and (mail_kind in ('event_cancelled', 'event_access_lost') or may_describe_event_to(e, u.id))
    and wants_topic(u.id, get_mail_topic(mail_kind), 'email')
    and count_attempt('mail ' || mail_kind, u.email::text, 20, interval '1 hour') = 0
$$;

-- Limits sign-ups by members and added walk-ins per day. A walk-in is a person without an account, added by an organizer
-- at the door.
create or replace function enforce_daily_signup_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform count_toward_daily_limit('signups', (select count(*)::integer from added where user_id is not null));
  perform count_toward_daily_limit('walk-ins', (select count(*)::integer from added where user_id is null));
  return null;
end $$;
create trigger limit_per_day after insert on event_signups referencing new table as added
  for each statement execute function enforce_daily_signup_limit();

-- `replies` are the answers to sign-up questions by the question's id. Returns the answers that belong to a question; a
-- question with choices accepts only its choices.
create or replace function pick_valid_answers(questions jsonb, replies jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(jsonb_object_agg(q ->> 'id', replies -> (q ->> 'id')), '{}')
  from jsonb_array_elements(questions) as q
  where replies ? (q ->> 'id')
    and (q -> 'choices' = '[]' or q -> 'choices' @> jsonb_build_array(replies -> (q ->> 'id')))
$$;

-- Returns whether all required questions have a valid answer. Only questions with choices are required.
create or replace function has_required_answers(questions jsonb, replies jsonb) returns boolean
language sql immutable
as $$
  select not exists (
    select from jsonb_array_elements(questions) as q
    where q -> 'choices' <> '[]' and not pick_valid_answers(questions, replies) ? (q ->> 'id')
  )
$$;

-- Stores the viewer's `answer`: 'going', 'interested' or 'not_going'. Returns the new status ('waiting' if the event is
-- full), or a refusal such as 'guests' (more guests than allowed) or 'answers' (missing or invalid replies).
create or replace function answer_event(
  event uuid, answer text, with_guests integer, new_note text, replies jsonb
) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  viewer uuid := current_viewer();
  e events;
  own_signup event_signups;
  has_place_or_offer boolean;
  was_going boolean;
  outcome text;
begin
  if viewer is null then raise exception 'only members sign up' using errcode = 'insufficient_privilege'; end if;
  -- Locks the member before the event, in the same order as the deletion of an account, to avoid a deadlock.
  perform from users where id = viewer and blocked_at is null and deletion_due_at is null for share;
  if not found then return 'not_found'; end if;
  select * into e from events where id = event for update;
  select * into own_signup from event_signups where event_id = event and user_id = viewer;
  -- Members can give up their place while the event is hidden.
  if e.id is null or not (
    can_see_event(e) or (answer = 'not_going' and own_signup.id is not null and e.hidden_at is not null and may_attend(e, viewer))
  ) then
    return 'not_found';
  end if;
  -- An expired offer holds no place, even before process_signups() ends it.
  has_place_or_offer := coalesce(own_signup.status = 'going' or (own_signup.status = 'offered' and own_signup.offered_until > now()), false);
  was_going := coalesce(own_signup.status = 'going', false);
  if e.end_date <= now() then return 'over'; end if;
  if answer <> 'not_going' then
    if e.is_cancelled then return 'cancelled'; end if;
    -- Members who have a place or are waiting may change their answer even after sign-up has closed.
    if (not e.takes_signups or now() < e.signup_from or now() >= e.signup_until)
      and not (has_place_or_offer or coalesce(own_signup.status = 'waiting', false)) is true
    then
      return 'closed';
    end if;
    if with_guests > greatest(e.guests_max, own_signup.guests) then return 'guests'; end if;
    if pick_valid_answers(e.signup_questions, replies) <> replies
      or (answer = 'going' and not has_required_answers(e.signup_questions, replies))
    then
      return 'answers';
    end if;
  elsif own_signup.id is null and not e.takes_signups then
    return 'closed';
  end if;

  outcome := answer;
  if answer = 'going' then
    if not is_super_admin() and not exists (
      select from users where id = viewer and email_verified_at is not null
    ) then
      raise exception 'the email address is not confirmed' using errcode = 'DA403';
    end if;
    if has_place_or_offer and with_guests <= own_signup.guests then
      null;
    elsif exceeds_event(e, with_guests) then
      return case when e.max_participants > 0 then 'group_too_large' else 'full' end;
    elsif not others_are_waiting(e, own_signup.id)
      and coalesce(e.going_count + e.offered_count + 1 + with_guests
        - count_places(own_signup, 'going') - count_places(own_signup, 'offered') <= e.max_participants, true)
    then
      null;
    elsif has_place_or_offer then
      return 'full';
    else
      outcome := 'waiting';
    end if;
  end if;

  insert into event_signups as s (event_id, user_id, status, guests, note, answers, queue)
  values (
    -- The answer 'not_going' may have replies to deleted questions, which were not checked above.
    event, viewer, outcome, with_guests, new_note, pick_valid_answers(e.signup_questions, replies),
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
  returning * into own_signup;
  if outcome = 'going' and not was_going then
    perform queue_event_mail(viewer, e, 'event_going', jsonb_build_object('signup_id', own_signup.id));
  end if;
  -- A trigger may have changed the status: a waiting member with fewer guests may get a place at once.
  return (select status from event_signups where id = own_signup.id);
end $$;

-- Deletes the viewer's sign-up; a foreign key also deletes the helper role. Returns false if there is no sign-up.
create or replace function withdraw_from_event(event uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from events where id = event for update;
  delete from event_signups where event_id = event and user_id = current_viewer();
  return found;
end $$;

-- Returns the viewer's sign-ups for hidden events that the viewer cannot see, without texts of the event.
create or replace function list_own_hidden_signups()
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
  where s.user_id = (select current_viewer()) and not can_see_event(e) and may_attend(e, s.user_id)
$$;

-- Returns whether all members may see the person in attendee lists. Only adults can allow this.
create or replace function may_be_listed(p profiles) returns boolean
language sql stable
as $$
  select coalesce(
    (p.privacy_settings ->> 'show_events')::boolean and (p.privacy_settings ->> 'show_display_name')::boolean is not false
      and p.date_of_birth <= current_date - interval '18 years', false
  )
$$;

-- Returns the first 12 attendees whose names the viewer may see: adults who allow it, members of the viewer's teams,
-- and the viewer. Searches only the first 1,000 sign-ups, in case many names are hidden. An anonymous visitor gets no
-- attendees.
create or replace function list_visible_attendees(event uuid)
returns table (user_id uuid, display_name text, avatar_url text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.user_id, p.display_name,
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end
  from (
    select s.user_id, s.created_at, s.id from event_signups s
    where s.event_id = event and s.status = 'going'
    order by s.created_at, s.id
    limit 1000
  ) s
  cross join lateral (
    select p.* from profiles p
    where p.user_id = s.user_id and p.display_name is not null and p.hidden_at is null
      and (may_be_listed(p) or p.user_id = (select current_viewer()) or (
        (p.privacy_settings ->> 'show_display_name')::boolean is not false and exists (
          select from team_members m
          where m.user_id = p.user_id and m.team_id in (select list_own_team_ids('member'))
        )
      ))
      and not is_blocked_or_leaving(p.user_id)
    limit 1
  ) p
  where (select current_viewer()) is not null and (select can_see_event(e) from events e where e.id = event)
  order by s.created_at, s.id
  limit 12
$$;

grant execute on function manages_event, organizes_event, answer_event, withdraw_from_event,
  list_own_hidden_signups, list_visible_attendees to daina_app;
