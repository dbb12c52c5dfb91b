-- Lists of the admin area. list_admin_rows() has definer rights and checks the role of the viewer. Under a row-level
-- security policy, Postgres would not use the indexes of the text search, because its operators are not leakproof.

-- Raises an error for an unknown filter. The function is strict, so Postgres does not call it if the filter is null.
create or replace function reject_unknown_filter(filter text) returns boolean
language plpgsql immutable strict
as $$ begin raise exception 'unknown filter %', filter using errcode = 'invalid_parameter_value'; end $$;

-- Returns whether a published article has no up-to-date translation into the language, not even an unpublished one.
create or replace function lacks_translation(original news, into_language text) returns boolean
language sql stable
as $$
  select original.is_published and original.language::text <> into_language and not exists (
    select from news n
    where n.original_id = original.id and n.language::text = into_language
      and n.translated_from >= original.text_changed_at
  )
$$;

-- Returns whether the viewer could publish a translation of the article: a translation that is up to date but neither
-- published nor planned, or the draft of a translation that is published or planned.
create or replace function awaits_publishing(original news) returns boolean
language sql stable
as $$
  select original.is_published and exists (
    select from news n
    where n.original_id = original.id and n.language = any((select list_publishable_languages())::locale_code[])
      and case when n.is_published or n.publish_at is not null
        then exists (select from news_drafts d where d.id = n.id)
        else n.translated_from >= original.text_changed_at end
  )
$$;

-- Returns one page of the list `source`. The inner query unites all lists. With force_custom_plan, Postgres plans each
-- call with its arguments and reads only the wanted list, through an index with the same expressions.
create or replace function list_admin_rows(
  source text, search text, filter text, sort text, after_value text, after_id uuid, max_rows integer
)
returns table (id uuid, sort_value text)
language plpgsql stable security definer rows 20
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  pattern constant text := to_like_pattern(nullif(btrim(search), ''));
  is_ascending constant boolean := sort in ('oldest', 'name', 'start');
  sorts_by_name constant boolean := sort in ('name', 'name_desc');
