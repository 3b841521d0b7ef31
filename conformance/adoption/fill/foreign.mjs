// What other hands leave in a database over the years: older servers, scripts, operators.
import { query } from '../database.mjs';

export async function fillByHand(database) {
  // Older servers wrote other prefixes for the same bcrypt.
  await query(
    database,
    `update "_User" set "_hashed_password" = '$2a$' || substr("_hashed_password", 5) where username = 'ben'`
  );
  await query(
    database,
    `update "_User" set "_hashed_password" = '$2b$' || substr("_hashed_password", 5) where username = 'cleo'`
  );
  // PostgreSQL keeps microseconds, the protocol milliseconds.
  await query(database, `update "Reading" set at = at + interval '987 microseconds' where level = 0`);
  await query(
    database,
    `alter table "Attic" add column "remark" text, add column "checkedAt" timestamptz, add column "_internal" text`
  );
  await query(
    database,
    `update "Attic" set "remark" = 'by hand', "checkedAt" = '2021-02-03T04:05:06.789Z', "_internal" = 'hidden'`
  );
  await query(
    database,
    `update "_SCHEMA" set schema = schema || '{"operatorsNote":{"kept":true}}' where "className" = 'Reading'`
  );
}
