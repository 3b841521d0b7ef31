-- The role of administrators is the product's own, also in a database where somebody else made it first: nobody reads or
-- writes it, and its members are those who are administrators. Roles inside it would bring in their members.
update "_Role" set "_rperm" = '{}', "_wperm" = '{}', "updatedAt" = now() where "name" = 'administrators';
delete from "_Join:users:_Role" member using "_Role" role
    where role."name" = 'administrators' and member."owningId" = role."objectId"
        and not exists (select from "_User" person where person."objectId" = member."relatedId" and person."isAdmin");
delete from "_Join:roles:_Role" inner_role using "_Role" role
    where role."name" = 'administrators' and inner_role."owningId" = role."objectId";
insert into "_Join:users:_Role" ("relatedId", "owningId")
    select person."objectId", role."objectId" from "_User" person, "_Role" role
    where person."isAdmin" and role."name" = 'administrators'
    on conflict do nothing;
