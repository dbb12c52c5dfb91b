-- Reports by members: a case is one thing that was reported, by one member or by many. Who reported, and in
-- which words, is for who runs the site alone.

create table report_cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('team', 'post', 'profile')),
  team_id uuid references teams on delete cascade,
  post_id uuid references team_posts on delete cascade,
  profile_id uuid references profiles on delete cascade,
  -- What it was called when it was first reported: lists are searched and sorted by it.
  title text not null,
  status text not null default 'open' check (status in ('open', 'hidden', 'dismissed')),
  reports integer not null default 0 check (reports >= 0),
  -- What both sides are told.
  reply text check (length(btrim(reply)) between 1 and 1000),
  opened_at timestamptz not null default date_trunc('milliseconds', now()),
  last_report_at timestamptz not null default date_trunc('milliseconds', now()),
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  check (num_nonnulls(team_id, post_id, profile_id) = 1),
  check (case kind when 'team' then team_id when 'post' then post_id else profile_id end is not null),
  check ((status = 'open') = (decided_at is null)),
  check (decided_at is not null or (decided_by is null and reply is null))
);
create unique index one_open_case_of_team on report_cases (team_id) where status = 'open';
create unique index one_open_case_of_post on report_cases (post_id) where status = 'open';
create unique index one_open_case_of_profile on report_cases (profile_id) where status = 'open';
create index report_cases_of_team on report_cases (team_id) where team_id is not null;
create index report_cases_of_post on report_cases (post_id) where post_id is not null;
create index report_cases_of_profile on report_cases (profile_id) where profile_id is not null;
create index report_cases_decided_by on report_cases (decided_by);
create trigger touch before update on report_cases for each row execute function touch_updated_at();
-- No policy: only the functions below come to them.
alter table report_cases enable row level security;

create table reports (
  id bigint generated always as identity primary key,
  case_id uuid not null references report_cases on delete cascade,
  reporter_id uuid references users on delete set null,
  reason text not null check (reason in (
    'spam', 'bullying', 'sexual', 'violence', 'personal_data', 'impersonation', 'copyright', 'other'
  )),
  details text check (length(btrim(details)) between 1 and 1000),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (case_id, reporter_id),
  check (reason <> 'other' or details is not null or reporter_id is null)
);
create index reports_of_member on reports (reporter_id);
alter table reports enable row level security;

-- Whoever leaves takes their words along.
create function forget_reporter() returns trigger
language plpgsql
as $$ begin new.details := null; return new; end $$;
create trigger forget_reporter before update of reporter_id on reports
  for each row when (old.reporter_id is not null and new.reporter_id is null)
  execute function forget_reporter();

-- 'reportable', or why the viewer may not report it; what they do not see is not there. Locks it, so that
-- it is not deleted meanwhile.
create function ask_reportable(what text, target uuid) returns text
language plpgsql
as $$
declare answer text;
begin
  if what = 'team' then
    select case when t.id in (select own_team_ids('owner')) then 'own_content' else 'reportable' end
    into answer
    from teams t where t.id = target and t.hidden_at is null for key share of t;
  elsif what = 'post' then
    select case when p.user_id = current_viewer() then 'own_content' else 'reportable' end into answer
    from team_posts p join teams t on t.id = p.team_id
    where p.id = target and p.hidden_at is null and t.hidden_at is null
      and (p.is_published or p.user_id = current_viewer() or p.team_id in (select own_team_ids('admin'))
        or is_super_admin())
    for key share of p;
  elsif what = 'profile' then
    select case when p.user_id = current_viewer() then 'own_content' else 'reportable' end into answer
    from profiles p where p.user_id = target and p.hidden_at is null for key share of p;
  end if;
  return coalesce(answer, 'not_found');
end $$;
revoke execute on function ask_reportable(text, uuid) from public;

