-- Drops functions that count_item_likes() replaces.
drop function if exists count_chart_likes() cascade;
drop function if exists get_newest_like_time() cascade;
