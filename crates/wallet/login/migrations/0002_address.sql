-- One identity belongs to one account, however its address is spelled.
create unique index "_EthAddress_account" on "_EthAddress" ("accountKey") where "accountKey" is not null;
create unique index "_SolAddress_account" on "_SolAddress" ("accountKey") where "accountKey" is not null;
create unique index "_DotAddress_account" on "_DotAddress" ("accountKey") where "accountKey" is not null;
create unique index "_ErdAddress_account" on "_ErdAddress" ("accountKey") where "accountKey" is not null;
create index "_EthAddress_user" on "_EthAddress" ("user");
create index "_SolAddress_user" on "_SolAddress" ("user");
create index "_DotAddress_user" on "_DotAddress" ("user");
create index "_ErdAddress_user" on "_ErdAddress" ("user");
