-- The language of what members and editors write, and what events and teams say in others.

-- Whether these are texts in other languages than a row's own, by language: {"lv": {"title": …}}. Each
-- language has the text that is required, and no others than have a limit.
create function are_translations(translations jsonb, own text, required text, limits jsonb)
returns boolean
language sql immutable parallel safe
as $$
  select not translations ? own and not exists (
    select from jsonb_each(translations) as t (language, texts)
    where t.language not in ('en', 'lv', 'et', 'lt', 'ru')
      or coalesce(btrim(t.texts ->> required), '') = ''
      or exists (
        select from jsonb_each(t.texts) as x (name, content)
        where not limits ? x.name or jsonb_typeof(x.content) not in ('string', 'null')
          or length(x.content #>> '{}') > (limits ->> x.name)::integer
      )
  )
$$;

alter table events
  add column language locale_code not null default 'en',
  add column translations jsonb not null default '{}',
  add constraint events_translations check (
    are_translations(translations, language, 'title', '{"title": 200, "description": 10000}')
  );
alter table teams
  add column language locale_code not null default 'en',
  add column translations jsonb not null default '{}',
  add constraint teams_translations check (
    are_translations(translations, language, 'description', '{"description": 4000}')
  );

-- Guessed from the text, until somebody says which it is.
alter table team_posts
  add column language locale_code not null default 'en',
  add column is_language_guessed boolean not null default true;
alter table ideas
  add column language locale_code not null default 'en',
  add column is_language_guessed boolean not null default true;

-- Editors find it by what they see.
drop index teams_by_words, events_by_words;
create index teams_by_words on teams
  using gin (plain_text(name || ' ' || slug || ' ' || coalesce(description, '') || ' '
    || jsonb_path_query_array(translations, '$.*.*')::text) gin_trgm_ops)
  with (fastupdate = off);
create index events_by_words on events
  using gin (plain_text(title || ' ' || coalesce(location, '') || ' ' || coalesce(description, '') || ' '
    || jsonb_path_query_array(translations, '$.*.*')::text) gin_trgm_ops)
  with (fastupdate = off);

-- Made anew, with these columns.
drop function if exists get_safe_events(), get_safe_team_posts(),
  create_team(text, text, text, text, text) cascade;
