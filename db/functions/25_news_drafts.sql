-- Drafts (unsaved changes of articles), editors who have an article open (presence), and preview links.

grant select, insert, update, delete on news_drafts to daina_app;
create policy writers on news_drafts to daina_app
  using (language = any((select list_newsroom_languages())::locale_code[])
    and (original_id is not null or (select is_news_editor())))
  with check (language = any((select list_newsroom_languages())::locale_code[])
    and (original_id is not null or (select is_news_editor()))
    and (editor_id is null or editor_id = (select current_viewer())));

-- A draft has the id of its article or translation. Refuses a draft whose original differs from the original of the
-- stored article, a draft in another language than its stored translation, and a draft of a second translation of an
-- article into the same language.
create or replace function check_draft() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_right(not exists (
    select from news n where n.id = new.id and (n.original_id is distinct from new.original_id
      or n.original_id is not null and n.language <> new.language)
  ), 'the stored article has another original or language');
  if new.original_id is null or exists (select from news_drafts d where d.id = new.id) then
    return new;
  end if;
  perform from news where id = new.original_id for no key update;
  if exists (
    select from news t
    where t.original_id = new.original_id and t.language = new.language and t.id <> new.id
  ) or exists (
    select from news_drafts d
    where d.original_id = new.original_id and d.language = new.language
  ) then
    raise exception 'there is a translation into that language'
      using errcode = 'unique_violation', constraint = 'news_one_translation';
  end if;
  return new;
end $$;
create trigger check_draft before insert or update of language, original_id on news_drafts
  for each row execute function check_draft();

create or replace function delete_draft_of_article() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from news_drafts where id = old.id;
  return null;
end $$;
create trigger delete_draft after delete on news for each row execute function delete_draft_of_article();

grant select, insert, update, delete on news_presence to daina_app;
create policy newsroom_reads on news_presence for select to daina_app
  using (cardinality((select list_newsroom_languages())) > 0);
create policy own_presence on news_presence to daina_app
  using (user_id = (select current_viewer()) and cardinality((select list_newsroom_languages())) > 0);

grant select (article_id), insert (token_hash, article_id), delete on news_previews to daina_app;
create policy writers on news_previews to daina_app
  using (exists (select from news n where n.id = article_id
    and n.language = any((select list_newsroom_languages())::locale_code[])
    and (n.original_id is not null or (select is_news_editor()))));

-- Stores the creator of the preview link in the column opened_by.
create or replace function set_preview_creator() returns trigger
language plpgsql
as $$
begin
  new.opened_by := coalesce(current_viewer(), new.opened_by);
  return new;
end $$;
create trigger set_creator before insert on news_previews
  for each row execute function set_preview_creator();

-- Returns whether the member's preview links to the article work. They work only while the member may write the article
-- or translation.
create or replace function may_preview(member uuid, article news) returns boolean
language sql stable
as $$
  select coalesce(
    g -> 'languages' ? article.language and (article.original_id is not null or g ->> 'kind' = 'editor')
      and not is_blocked_or_leaving(member), false
  )
  from get_newsroom_grant(member) as g
$$;

-- Finds the article of a preview link. A link becomes invalid when its creator may no longer write the article.
create or replace function find_previewed_news(hash bytea)
returns table (
  id uuid, original_id uuid, slug text, title text, excerpt text, content text, cover_image_url text,
  cover_alt text, cover_focus_x smallint, cover_focus_y smallint, country text, language text,
  is_featured boolean, is_published boolean, author_name text, published_at timestamptz,
  created_at timestamptz, updated_at timestamptz, reading_minutes integer, form jsonb
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select n.id, n.original_id, n.slug, n.title, n.excerpt, n.content, n.cover_image_url, n.cover_alt, n.cover_focus_x,
    n.cover_focus_y, n.country, n.language, n.is_featured, n.is_published, n.author_name, n.published_at, n.created_at,
    n.updated_at, n.reading_minutes, d.form
  from news_previews p
    join news article on article.id = p.article_id
    join list_visible_news() n on n.id = article.id
    left join news_drafts d on d.id = article.id
  where p.token_hash = hash and (p.opened_by is null or may_preview(p.opened_by, article))
$$;

grant execute on function find_previewed_news to daina_auth;
