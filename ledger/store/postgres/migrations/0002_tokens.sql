-- Tokens of the service, with digests of their secrets; `game` is empty for those that name none.
create table ledger.tokens (
    game text collate "C" not null,
    id text collate "C" not null,
    digest text collate "C" not null,
    role text not null,
    seat integer,
    label text not null,
    created text collate "C" not null,
    expires text collate "C" not null,
    revoked text collate "C",
    whole_library boolean not null,
    primary key (game, id)
);
create index tokens_id on ledger.tokens (id);
create index tokens_age on ledger.tokens (created, id);

-- The games that the holder of a token started.
create table ledger.token_games (
    game text collate "C" not null,
    token text collate "C" not null,
    primary key (game, token)
);
create index token_games_token on ledger.token_games (token);
