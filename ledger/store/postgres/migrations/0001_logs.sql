-- Logs, group by group, as the bytes they are in a file.
--
-- A row is a group, since a group is what is written whole or not at all, what a command key names
-- and what readers are given: one row and one index entry for each command, however many lines it
-- has. Rows are only ever added. `part`: the games' own logs, or the library's journal. `ticket`
-- tells who wrote a row, so that a writer who lost its connection can find out whether it did.
-- `game` is in every key: a database that is spread over several machines can be divided by it.
create table ledger.log_groups (
    game text collate "C" not null,
    part text collate "C" not null,
    first bigint not null,
    last bigint not null,
    command bigint not null,
    digest text collate "C" not null,
    sealed boolean not null,
    key text collate "C",
    ticket uuid not null,
    body bytea not null,
    primary key (game, part, first)
);
create unique index log_groups_key on ledger.log_groups (game, part, key) where key is not null;
create index log_groups_openings on ledger.log_groups (part, game) where first = 1;

-- What lies beside the logs and nobody can make again: earlier revisions, ends that were cut off.
create table ledger.kept_files (
    game text collate "C" not null,
    name text collate "C" not null,
    body bytea not null,
    primary key (game, name)
);
