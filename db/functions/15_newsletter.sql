grant select on subscriptions, newsletter_issues, newsletter_letters to daina_app;
create policy super_admins_read on subscriptions for select to daina_app
  using ((select is_super_admin()));
create policy super_admins_read on newsletter_issues for select to daina_app
  using ((select is_super_admin()));
create policy super_admins_read on newsletter_letters for select to daina_app
  using ((select is_super_admin()));

-- Once per address: confirmed subscribers, and for the newsletter members who said yes to news and have
-- confirmed their address. For the owner's scripts alone.
create or replace function newsletter_recipients(wanted text)
returns table (email text, language text, address_hash bytea)
language sql stable
as $$
  select distinct on (r.address_hash) r.email, r.language, r.address_hash
  from (
    select s.email::text, s.language::text, s.address_hash, 1 as rank
    from subscriptions s where s.list = wanted and s.confirmed_at is not null
    union all
    select u.email::text, u.language::text, hash_of_address(u.email), 2
    from users u
    where wanted = 'newsletter' and u.marketing_consent_at is not null and u.deletion_due_at is null
      and u.email_verified_at is not null
  ) r
  order by r.address_hash, r.rank
$$;

-- Stores a subscription and queues its confirmation email. Does the same for every address, on a list or not, and
-- returns nothing. An existing subscription stays until the emailed link is used, so that typing another person's
-- address changes nothing. `wording` is the record of the consent; no email quotes it.
create or replace function subscribe(
  wanted text, address citext, in_language text, wording text, wording_language text
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare asked uuid;
begin
  -- Takes a lock, so that the count below is exact. Strangers type addresses here: a mailbox gets no
  -- more than five a day of what nobody has confirmed.
  if not is_mail_welcome(address, 'newsletter') then return; end if;
  if (
    select count(*) from subscriptions
    where address_hash = hash_of_address(address) and confirmed_at is null
      and consented_at > now() - interval '1 day'
  ) >= 5 then
    return;
  end if;
  insert into subscriptions (list, email, language, consent_wording, consent_language)
  values (wanted, address, in_language, wording, wording_language)
  returning id into asked;
  insert into mails (subscription_id, kind, language)
  values (asked, 'confirm_' || wanted, in_language);
end $$;
grant execute on function subscribe(text, citext, text, text, text) to daina_auth;

-- The list that the link's address is on now; null for a link that is no good. A link works again until
-- it runs out, as do others that went to the address: whoever presses twice reads the same.
create or replace function confirm_subscription(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare mine subscriptions;
begin
  select s.* into mine from mail_links l join subscriptions s on s.id = l.subscription_id
  where l.token_hash = hash and l.expires_at > now();
  if not found then return null; end if;
  -- Two links of one address take turns, in one order.
  perform from subscriptions s
  where s.list = mine.list and s.address_hash = mine.address_hash order by s.id for update;
  -- The link may lead to another row by now, or to none.
  select s.* into mine from mail_links l join subscriptions s on s.id = l.subscription_id
  where l.token_hash = hash;
  if not found then return null; end if;
  if mine.confirmed_at is null then
    update mail_links l set subscription_id = mine.id from subscriptions s
    where l.subscription_id = s.id and s.list = mine.list and s.address_hash = mine.address_hash;
    delete from subscriptions s
    where s.list = mine.list and s.address_hash = mine.address_hash and s.id <> mine.id;
    update subscriptions s set confirmed_at = date_trunc('milliseconds', now()) where s.id = mine.id;
  end if;
  return mine.list;
end $$;
grant execute on function confirm_subscription(bytea) to daina_auth;

-- The list that the letter's address is not on any more, also when it was not before; null for a link
-- that no letter had.
create or replace function unsubscribe(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  left_list text;
  address bytea;
begin
  select i.list, l.address_hash into left_list, address
  from newsletter_letters l join newsletter_issues i on i.id = l.issue_id where l.token_hash = hash;
  if not found then return null; end if;
  delete from subscriptions s where s.list = left_list and s.address_hash = address;
  if left_list = 'newsletter' then
    update users u set marketing_consent_at = null
    where hash_of_address(u.email) = address and u.marketing_consent_at is not null;
  end if;
  return left_list;
end $$;
grant execute on function unsubscribe(bytea) to daina_auth;

create or replace function delete_unconfirmed_subscriptions() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from subscriptions s
  where s.confirmed_at is null and s.consented_at < now() - interval '7 days'
    -- The mail may have waited some hours, and its link works for as long as it says.
    and not exists (
      select from mail_links l where l.subscription_id = s.id and l.expires_at > now()
    )
$$;
grant execute on function delete_unconfirmed_subscriptions() to daina_auth;

-- Members say yes to news in their profile; saying no, there or in a letter, ends the newsletter for
-- that address however it was subscribed to. An address that nobody confirmed may be a stranger's.
create or replace function note_marketing_consent() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.marketing_consent_at is not null then
    new.marketing_withdrawn_at := null;
  elsif old.marketing_consent_at is not null then
    new.marketing_withdrawn_at := date_trunc('milliseconds', now());
    delete from subscriptions s
    where s.list = 'newsletter' and s.address_hash = hash_of_address(new.email)
      and new.email_verified_at is not null;
  end if;
  return new;
end $$;
create trigger marketing_consent before update of marketing_consent_at on users
  for each row execute function note_marketing_consent();

-- Whoever deletes their account wants to be forgotten here, too.
create or replace function forget_subscriptions() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from subscriptions s
  where s.address_hash = hash_of_address(old.email) and old.email_verified_at is not null;
  return null;
end $$;
create trigger subscriptions after delete on users
  for each row execute function forget_subscriptions();

-- Sending. The owner's login, which scripts have, sends every issue; the site sends those alone that somebody
-- in the newsroom has begun, and learns addresses of no others.
create or replace function may_send(issue uuid) returns boolean
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

-- Whoever an issue is for: those it has a text for.
create or replace function issue_recipients(issue uuid)
returns table (email text, language text, address_hash bytea)
language sql stable
as $$
  select r.email, r.language, r.address_hash
  from newsletter_issues i, newsletter_recipients(i.list) r
  where i.id = issue and (i.texts is null or i.texts ? r.language or i.texts ? '')
$$;

create or replace function letters_to_send(issue uuid, after bytea, most integer)
returns table (email text, language text, address_hash bytea)
language sql stable security definer set search_path = public, pg_temp
as $$
  select r.email, r.language, r.address_hash
  from issue_recipients(issue) r
  left join newsletter_letters l on l.issue_id = issue and l.address_hash = r.address_hash
  where may_send(issue) and r.address_hash > after and l.handed_over_at is null and l.refused_at is null
  order by r.address_hash limit most
$$;
grant execute on function letters_to_send(uuid, bytea, integer) to daina_auth;

-- Notes a letter that is about to be sent; false when it is no longer wanted, or another run has it.
create or replace function prepare_letter(issue uuid, of_run uuid, address bytea, token bytea)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into newsletter_letters as l (issue_id, address_hash, token_hash, language)
  select i.id, r.address_hash, token, r.language
  from newsletter_issues i, issue_recipients(i.id) r
  where i.id = issue and i.run = of_run and r.address_hash = address and may_send(issue)
  on conflict (issue_id, address_hash) do update
  set token_hash = excluded.token_hash, language = excluded.language, last_error = null
  where l.handed_over_at is null and l.refused_at is null;
  return found;
end $$;
grant execute on function prepare_letter(uuid, uuid, bytea, bytea) to daina_auth;

-- Notes that a letter's end is about to follow; false when somebody else was faster: then it must not.
create or replace function hand_over_letter(issue uuid, of_run uuid, address bytea, token bytea)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update newsletter_letters l set handed_over_at = now() from newsletter_issues i
  where i.id = l.issue_id and i.id = issue and i.run = of_run and l.address_hash = address
    and l.token_hash = token and l.handed_over_at is null and may_send(issue);
  return found;
end $$;
grant execute on function hand_over_letter(uuid, uuid, bytea, bytea) to daina_auth;

-- What became of a letter: sent; later, when it may be tried again; refused, when not in this issue;
-- uncertain, when it may have arrived.
create or replace function settle_letter(issue uuid, token bytea, outcome text, reason text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update newsletter_letters set
    sent_at = case when outcome = 'sent' then now() else sent_at end,
    last_error = case when outcome <> 'sent' then left(reason, 500) end,
    handed_over_at = case when outcome in ('sent', 'uncertain') then handed_over_at end,
    refused_at = case when outcome = 'refused' then now() end
  where issue_id = issue and token_hash = token and may_send(issue)
$$;
grant execute on function settle_letter(uuid, bytea, text, text) to daina_auth;

-- Closes an issue that this run has brought to its end; false when another run has it now.
create or replace function finish_issue(issue uuid, of_run uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update newsletter_issues i set finished_at = now()
  where i.id = issue and i.run = of_run and i.finished_at is null and may_send(issue);
  return found;
end $$;
grant execute on function finish_issue(uuid, uuid) to daina_auth;

-- An article's issue that waits for its letters, for this run alone; null for none. After two days there is no
-- more trying: what is left would be old news.
create or replace function take_article_issue(of_run uuid)
returns table (id uuid, name text, texts jsonb)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update newsletter_issues i set finished_at = now()
  where i.texts is not null and i.finished_at is null and i.begun_at < now() - interval '2 days';
  return query
    update newsletter_issues i set run = of_run, taken_at = now()
    where i.id = (
      select o.id from newsletter_issues o
      where o.texts is not null and o.finished_at is null
        and (o.taken_at is null or o.taken_at < now() - interval '45 seconds')
      order by o.taken_at nulls first limit 1 for update skip locked
    )
    returning i.id, i.name, i.texts;
end $$;
grant execute on function take_article_issue(uuid) to daina_auth;

-- Begins to send a published article to who reads newsletters; false when it was begun before. `texts` has a
-- subject and a content for each language, '' for readers of others.
create or replace function begin_article_issue(article uuid, texts jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not is_news_editor() then
    raise exception 'only editors may do that' using errcode = '42501';
  end if;
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
grant execute on function begin_article_issue(uuid, jsonb) to daina_app;

-- How many would get an article, by language, and how far its sending is; nothing of who they are.
create or replace function article_issue_status(article uuid)
returns table (
  readers jsonb, begun_at timestamptz, begun_by text, finished_at timestamptz, letters integer,
  sent integer, uncertain integer, refused integer
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare issue newsletter_issues;
begin
  if not is_news_editor() then
    raise exception 'only editors may do that' using errcode = '42501';
  end if;
  select * into issue from newsletter_issues i where i.article_id = article;
  return query
    select
      (
        select coalesce(jsonb_object_agg(r.language, r.count), '{}') from (
          select n.language, count(*) as count from newsletter_recipients('newsletter') n group by n.language
        ) r
      ),
      issue.begun_at, newsroom_name(issue.begun_by), issue.finished_at,
      (select count(*)::integer from issue_recipients(issue.id)),
      count(*) filter (where l.sent_at is not null)::integer,
      count(*) filter (where l.handed_over_at is not null and l.sent_at is null)::integer,
      count(*) filter (where l.refused_at is not null)::integer
    from newsletter_letters l where l.issue_id = issue.id;
end $$;
grant execute on function article_issue_status(uuid) to daina_app;
