-- Reports of content. Reports about the same content form a case until a super admin decides it.

-- The deletion of an account clears reporter_id. This trigger then deletes the text that the reporter wrote.
create or replace function delete_report_details() returns trigger
language plpgsql
as $$ begin new.details := null; return new; end $$;
create trigger delete_details before update of reporter_id on reports
  for each row when (old.reporter_id is not null and new.reporter_id is null)
  execute function delete_report_details();
create trigger touch before update on report_cases for each row execute function touch_updated_at();

-- Returns whether the viewer may report the content: 'reportable', 'own_content' or 'not_found'. Locks the content
-- until the report is stored.
create or replace function check_reportable(content_kind text, target uuid) returns text
language plpgsql
as $$
declare result text;
begin
  if content_kind = 'team' then
    select case when t.id in (select list_own_team_ids('owner')) then 'own_content' else 'reportable' end
    into result
    from teams t where t.id = target and t.hidden_at is null for key share of t;
  elsif content_kind = 'post' then
    select case when p.user_id = current_viewer() then 'own_content' else 'reportable' end into result
    from team_posts p join teams t on t.id = p.team_id
    where p.id = target and p.hidden_at is null and t.hidden_at is null
      and (p.is_published or p.user_id = current_viewer() or p.team_id in (select list_own_team_ids('admin'))
        or is_super_admin())
    for key share of p;
  elsif content_kind = 'event' then
    select case when e.user_id = current_viewer() then 'own_content' else 'reportable' end into result
    from events e
    where e.id = target and e.event_type = 'public' and e.hidden_at is null and can_see_event(e)
      and not exists (select from teams t where t.id = e.team_id and t.hidden_at is not null)
    for key share of e;
  elsif content_kind = 'profile' then
    select case when p.user_id = current_viewer() then 'own_content' else 'reportable' end into result
    from profiles p where p.user_id = target and p.hidden_at is null for key share of p;
  elsif content_kind = 'comment' then
    select case when c.user_id = current_viewer() then 'own_content' else 'reportable' end into result
    from comments c
    where c.id = target and exists (select from find_comment_thread(c.subject_id))
      and (is_public_comment(c) or c.user_id = current_viewer())
    for key share of c;
  end if;
  return coalesce(result, 'not_found');
end $$;

