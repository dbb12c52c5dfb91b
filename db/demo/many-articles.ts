/** A crowd of articles, for measuring: the texts of the demo's, again and again. */
import { connect } from "../client.ts"

/** Adds `count` published articles, as the owner; there must be demo articles to repeat. */
export async function loadManyArticles(ownerUrl: string, count: number): Promise<void> {
  await connect(ownerUrl).as(null).one`
    with originals as (
      select row_number() over (order by slug) as position, count(*) over () as total, news.*
      from news
    )
    insert into news (slug, title, excerpt, content, content_html, country, language, is_featured,
      is_published, published_at, created_at, author_id)
    select o.slug || '-' || n, o.title || ' ' || n, o.excerpt, o.content, o.content_html, o.country,
      o.language, false, true, moment, moment, o.author_id
    from generate_series(1, ${count}::integer) as n
    join originals o on o.position = n % o.total + 1,
    lateral (select date_trunc('milliseconds', now() - interval '90 days' - n * interval '1 hour') as moment) age`
}
