-- For how often each song and album is liked, and for the chart of a week.
create index music_likes_by_item on music_likes (item_type, item_id, created_at);
