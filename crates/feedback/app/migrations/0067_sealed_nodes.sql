-- Addresses of nodes carry keys of their providers. They are sealed by the server, bound to their network; `digest` tells two of
-- them apart. An address that was there before stays readable and is sealed when the network is saved.
alter table _touchstone.network_endpoint add column digest text;
update _touchstone.network_endpoint set digest = _touchstone.text_hash(url);
alter table _touchstone.network_endpoint
    alter column digest set not null,
    drop constraint network_endpoint_url_check,
    drop constraint network_endpoint_network_url_key,
    add constraint network_endpoint_url check (url ~ '^(s1\.|https?://)' and char_length(url) <= 4000),
    add constraint network_endpoint_once unique (network, digest);
