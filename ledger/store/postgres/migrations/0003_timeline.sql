-- In which transaction a group was stored. Transactions are numbered when they begin to write, so
-- that all below the oldest one that still runs are there for good: whoever has read up to that
-- number has missed nothing. Rows come nearly in this order, so the index is small.
alter table ledger.log_groups add column stored bigint not null
    default pg_current_xact_id()::text::bigint;
create index log_groups_stored on ledger.log_groups using brin (stored)
    with (pages_per_range = 8, autosummarize = on);

-- The order in which games grew, for whoever follows all of them: the lines `first` to `last` of a
-- game have a place in it. Places are given under a lock, one after the other without gaps.
create table ledger.timeline (
    game text collate "C" not null,
    first bigint not null,
    last bigint not null,
    place bigint not null,
    primary key (game, first)
);
create index timeline_place on ledger.timeline (place);

-- Up to which transaction groups have a place; no row: nobody has asked for the order yet.
create table ledger.timeline_progress (
    game text collate "C" not null default '' primary key check (game = ''),
    stored bigint not null
);
