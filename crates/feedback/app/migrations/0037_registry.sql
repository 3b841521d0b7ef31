-- Contracts know the block that created them, if their deployment was imported.

alter table "Contract"
    add constraint "Contract_first_block" check ("firstBlock" >= 0 and "firstBlock" = trunc("firstBlock"));