-- Reports something for the viewer, once as long as its case is open: 'reported', or 'already' with the
-- report that stands, or why not. Nobody reports more than ten things an hour: `wait` is 0, or the seconds
-- until the next. Locks as deleting an account does: people, what is theirs, then the case.
create function report_content(what text, target uuid, why text, words text)
returns table (outcome text, wait integer, reason text, created_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  me uuid := current_viewer();
  seconds integer;
  answer text;
  open_case uuid;
begin
  perform from users u where u.id = me and u.blocked_at is null for key share;
  if not found then raise exception 'members report' using errcode = '42501'; end if;
  seconds := take_attempt('report', me::text, 10, interval '1 hour');
  if seconds > 0 then
    return query select 'rate_limited', seconds, null::text, null::timestamptz; return;
  end if;
  loop
    answer := ask_reportable(what, target);
    if answer = 'reportable' then
      select c.id into open_case from report_cases c
      where c.status = 'open' and case what
        when 'team' then c.team_id = target
        when 'post' then c.post_id = target
        else c.profile_id = target
      end
      for update;
      -- Whoever decided at this moment may have hidden it.
      if not found then answer := ask_reportable(what, target); end if;
    end if;
    if answer <> 'reportable' then
      return query select answer, 0, null::text, null::timestamptz; return;
    end if;
    exit when open_case is not null;
    insert into report_cases (kind, team_id, post_id, profile_id, title)
    select what, t.id, p.id, m.user_id, coalesce(t.name, p.title, m.display_name)
    from (values (target)) as asked (id)
    left join teams t on what = 'team' and t.id = asked.id
    left join team_posts p on what = 'post' and p.id = asked.id
    left join profiles m on what = 'profile' and m.user_id = asked.id
    on conflict do nothing
    returning id into open_case;
    exit when open_case is not null;
    -- Somebody was faster: look again.
  end loop;
  insert into reports (case_id, reporter_id, reason, details) values (open_case, me, why, words)
  on conflict (case_id, reporter_id) do nothing;
  if found then
    update report_cases c
    set reports = c.reports + 1, last_report_at = date_trunc('milliseconds', now())
    where c.id = open_case;
    answer := 'reported';
  else
    answer := 'already';
  end if;
  return query
    select answer, 0, r.reason, r.created_at from reports r
    where r.case_id = open_case and r.reporter_id = me;
end $$;
revoke execute on function report_content(text, uuid, text, text) from public;
grant execute on function report_content(text, uuid, text, text) to daina_app;

-- Whom a case's decision concerns: those who reported, and those whose it is.
create function people_of_case(report_case uuid) returns table (user_id uuid, is_reporter boolean)
language sql stable
as $$
  select everybody.user_id, bool_or(everybody.is_reporter)
  from (
    select r.reporter_id, true from reports r where r.case_id = report_case
    union all
    select c.profile_id, false from report_cases c where c.id = report_case
    union all
    select p.user_id, false from report_cases c join team_posts p on p.id = c.post_id
    where c.id = report_case
    union all
    select m.user_id, false
    from report_cases c
    left join team_posts p on p.id = c.post_id
    join team_members m on m.team_id = coalesce(c.team_id, p.team_id) and m.role = 'owner'
    where c.id = report_case
  ) as everybody (user_id, is_reporter)
  where everybody.user_id is not null
  group by everybody.user_id
$$;
revoke execute on function people_of_case(uuid) from public;

alter table mails
  add column case_id uuid references report_cases on delete cascade,
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in (
    'verify_email', 'reset_password', 'password_changed', 'join_request', 'join_approved',
    'join_declined', 'confirm_newsletter', 'confirm_shop', 'report_hidden', 'report_dismissed',
    'content_hidden', 'content_dismissed'
  ));
create index mails_of_case on mails (case_id);

