import { type RawBuilder, sql } from 'kysely';

/** SQL of the value that a row of `resources` has for a tag key; a virtual tag replaces provider tags. */
export const resourceTag = (key: string): RawBuilder<string | null> => sql<string | null>`(
  select case when v.token is null then resources.tags ->> ${key}::text else resources.virtual_tags ->> v.token end
  from (select 1) as one left join virtual_tag_configs v
    on v.account_token = resources.account_token and v.key = ${key}::text)`;