begin
  if source = 'news' then
    perform require_right(cardinality(list_newsroom_languages()) > 0, 'only the newsroom may do that');
  else
    perform require_super_admin();
  end if;
  return query
    select listed.id, case when sorts_by_name then listed.name_key
      else to_char(listed.time_key at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
    from (
      select 'users' as list, true as is_listed, u.id, listed_name as name_key, created_at as time_key,
        listed_text like pattern as is_found,
        case when source = 'users' then case filter
          when 'user' then not exists (select from user_roles r where r.user_id = u.id)
          when 'admin' then u.id in (select user_id from user_roles where role = 'admin')
          when 'super_admin' then u.id in (select user_id from user_roles where role = 'super_admin')
          when 'blocked' then blocked_at is not null
          when 'newsroom' then u.id in (select user_id from news_grants)
          when 'hidden' then u.id in (select user_id from profiles where hidden_at is not null)
          else reject_unknown_filter(filter) end end as passes
      from users u
      union all
      select 'teams', true, id, plain_text(name), created_at,
        plain_text(name || ' ' || slug || ' ' || coalesce(description, '') || ' '
          || jsonb_path_query_array(translations, '$.*.*')::text) like pattern,
        case when source = 'teams' then case filter
          when 'verified' then is_verified
          when 'unverified' then not is_verified
          when 'hidden' then hidden_at is not null
          else reject_unknown_filter(filter) end end
      from teams
      union all
      select 'posts', true, id, plain_text(title), created_at,
        plain_text(title || ' ' || content) like pattern
          -- The ids are an array, because with a plain subquery Postgres
          -- could not combine the indexes of both conditions.
          or team_id = any(array(
            select t.id from teams t where t.search_text like pattern and plain_text(t.name) like pattern
          )),
        case when source = 'posts' then case filter
          when 'published' then is_published
          when 'draft' then not is_published
          when 'video' then video_url is not null
          when 'hidden' then hidden_at is not null
          else reject_unknown_filter(filter) end end
      from team_posts
      union all
      select 'news', original_id is null, n.id, plain_text(title),
        case when filter = 'outdated' or filter like 'to\_%' then text_changed_at else created_at end,
        plain_text(title || ' ' || slug || ' ' || coalesce(excerpt, '')) like pattern,
        case when source = 'news' then case filter
          when 'published' then is_published
          when 'draft' then not is_published and publish_at is null
          when 'planned' then not is_published and publish_at is not null
          when 'featured' then is_featured
          when 'outdated' then exists (
            select from news t
            where t.original_id = n.id and t.translated_from < n.text_changed_at
              and t.language = any((select list_newsroom_languages())::locale_code[])
          )
          when 'to_publish' then awaits_publishing(n)
          when 'to_en' then lacks_translation(n, 'en')
          when 'to_lv' then lacks_translation(n, 'lv')
          when 'to_et' then lacks_translation(n, 'et')
          when 'to_lt' then lacks_translation(n, 'lt')
          when 'to_ru' then lacks_translation(n, 'ru')
          else reject_unknown_filter(filter) end end
      from news n
      union all
      select 'events', event_type = 'public', id, plain_text(title),
        case when sort in ('start', 'start_desc') then start_date else created_at end,
        plain_text(title || ' ' || coalesce(location, '') || ' ' || coalesce(description, '') || ' '
          || jsonb_path_query_array(translations, '$.*.*')::text) like pattern,
        case when source = 'events' then case filter
          when 'upcoming' then end_date >= now()
          when 'past' then end_date < now()
          when 'featured' then featured
          when 'cancelled' then is_cancelled
          when 'hidden' then hidden_at is not null
          else reject_unknown_filter(filter) end end
      from events
      union all
      select 'ideas', true, id, plain_text(title), created_at,
        plain_text(title || ' ' || description) like pattern,
        case when source = 'ideas' then case
          when filter = 'popular' then is_popular
          when filter in ('open', 'planned', 'done', 'declined') then status = filter
          else reject_unknown_filter(filter) end end
      from ideas
      union all
      select 'releases', true, r.id, plain_text(r.title),
        case when sort in ('start', 'start_desc')
          then r.release_date::timestamp at time zone 'utc' else r.created_at end,
        plain_text(r.title) like pattern or r.artist_id in (
          select a.id from artists a
          where plain_text(a.name || ' ' || coalesce(a.hangul, '') || ' ' || array_to_string(a.aliases, ' '))
            like pattern
        ),
        case when source = 'releases' then case filter
          when 'upcoming' then r.last_day >= get_baltic_day()
          when 'past' then r.last_day < get_baltic_day()
          else reject_unknown_filter(filter) end end
      from releases r
      union all
      select 'artists', true, id, plain_text(name), created_at,
        plain_text(name || ' ' || slug || ' ' || coalesce(hangul, '') || ' ' || array_to_string(aliases, ' '))
          like pattern,
        case when source = 'artists' then reject_unknown_filter(filter) end
      from artists
      union all
      select 'suggestions', true, id, plain_text(title), received_at,
        plain_text(title || ' ' || description) like pattern,
        case when source = 'suggestions' then case filter
          when 'unread' then read_at is null
          when 'read' then read_at is not null
          else reject_unknown_filter(filter) end end
      from suggestions
      union all
      select 'reports', true, id, plain_text(title),
        case when is_ascending then oldest_key else newest_key end,
        plain_text(title) like pattern,
        case when source = 'reports' then case
          when filter in ('open', 'hidden', 'dismissed') then status = filter
          when filter in ('team', 'post', 'profile', 'event', 'comment') then kind = filter
          else reject_unknown_filter(filter) end end
      from report_cases
      union all
      select 'newcomers', reviewed_at is null and hidden_at is null, id, plain_text(name), created_at,
        plain_text(name || ' ' || slug || ' ' || coalesce(description, '') || ' '
          || jsonb_path_query_array(translations, '$.*.*')::text) like pattern,
        case when source = 'newcomers' then case
          when filter in ('team', 'post', 'comment') then filter = 'team'
          else reject_unknown_filter(filter) end end
      from teams
      union all
      select 'newcomers',
        reviewed_at is null and is_published
          and not exists (select from teams h where h.id = p.team_id and h.hidden_at is not null),
        p.id, plain_text(title), created_at, plain_text(title || ' ' || content) like pattern,
        case when source = 'newcomers' then case
          when filter in ('team', 'post', 'comment') then filter = 'post'
          else reject_unknown_filter(filter) end end
      from team_posts p
      union all
      select 'newcomers', reviewed_at is null and hidden_at is null, id, plain_text(left(body, 80)), created_at,
        plain_text(body) like pattern,
        case when source = 'newcomers' then case
          when filter in ('team', 'post', 'comment') then filter = 'comment'
          else reject_unknown_filter(filter) end end
      from comments
    ) as listed
    where listed.list = source and listed.is_listed
      and (pattern is null or listed.is_found) and (filter is null or listed.passes)
      and case
        when after_value is null then true
        when sorts_by_name and is_ascending then (listed.name_key, listed.id) > (after_value, after_id)
        when sorts_by_name then (listed.name_key, listed.id) < (after_value, after_id)
        when is_ascending then (listed.time_key, listed.id) > (after_value::timestamptz, after_id)
        else (listed.time_key, listed.id) < (after_value::timestamptz, after_id)
      end
    order by
      case when sorts_by_name and is_ascending then listed.name_key end,
      case when sorts_by_name and not is_ascending then listed.name_key end desc,
      case when not sorts_by_name and is_ascending then listed.time_key end,
      case when not sorts_by_name and not is_ascending then listed.time_key end desc,
      case when is_ascending then listed.id end,
      case when not is_ascending then listed.id end desc
    limit max_rows;
end $$;

-- Counts unreviewed content that is not hidden, open cases of reports, and unread suggestions.
create or replace function count_admin_tasks()
returns table (newcomers bigint, reports bigint, suggestions bigint)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query select
    (select count(*) from teams where reviewed_at is null and hidden_at is null) + (
      select count(*) from team_posts p
      where p.reviewed_at is null and p.is_published
        and not exists (select from teams h where h.id = p.team_id and h.hidden_at is not null)
    ) + (select count(*) from comments where reviewed_at is null and hidden_at is null),
    (select count(*) from report_cases where status = 'open'),
    (select count(*) from suggestions where read_at is null);
end $$;

create or replace function count_admin_totals()
returns table (users bigint, teams bigint, posts bigint, super_admins bigint)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query select
    (select count(*) from users), (select count(*) from teams), (select count(*) from team_posts),
    (select count(*) from user_roles where role = 'super_admin');
end $$;

-- Shortens email addresses and tokens of links, which mail servers repeat in their errors.
create or replace function mask_secrets(original text) returns text
language sql immutable parallel safe
as $$
  -- The inner call hides tokens; the outer one keeps the first character and the domain of an address.
  select regexp_replace(
    regexp_replace(original, 'token=[\w-]+', 'token=…', 'g'),
    '([^\s<>"''(),:;=@]?)[^\s<>"''(),:;=@]*@([^\s<>"''(),:;]+)', '\1…@\2', 'g'
  )
$$;

create or replace function get_masked_email_for_admin(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select mask_secrets(email::text) from users where id = member and is_super_admin() $$;

-- Returns the state of an email. 'waiting' means that sending failed and will be retried. 'planned' means that the
-- email is a digest of join requests that is not due yet.
create or replace function get_delivery_state(mail mails) returns text
language sql stable
as $$
  select case
    when mail.sent_at is not null then 'sent'
    when mail.leased_until > now() then 'sending'
    when mail.failed_at is not null then 'failed'
    when mail.next_try_at <= now() then 'due'
    when mail.tries = 0 then 'planned'
    else 'waiting'
  end
$$;

create or replace function get_delivery_state(suggestion suggestions) returns text
language sql stable
as $$
  select case
    when suggestion.sent_at is not null then 'sent'
    when suggestion.leased_until > now() then 'sending'
    when greatest(suggestion.next_try_at, now()) >= suggestion.try_until then 'failed'
    when suggestion.next_try_at <= now() then 'due'
    else 'waiting'
  end
$$;

-- Makes an email or Telegram message that has failed or waits for a retry due at once, or all such messages if
-- `message` is null. Returns their number.
create or replace function retry_unsent_messages(message uuid, can_mail boolean, can_telegram boolean) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  mail_count integer;
  suggestion_count integer;
begin
  perform require_super_admin();
  with chosen as (
    select m.id, m.kind, m.tries, get_delivery_state(m) as state from mails m
    where can_mail and (message is null or m.id = message) and m.sent_at is null
      and get_delivery_state(m) in ('failed', 'waiting')
    order by m.id for update
  ), moved as (
    update mails m
    set failed_at = null, next_try_at = now() - interval '1 minute', retried_at = now()
    from chosen where m.id = chosen.id
  )
  insert into audit_log (actor_id, action, target_id, before, after)
  select current_viewer(), 'mails.retry', id,
    jsonb_build_object('kind', kind, 'tries', tries, 'state', state),
    jsonb_build_object('kind', kind, 'tries', tries, 'state', 'due')
  from chosen;
  get diagnostics mail_count = row_count;

  with chosen as (
    select s.id, s.tries, get_delivery_state(s) as state from suggestions s
    where can_telegram and (message is null or s.id = message) and s.sent_at is null and s.tries > 0
      and get_delivery_state(s) in ('failed', 'waiting')
    order by s.id for update
  ), moved as (
    update suggestions s
    set next_try_at = now() - interval '1 minute', retried_at = now(),
      try_until = greatest(s.try_until, now() + interval '1 hour')
    from chosen where s.id = chosen.id
  )
  insert into audit_log (actor_id, action, target_id, before, after)
  select current_viewer(), 'suggestions.retry', id,
    jsonb_build_object('tries', tries, 'state', state),
    jsonb_build_object('tries', tries, 'state', 'due')
  from chosen;
  get diagnostics suggestion_count = row_count;
  return mail_count + suggestion_count;
end $$;

grant execute on function lacks_translation, awaits_publishing, list_admin_rows, count_admin_tasks, count_admin_totals,
  mask_secrets, get_masked_email_for_admin, get_delivery_state(mails), get_delivery_state(suggestions), retry_unsent_messages to daina_app;