-- Adds the viewer's report to the open case of the content, or opens a case. Notifies the super admins of the first
-- report in a case, and of the first report about a child in danger. Locks rows in the same order as the deletion of an
-- account: members, their content, the case.
create or replace function report_content(content_kind text, target uuid, report_reason text, report_details text)
returns table (outcome text, wait integer, reason text, created_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  viewer uuid := current_viewer();
  seconds integer;
  result text;
  open_case uuid;
  is_first boolean;
  is_urgent boolean;
begin
  perform from users u where u.id = viewer and u.blocked_at is null for key share;
  if not found then raise exception 'members report' using errcode = 'insufficient_privilege'; end if;
  seconds := count_attempt('report', viewer::text, 10, interval '1 hour');
  if seconds > 0 then
    return query select 'rate_limited', seconds, null::text, null::timestamptz; return;
  end if;
  loop
    result := check_reportable(content_kind, target);
    if result = 'reportable' then
      select c.id into open_case from report_cases c
      where c.status = 'open' and case content_kind
        when 'team' then c.team_id = target
        when 'post' then c.post_id = target
        when 'event' then c.event_id = target
        when 'comment' then c.comment_id = target
        else c.profile_id = target
      end
      for update;
      if not found then result := check_reportable(content_kind, target); end if;
    end if;
    if result <> 'reportable' then
      return query select result, 0, null::text, null::timestamptz; return;
    end if;
    exit when open_case is not null;
    insert into report_cases (kind, team_id, post_id, profile_id, event_id, comment_id, title)
    select content_kind, t.id, p.id, m.user_id, e.id, comment.id,
      -- Emails contain the title, so a comment gets the title of its thread.
      coalesce(t.name, p.title, m.display_name, e.title, thread.title)
    from (values (target)) as reported (id)
    left join teams t on content_kind = 'team' and t.id = reported.id
    left join team_posts p on content_kind = 'post' and p.id = reported.id
    left join profiles m on content_kind = 'profile' and m.user_id = reported.id
    left join events e on content_kind = 'event' and e.id = reported.id
    left join comments comment on content_kind = 'comment' and comment.id = reported.id
    left join lateral find_comment_thread(comment.subject_id) thread on true
    on conflict do nothing
    returning id into open_case;
    exit when open_case is not null;
  end loop;
  insert into reports (case_id, reporter_id, reason, details) values (open_case, viewer, report_reason, report_details)
  on conflict (case_id, reporter_id) do nothing;
  if found then
    select report_reason = 'child_danger' and not c.child_danger into is_urgent from report_cases c where c.id = open_case;
    update report_cases c
    set reports = c.reports + 1, last_report_at = date_trunc('milliseconds', now()),
      child_danger = c.child_danger or report_reason = 'child_danger'
    where c.id = open_case returning c.reports = 1 into is_first;
    result := 'reported';
    -- Emails about a child in danger have a limit of their own, so that other reports do not use it up.
    insert into mails (user_id, kind, language, case_id)
    select u.id, 'report_received', u.language, open_case
    from user_roles r join users u on u.id = r.user_id
    where (is_first or is_urgent) and r.role = 'super_admin' and u.id <> viewer and u.email_verified_at is not null
      and u.blocked_at is null
      and count_mail_if_allowed(u.email, case when is_urgent then 'report_child_danger' else 'report_received' end);
    perform notify('report_received', open_case, '{}', array_agg(r.user_id), '{}',
      jsonb_build_object('about', content_kind, 'is_urgent', is_urgent))
    from user_roles r where (is_first or is_urgent) and r.role = 'super_admin';
  else
    result := 'already';
  end if;
  return query
    select result, 0, r.reason, r.created_at from reports r
    where r.case_id = open_case and r.reporter_id = viewer;
end $$;

-- Returns the reporters in a case, the author of the content, and the owner of its team.
create or replace function list_people_of_case(report_case uuid) returns table (user_id uuid, is_reporter boolean)
language sql stable
as $$
  select people.user_id, bool_or(people.is_reporter)
  from (
    select r.reporter_id, true from reports r where r.case_id = report_case
    union all
    select c.profile_id, false from report_cases c where c.id = report_case
    union all
    select p.user_id, false from report_cases c join team_posts p on p.id = c.post_id
    where c.id = report_case
    union all
    select e.user_id, false from report_cases c join events e on e.id = c.event_id
    where c.id = report_case
    union all
    select m.user_id, false from report_cases c join comments m on m.id = c.comment_id
    where c.id = report_case
    union all
    select m.user_id, false
    from report_cases c
    left join team_posts p on p.id = c.post_id
    left join events e on e.id = c.event_id
    join team_members m on m.team_id = coalesce(c.team_id, p.team_id, e.team_id) and m.role = 'owner'
    where c.id = report_case
  ) as people (user_id, is_reporter)
  where people.user_id is not null
  group by people.user_id
$$;

-- Decides a case. The decision 'hide' hides the content, and 'dismiss' leaves it visible. If `informs_owner` is false,
-- 'hide' does not inform the owner of the content, for example until the police have acted; the decision 'inform' does
-- so later. `based_on` is `updated_at` of the case as the viewer saw it; returns 'stale' if the case has changed since.
create or replace function decide_report_case(
  report_case uuid, decision text, reply_to_reporters text, reply_to_owner text, informs_owner boolean, based_on timestamptz
)
returns table (outcome text, exposed_avatar text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  reported report_cases;
  refusal text;
  exposed text;
  emails_owner boolean := decision = 'inform' or (decision = 'hide' and informs_owner);
begin
  perform lock_member_actions();
  select * into reported from report_cases c where c.id = report_case;
  -- Waits for a concurrent deletion of one of these accounts.
  perform from users u
  where u.id in (select p.user_id from list_people_of_case(report_case) p) order by u.id for key share;
  perform from teams t where t.id = reported.team_id for no key update;
  perform from team_posts p where p.id = reported.post_id for no key update;
  perform from events e where e.id = reported.event_id for no key update;
  perform from profiles p where p.user_id = reported.profile_id for no key update;
  perform from comments c where c.id = reported.comment_id for no key update;
  select * into reported from report_cases c where c.id = report_case for update;
  if not found then refusal := 'not_found';
  elsif decision = 'inform' and reported.status = 'hidden' and reported.owner_informed_at is null then
    if reported.updated_at <> based_on then refusal := 'stale'; end if;
  elsif reported.status <> 'open' then refusal := 'already_decided';
  elsif reported.updated_at <> based_on or decision = 'inform' then refusal := 'stale';
  elsif decision = 'hide' and reported.kind = 'profile' then
    perform set_config('app.is_case_decision', 'yes', true);
    select nullif(h.outcome, 'done'), h.exposed_avatar into refusal, exposed
    from set_profile_hidden(reported.profile_id, hides => true) h;
  end if;
  if refusal is not null then return query select refusal, null::text; return; end if;

  if decision = 'hide' then
    perform set_config('app.is_case_decision', 'yes', true);
    update teams t set hidden_at = date_trunc('milliseconds', now())
    where t.id = reported.team_id and t.hidden_at is null;
    update team_posts p set is_published = false, hidden_at = date_trunc('milliseconds', now())
    where p.id = reported.post_id and p.hidden_at is null;
    update events e set hidden_at = date_trunc('milliseconds', now())
    where e.id = reported.event_id and e.hidden_at is null;
    update comments c set hidden_at = date_trunc('milliseconds', now()), hidden_by = 'site'
    where c.id = reported.comment_id and c.hidden_by is distinct from 'site';
  end if;
  perform set_config('app.is_case_decision', '', true);
  if decision <> 'inform' then
    update report_cases c
    set status = case decision when 'hide' then 'hidden' else 'dismissed' end, reply = reply_to_reporters,
      decided_at = date_trunc('milliseconds', now()), decided_by = current_viewer()
    where c.id = report_case;
  end if;
  if emails_owner then
    update report_cases c
    set owner_reply = reply_to_owner, owner_informed_at = date_trunc('milliseconds', now())
    where c.id = report_case;
  end if;
  insert into audit_log (actor_id, action, target_id, after)
  values (current_viewer(), 'reports.' || decision, report_case, jsonb_build_object(
    'kind', reported.kind,
    'target_id', coalesce(
      reported.team_id, reported.post_id, reported.event_id, reported.profile_id, reported.comment_id),
    'informs_owner', emails_owner
  ));
  insert into mails (user_id, kind, language, case_id)
  select u.id,
    case when not p.is_reporter then 'content_hidden'
      when decision = 'hide' then 'report_hidden' else 'report_dismissed' end,
    u.language, report_case
  from list_people_of_case(report_case) p join users u on u.id = p.user_id
  where u.id <> current_viewer()
    and case when p.is_reporter then decision <> 'inform' else emails_owner end;
  perform notify(case decision when 'hide' then 'report_hidden' else 'report_dismissed' end, report_case, '{}',
    array_agg(p.user_id), '{}', jsonb_strip_nulls(jsonb_build_object('about', reported.kind, 'reply', reply_to_reporters)))
  from list_people_of_case(report_case) p where p.is_reporter and decision <> 'inform';
  perform notify('content_hidden', report_case, '{}', array_agg(p.user_id), '{}',
    jsonb_strip_nulls(jsonb_build_object('about', reported.kind, 'reply', reply_to_owner)))
  from list_people_of_case(report_case) p where not p.is_reporter and emails_owner;
  return query select 'done', exposed;
end $$;

create or replace function list_admin_report_cases(ids uuid[])
returns table (
  id uuid, kind text, target_id uuid, title text, excerpt text, event jsonb, team jsonb, thread jsonb, owner jsonb,
  is_hidden boolean, reports integer, reasons jsonb, status text, reply text, owner_reply text,
  owner_informed_at timestamptz, opened_at timestamptz, last_report_at timestamptz, decided_at timestamptz,
  decided_by jsonb, updated_at timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query
    select c.id, c.kind, coalesce(c.team_id, c.post_id, c.event_id, c.profile_id, c.comment_id),
      coalesce(p.title, e.title, case when c.comment_id is not null then c.title end, t.name, m.display_name),
      left(case c.kind when 'post' then p.content when 'team' then t.description when 'event' then e.description
        when 'comment' then replace_mentions(comment) else m.bio end, 200),
      case when e.id is not null then jsonb_build_object(
        'slug', case when e.event_type = 'public' then e.slug end, 'start_date', e.start_date,
        'time_zone', e.time_zone, 'location', e.location
      ) end,
      case when t.id is not null then jsonb_build_object('name', t.name, 'slug', t.slug) end,
      case when comment.id is not null then jsonb_build_object(
        'kind', thread.kind, 'id', comment.subject_id, 'slug', thread.slug, 'team_slug', thread.team_slug) end,
      case when o.id is not null then
        jsonb_build_object('id', o.id, 'display_name', get_name_for_admin(o.id)) end,
      (case c.kind when 'post' then p.hidden_at when 'team' then t.hidden_at when 'event' then e.hidden_at
        when 'comment' then comment.hidden_at else m.hidden_at end) is not null,
      c.reports,
      (
        select coalesce(jsonb_object_agg(counted.reason, counted.number), '{}')
        from (
          select r.reason, count(*) as number from reports r where r.case_id = c.id group by r.reason
        ) counted
      ),
      c.status, c.reply, c.owner_reply, c.owner_informed_at, c.opened_at, c.last_report_at, c.decided_at,
      case when c.decided_by is not null then
        jsonb_build_object('id', c.decided_by, 'display_name', get_name_for_admin(c.decided_by)) end,
      c.updated_at
    from report_cases c
    left join team_posts p on p.id = c.post_id
    left join events e on e.id = c.event_id
    left join teams t on t.id = coalesce(c.team_id, p.team_id, e.team_id)
    left join profiles m on m.user_id = c.profile_id
    left join comments comment on comment.id = c.comment_id
    left join lateral find_comment_thread(comment.subject_id) thread on true
    left join team_members team_owner on team_owner.team_id = c.team_id and team_owner.role = 'owner'
    left join users o on o.id = coalesce(c.profile_id, p.user_id, e.user_id, comment.user_id, team_owner.user_id)
    where c.id = any(ids);
end $$;

create or replace function list_admin_reports(report_case uuid)
returns table (reporter jsonb, reason text, details text, created_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query
    select case when r.reporter_id is not null then
        jsonb_build_object('id', r.reporter_id, 'display_name', get_name_for_admin(r.reporter_id)) end,
      r.reason, r.details, r.created_at
    from reports r where r.case_id = report_case
    order by r.id desc limit 100;
end $$;

grant execute on function report_content, decide_report_case, list_admin_report_cases, list_admin_reports to
  daina_app;
