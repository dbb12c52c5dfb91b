-- Super admins decide on what was reported, and both sides are told by mail.

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
