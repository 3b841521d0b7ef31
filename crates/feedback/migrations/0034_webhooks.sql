-- Services outside: until when each must be left alone, so that no node spends what another was told to leave.
-- Credentials are told apart by a digest; an empty bucket is all of a service.
create table _touchstone.service_rate (
    service text not null,
    credential text not null,
    bucket text not null,
    until timestamptz not null,
    primary key (service, credential, bucket)
);
