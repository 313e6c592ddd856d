-- The key to what hints carry. Whoever can connect to a database can listen there, and say what it
-- likes; only who may read the logs may read what is added to them.
create table ledger.hint_key (
    game text collate "C" not null default '' primary key check (game = ''),
    key bytea not null
);
