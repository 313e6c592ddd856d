-- Which server numbers the transactions here. This row says in which of them it was written, and
-- which number its table has. A dump takes along what it says, but where it is restored, it is
-- written anew: so one that is wrong tells that groups have numbers of another server. No row:
-- nobody has looked yet.
create table ledger.numbering (
    game text collate "C" not null default '' primary key check (game = ''),
    written bigint not null,
    held_by oid not null
);