-- Decides an open case that is as it was at `based_on`, and has both sides told: 'done', or why not. What
-- is hidden is hidden in the same transaction. `exposed_avatar` as of set_profile_hidden().
create function decide_report_case(
  report_case uuid, decision text, answer text, based_on timestamptz
)
returns table (outcome text, exposed_avatar text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  known report_cases;
  refusal text;
  exposed text;
begin
  -- Two who decide take turns here.
  perform begin_act_on_member();
  select * into known from report_cases c where c.id = report_case;
  -- Whose account is being deleted at this moment is let go first.
  perform from users u
  where u.id in (select p.user_id from people_of_case(report_case) p) order by u.id for key share;
  perform from teams t where t.id = known.team_id for no key update;
  perform from team_posts p where p.id = known.post_id for no key update;
  perform from profiles p where p.user_id = known.profile_id for no key update;
  select * into known from report_cases c where c.id = report_case for update;
  if not found then refusal := 'not_found';
  elsif known.status <> 'open' then refusal := 'already_decided';
  elsif known.updated_at <> based_on then refusal := 'stale';
  elsif decision = 'hide' and known.kind = 'profile' then
    select nullif(h.outcome, 'done'), h.exposed_avatar into refusal, exposed
    from set_profile_hidden(known.profile_id, true) h;
  end if;
  if refusal is not null then return query select refusal, null::text; return; end if;

  if decision = 'hide' then
    update teams t set hidden_at = date_trunc('milliseconds', now())
    where t.id = known.team_id and t.hidden_at is null;
    update team_posts p set is_published = false, hidden_at = date_trunc('milliseconds', now())
    where p.id = known.post_id and p.hidden_at is null;
  end if;
  update report_cases c
  set status = case decision when 'hide' then 'hidden' else 'dismissed' end, reply = answer,
    decided_at = date_trunc('milliseconds', now()), decided_by = current_viewer()
  where c.id = report_case;
  insert into audit_log (actor_id, action, target_id, after)
  values (current_viewer(), 'reports.' || decision, report_case, jsonb_build_object(
    'kind', known.kind, 'target_id', coalesce(known.team_id, known.post_id, known.profile_id)
  ));
  insert into mails (user_id, kind, language, case_id)
  select u.id,
    case when p.is_reporter then 'report_' else 'content_' end
      || case decision when 'hide' then 'hidden' else 'dismissed' end,
    u.language, report_case
  from people_of_case(report_case) p join users u on u.id = p.user_id
  -- Who decides knows.
  where u.id <> current_viewer();
  return query select 'done', exposed;
end $$;
revoke execute on function decide_report_case(uuid, text, text, timestamptz) from public;
grant execute on function decide_report_case(uuid, text, text, timestamptz) to daina_app;

-- Also what became of reports. Nothing in them leads to who reported, and a hidden profile's name is told to
-- its member alone.
create or replace function take_mails(most integer)
returns table (
  id uuid, kind text, language text, email text, display_name text, details jsonb, tries integer
)
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select m.id from mails m
    where m.sent_at is null and m.failed_at is null and m.next_try_at <= now()
    order by m.next_try_at limit most for update skip locked
  ), taken as (
    update mails m
    set tries = m.tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(m.tries, 8))
    from due where m.id = due.id
    returning m.*
  )
  -- A mail greets by name only who has confirmed the address: a stranger's would carry the words of
  -- whoever signed up with it.
  select m.id, m.kind, m.language::text, coalesce(u.email, s.email)::text,
    case when u.email_verified_at is not null then p.display_name end,
    jsonb_strip_nulls(case
      when r.id is not null then jsonb_build_object(
        'team', t.name, 'slug', t.slug,
        'member', case when asker.hidden_at is null then asker.display_name end
      )
      when s.id is not null then jsonb_build_object('consent', s.consent_wording)
      when c.id is not null then jsonb_build_object(
        'about', c.kind, 'slug', ct.slug, 'member_id', c.profile_id, 'reply', c.reply,
        'reasons', case when m.kind = 'content_hidden' then (
          select jsonb_agg(distinct why.reason) from reports why where why.case_id = c.id
        ) end
      ) || case when u.email_verified_at is not null then jsonb_build_object(
        'team', ct.name, 'title', case
          when c.profile_id = m.user_id then p.display_name
          else coalesce(cp.title, public_display_name(c.profile_id))
        end
      ) else '{}' end
      else '{}'
    end),
    m.tries
  from taken m
  left join users u on u.id = m.user_id
  left join profiles p on p.user_id = u.id
  left join subscriptions s on s.id = m.subscription_id
  left join team_join_requests r on r.id = m.request_id
  left join teams t on t.id = r.team_id
  left join profiles asker on asker.user_id = r.user_id
  left join report_cases c on c.id = m.case_id
  left join team_posts cp on cp.id = c.post_id
  left join teams ct on ct.id = coalesce(c.team_id, cp.team_id)
$$;

-- Also what the member reported, and what was decided on reports of what is theirs: not who reported it,
-- and nothing of what is not decided yet.
alter function export_account() rename to export_account_before_reports;
create function export_account() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select export_account_before_reports() || jsonb_build_object(
    'reports', (
      select coalesce(jsonb_agg(
        to_jsonb(r) || jsonb_build_object(
          'kind', c.kind, 'reported_id', coalesce(c.team_id, c.post_id, c.profile_id),
          'status', c.status, 'reply', c.reply, 'decided_at', c.decided_at
        ) order by r.id
      ), '[]')
      from reports r join report_cases c on c.id = r.case_id where r.reporter_id = current_viewer()
    ),
    'reported', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', c.kind, 'reported_id', coalesce(c.team_id, c.post_id, c.profile_id),
        'title', c.title, 'status', c.status, 'reply', c.reply, 'decided_at', c.decided_at,
        'reasons', (select jsonb_agg(distinct r.reason) from reports r where r.case_id = c.id)
      ) order by c.decided_at, c.id), '[]')
      from report_cases c left join team_posts p on p.id = c.post_id
      where c.status <> 'open' and (
        c.profile_id = current_viewer() or p.user_id = current_viewer()
          or c.team_id in (select own_team_ids('owner'))
      )
    )
  )
$$;
revoke execute on function export_account() from public;
grant execute on function export_account() to daina_app;
revoke execute on function export_account_before_reports() from daina_app;
