-- Subscriptions, and issues of the newsletter. A run is one process that sends an issue.

grant select on subscriptions, newsletter_issues, newsletter_emails to daina_app;
create policy super_admins_read on subscriptions for select to daina_app
  using ((select is_super_admin()));
create policy super_admins_read on newsletter_issues for select to daina_app
  using ((select is_super_admin()));
create policy super_admins_read on newsletter_emails for select to daina_app
  using ((select is_super_admin()));

-- Returns the confirmed subscribers of a list and, if the list is 'newsletter', the members who agreed to receive it.
-- Each address appears once.
create or replace function list_newsletter_recipients(list_name text)
returns table (email text, language text, address_hash bytea)
language sql stable
as $$
  select distinct on (r.address_hash) r.email, r.language, r.address_hash
  from (
    select s.email::text, s.language::text, s.address_hash, 1 as rank
    from subscriptions s where s.list = list_name and s.confirmed_at is not null
    union all
    select u.email::text, u.language::text, hash_address(u.email), 2
    from users u
    where list_name = 'newsletter' and u.marketing_consent_at is not null and u.deletion_due_at is null
      and u.email_verified_at is not null
  ) r
  order by r.address_hash, r.rank
$$;

-- Stores a subscription, and queues an email with the link that confirms it. The result does not reveal whether the
-- address is on the list.
create or replace function subscribe(
  list_name text, address citext, mail_language text, wording text, wording_language text
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare new_id uuid;
begin
  -- count_mail_if_allowed() locks the address, so that the next count is exact: at most five confirmation emails a day.
  if not count_mail_if_allowed(address, 'newsletter') then return; end if;
  if (
    select count(*) from subscriptions
    where address_hash = hash_address(address) and confirmed_at is null
      and consented_at > now() - interval '1 day'
  ) >= 5 then
    return;
  end if;
  insert into subscriptions (list, email, language, consent_wording, consent_language)
  values (list_name, address, mail_language, wording, wording_language)
  returning id into new_id;
  insert into mails (subscription_id, kind, language)
  values (new_id, 'confirm_' || list_name, mail_language);
end $$;

-- Returns the name of the list; null for an invalid link. A second click on the link has the same result.
create or replace function confirm_subscription(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare subscription subscriptions;
begin
  select s.* into subscription from mail_links l join subscriptions s on s.id = l.subscription_id
  where l.token_hash = hash and l.expires_at > now();
  if not found then return null; end if;
  -- Locks all subscriptions of the address, so that two links are confirmed one after the other.
  perform from subscriptions s
  where s.list = subscription.list and s.address_hash = subscription.address_hash order by s.id for update;
  -- A concurrent confirmation may have moved the link to another row or deleted it.
  select s.* into subscription from mail_links l join subscriptions s on s.id = l.subscription_id
  where l.token_hash = hash;
  if not found then return null; end if;
  if subscription.confirmed_at is null then
    update mail_links l set subscription_id = subscription.id from subscriptions s
    where l.subscription_id = s.id and s.list = subscription.list and s.address_hash = subscription.address_hash;
    delete from subscriptions s
    where s.list = subscription.list and s.address_hash = subscription.address_hash and s.id <> subscription.id;
    update subscriptions s set confirmed_at = date_trunc('milliseconds', now()) where s.id = subscription.id;
  end if;
  return subscription.list;
end $$;

-- Returns the name of the list; null for an unknown link.
create or replace function unsubscribe(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  list_name text;
  address bytea;
begin
  select i.list, l.address_hash into list_name, address
  from newsletter_emails l join newsletter_issues i on i.id = l.issue_id where l.token_hash = hash;
  if not found then return null; end if;
  delete from subscriptions s where s.list = list_name and s.address_hash = address;
  if list_name = 'newsletter' then
    update users u set marketing_consent_at = null
    where hash_address(u.email) = address and u.marketing_consent_at is not null;
  end if;
  return list_name;
end $$;

-- A member who withdraws the consent also loses a subscription with the same address. The subscription stays if the
-- member has not confirmed the address, which may belong to another person.
create or replace function record_marketing_withdrawal() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.marketing_consent_at is not null then
    new.marketing_withdrawn_at := null;
  elsif old.marketing_consent_at is not null then
    new.marketing_withdrawn_at := date_trunc('milliseconds', now());
    delete from subscriptions s
    where s.list = 'newsletter' and s.address_hash = hash_address(new.email)
      and new.email_verified_at is not null;
  end if;
  return new;
end $$;
create trigger marketing_consent before update of marketing_consent_at on users
  for each row execute function record_marketing_withdrawal();

create or replace function delete_subscriptions_of_member() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from subscriptions s
  where s.address_hash = hash_address(old.email) and old.email_verified_at is not null;
  return null;
end $$;
create trigger subscriptions after delete on users
  for each row execute function delete_subscriptions_of_member();

-- The database owner may send any issue; other roles may send only unfinished issues that an editor started.
create or replace function may_send_issue(issue uuid) returns boolean
language sql stable
as $$
  select exists (
    select from pg_class c
    where c.oid = 'newsletter_issues'::regclass and pg_has_role(session_user, c.relowner, 'usage')
  ) or exists (
    select from newsletter_issues i
    where i.id = issue and i.texts is not null and i.finished_at is null
  )
$$;

-- `texts` has a text per language; the key '' is for recipients of all other languages.
create or replace function list_issue_recipients(issue uuid)
returns table (email text, language text, address_hash bytea)
language sql stable
as $$
  select r.email, r.language, r.address_hash
  from newsletter_issues i, list_newsletter_recipients(i.list) r
  where i.id = issue and (i.texts is null or i.texts ? r.language or i.texts ? '')
$$;

create or replace function list_unsent_issue_emails(issue uuid, after bytea, max_rows integer)
returns table (email text, language text, address_hash bytea)
language sql stable security definer set search_path = public, pg_temp
as $$
  select r.email, r.language, r.address_hash
  from list_issue_recipients(issue) r
  left join newsletter_emails l on l.issue_id = issue and l.address_hash = r.address_hash
  where may_send_issue(issue) and r.address_hash > after and l.handed_over_at is null and l.refused_at is null
  order by r.address_hash limit max_rows
$$;

-- Stores the email with the token of its unsubscribe link. Returns false if the recipient has unsubscribed, if the
-- email was handed over or refused before, or if another process (run) sends the issue.
create or replace function prepare_issue_email(issue uuid, run_id uuid, address bytea, token bytea)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into newsletter_emails as l (issue_id, address_hash, token_hash, language)
  select i.id, r.address_hash, token, r.language
  from newsletter_issues i, list_issue_recipients(i.id) r
  where i.id = issue and i.run = run_id and r.address_hash = address and may_send_issue(issue)
  on conflict (issue_id, address_hash) do update
  set token_hash = excluded.token_hash, language = excluded.language, last_error = null
  where l.handed_over_at is null and l.refused_at is null;
  return found;
end $$;

-- Records that the caller now sends the email to the mail server. If the result is false, another process has the
-- email, and the caller must not send it.
create or replace function hand_over_issue_email(issue uuid, run_id uuid, address bytea, token bytea)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update newsletter_emails l set handed_over_at = now() from newsletter_issues i
  where i.id = l.issue_id and i.id = issue and i.run = run_id and l.address_hash = address
    and l.token_hash = token and l.handed_over_at is null and may_send_issue(issue);
  return found;
end $$;

-- `outcome` is 'sent', 'later' (is retried), 'refused' or 'uncertain' (may have arrived).
create or replace function record_issue_email(issue uuid, token bytea, outcome text, reason text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update newsletter_emails set
    sent_at = case when outcome = 'sent' then now() else sent_at end,
    last_error = case when outcome <> 'sent' then left(reason, 500) end,
    handed_over_at = case when outcome in ('sent', 'uncertain') then handed_over_at end,
    refused_at = case when outcome = 'refused' then now() end
  where issue_id = issue and token_hash = token and may_send_issue(issue)
$$;

-- Marks the issue as finished. Returns false if another process (run) sends the issue.
create or replace function finish_issue(issue uuid, run_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update newsletter_issues i set finished_at = now()
  where i.id = issue and i.run = run_id and i.finished_at is null and may_send_issue(issue);
  return found;
end $$;

-- Leases an issue that an editor started, for 45 seconds. Closes issues that are older than two days.
create or replace function lease_article_issue(run_id uuid)
returns table (id uuid, name text, texts jsonb)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update newsletter_issues i set finished_at = now()
  where i.texts is not null and i.finished_at is null and i.begun_at < now() - interval '2 days';
  return query
    update newsletter_issues i set run = run_id, taken_at = now()
    where i.id = (
      select o.id from newsletter_issues o
      where o.texts is not null and o.finished_at is null
        and (o.taken_at is null or o.taken_at < now() - interval '45 seconds')
      order by o.taken_at nulls first limit 1 for update skip locked
    )
    returning i.id, i.name, i.texts;
end $$;

-- Starts to send an article as a newsletter. Returns false if the article was or is being sent already.
create or replace function begin_article_issue(article uuid, texts jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_right(is_news_editor(), 'only editors may do that');
  if not exists (
    select from news n where n.id = article and n.original_id is null and n.is_published
  ) then
    raise exception 'the article is not published' using errcode = 'DA412';
  end if;
  insert into newsletter_issues (list, name, text_hash, run, article_id, texts, begun_by)
  values ('newsletter', 'article-' || article, sha256(convert_to(texts::text, 'utf8')), gen_random_uuid(), article, texts,
    current_viewer())
  on conflict (list, name) do nothing;
  if found then
    insert into audit_log (actor_id, action, target_id) values (current_viewer(), 'news.newsletter', article);
    return true;
  end if;
  return false;
end $$;

-- `readers` has the number of recipients per language. `uncertain` emails may have arrived.
create or replace function get_article_issue_status(article uuid)
returns table (
  readers jsonb, begun_at timestamptz, begun_by text, finished_at timestamptz, emails integer,
  sent integer, uncertain integer, refused integer
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare issue newsletter_issues;
begin
  perform require_right(is_news_editor(), 'only editors may do that');
  select * into issue from newsletter_issues i where i.article_id = article;
  return query
    select
      (
        select coalesce(jsonb_object_agg(r.language, r.count), '{}') from (
          select n.language, count(*) as count from list_newsletter_recipients('newsletter') n group by n.language
        ) r
      ),
      issue.begun_at, get_name_for_newsroom(issue.begun_by), issue.finished_at,
      (select count(*)::integer from list_issue_recipients(issue.id)),
      count(*) filter (where l.sent_at is not null)::integer,
      count(*) filter (where l.handed_over_at is not null and l.sent_at is null)::integer,
      count(*) filter (where l.refused_at is not null)::integer
    from newsletter_emails l where l.issue_id = issue.id;
end $$;

grant execute on function subscribe, confirm_subscription, unsubscribe,
  list_unsent_issue_emails, prepare_issue_email, hand_over_issue_email, record_issue_email, finish_issue,
  lease_article_issue to daina_auth;
grant execute on function begin_article_issue, get_article_issue_status to daina_app;
