-- Posts of new events to Telegram, and of new and changed events and of articles to Discord.

-- Returns a hash of the event's facts. If these facts change, the event is posted again. A changed title or description
-- is often only a correction, so the hash does not depend on them.
create or replace function hash_event_facts(e events) returns text
language sql immutable
as $$
  select md5(row(e.start_date, e.end_date, e.is_all_day, e.time_zone, e.location, e.is_cancelled)::text)
$$;

-- Returns an event to post, at the earliest ten minutes after its last change, so that authors can correct typos. If a
-- channel gets changes, only one date of a series is posted as new. `state` is the hash of the event's facts.
create or replace function find_due_event_post(channel channels, wanted_country text, gets_changes boolean)
returns table (event_id uuid, kind text, state text)
language sql stable
as $$
  select e.id,
    case when p.posted_state is null then 'new' when e.is_cancelled then 'canceled' else 'changed' end,
    hash_event_facts(e)
  from events e
  left join teams t on t.id = e.team_id
  left join channel_posts p on p.event_id = e.id and p.chat = channel.chat
  where e.created_at >= channel.since and e.start_date > now()
    and e.event_type = 'public' and e.hidden_at is null
    and (e.team_id is null or (t.reviewed_at is not null and t.hidden_at is null))
    and (wanted_country is null or e.country = wanted_country)
    and greatest(e.updated_at, t.reviewed_at) <= now() - interval '10 minutes'
    and (p.next_try_at is null or p.next_try_at <= now())
    and p.posted_state is distinct from hash_event_facts(e)
    and case when p.posted_state is not null then gets_changes
      else not e.is_cancelled and not (gets_changes and exists (
        select from channel_posts posted
        join events posted_event on posted_event.id = posted.event_id and posted_event.id <> e.id
        join event_series posted_series on posted_series.id = posted_event.series_id
        join event_series series on series.id = e.series_id
        where posted.chat = channel.chat and posted_series.lineage = series.lineage
      ))
    end
  order by e.created_at, e.start_date, e.id limit 1
$$;

-- Returns an article of the last week whose text in the wanted language (the original or a translation) has been
-- unchanged for ten minutes.
create or replace function find_due_article_post(channel channels, wanted_country text, wanted_language text)
returns table (news_id uuid)
language sql stable
as $$
  select n.id from news n
  left join channel_posts p on p.news_id = n.id and p.chat = channel.chat
  where n.original_id is null and n.is_published and n.published_at >= channel.since
    and n.published_at > now() - interval '7 days'
    and (wanted_country is null or n.country is null or n.country = wanted_country)
    and exists (
      select from news version
      where coalesce(version.original_id, version.id) = n.id and version.language = wanted_language
        and version.is_published and version.updated_at <= now() - interval '10 minutes'
    )
    and (p.next_try_at is null or p.next_try_at <= now()) and p.posted_state is null
  order by n.published_at, n.id limit 1
$$;

-- Leases the next post for a channel. The post counts as sent unless record_channel_post_failure() reports a refusal,
-- because a missing post is better than a duplicate post. A channel without a language (Telegram) gets only new events.
create or replace function lease_channel_post(chat_key text, wanted_country text, wanted_language text)
returns jsonb
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  channel channels;
  event record;
  article record;
begin
  insert into channels (chat) values (chat_key) on conflict do nothing;
  select * into channel from channels where chat = chat_key and paused_until <= now();
  if not found then return null; end if;

  select * into event from find_due_event_post(channel, wanted_country, wanted_language is not null);
  if found then
    insert into channel_posts as p (chat, event_id, posted_state) values (chat_key, event.event_id, event.state)
    -- Skips an event that a concurrent sender has leased.
    on conflict (chat, event_id, news_id) do update
    set state_before = p.posted_state, posted_state = excluded.posted_state, tries = p.tries + 1
    where p.posted_state is distinct from excluded.posted_state and p.next_try_at <= now();
    if not found then return null; end if;
    return (
      select jsonb_build_object(
        'kind', event.kind, 'id', e.id, 'slug', e.slug, 'title', e.title, 'description', e.description,
        'start_date', e.start_date, 'end_date', e.end_date, 'time_zone', e.time_zone,
        'is_all_day', e.is_all_day, 'location', e.location, 'language', e.language,
        'translations', e.translations
      ) from events e where e.id = event.event_id
    );
  end if;

  select * into article from find_due_article_post(channel, wanted_country, wanted_language);
  if not found then return null; end if;
  insert into channel_posts as p (chat, news_id, posted_state) values (chat_key, article.news_id, 'published')
  on conflict (chat, event_id, news_id) do update
  set posted_state = excluded.posted_state, tries = p.tries + 1
  where p.posted_state is null and p.next_try_at <= now();
  if not found then return null; end if;
  return (
    select jsonb_build_object(
      'kind', 'article', 'id', article.news_id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt
    ) from news n
    where coalesce(n.original_id, n.id) = article.news_id and n.language = wanted_language and n.is_published
  );
end $$;

create or replace function record_channel_post_sent(chat_key text, subject uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update channel_posts set tries = 0, last_error = null
  where chat = chat_key and coalesce(event_id, news_id) = subject
$$;

-- If `was_refused` is true, the service did not post the message, and it is retried after 1, 2, 4 … 256 minutes. During
-- `pause`, nothing is sent to the channel.
create or replace function record_channel_post_failure(
  chat_key text, subject uuid, reason text, was_refused boolean, pause interval
) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update channel_posts
  set last_error = left(reason, 500),
    posted_state = case when was_refused then state_before else posted_state end,
    next_try_at = now() + interval '1 minute' * power(2, least(tries - 1, 8))
  where chat = chat_key and coalesce(event_id, news_id) = subject;
  update channels set paused_until = now() + pause where chat = chat_key and pause is not null;
$$;

grant execute on function lease_channel_post, record_channel_post_sent, record_channel_post_failure to daina_auth;
