-- How the board was spread each day, so that one's own way can be told without counting the ledger anew: how many persons had
-- which total.
create table _touchstone.board_day (
    season integer not null,
    taken_at timestamptz not null,
    total double precision not null,
    people bigint not null,
    primary key (season, taken_at, total)
);

-- The ledger is gone through page by page by whoever verifies it; one statement takes too long for a large one.
drop function _touchstone.verify_ledger(integer);
