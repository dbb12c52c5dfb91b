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
