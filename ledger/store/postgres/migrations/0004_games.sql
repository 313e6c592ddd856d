-- The list of games, folded from the library's journal: which games there are, in order and by who
-- plays. It can be made again at any time; one process after the other brings it up to date, under
-- a lock, and all of them ask it. If what stands here has to change, a later step empties it.
create table ledger.listed_games (
    game text collate "C" not null primary key,
    lines bigint not null,
    entry bytea not null
);

-- The shelves on which a game stands (of its kind, of each player, of those that may go on), by
-- digest: a name may be long.
create table ledger.listed_shelves (
    game text collate "C" not null,
    shelf bytea not null,
    primary key (game, shelf)
);
create index listed_shelves_shelf on ledger.listed_shelves (shelf, game);

-- Games without moves: every revision, and under which identities they are known, by digest.
create table ledger.listed_results (
    game text collate "C" not null primary key,
    revisions bytea not null
);
create table ledger.listed_identities (
    game text collate "C" not null,
    identity bytea not null,
    primary key (game, identity)
);
create index listed_identities_identity on ledger.listed_identities (identity);

-- Games that turned out to be a part of another one.
create table ledger.listed_replaced (
    game text collate "C" not null primary key,
    by text collate "C" not null
);

-- Up to which line the journal was read; no row: it was not read yet.
create table ledger.list_progress (
    game text collate "C" not null default '' primary key check (game = ''),
    seq bigint not null,
    command bigint not null,
    digest text collate "C" not null,
    sealed boolean not null
);
