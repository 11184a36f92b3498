import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import type { Db } from '../../../platform/store/tables.js';

const hostName =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Domains in lower case, each once; throws for what is no host name. */
export function readDomains(field: string, domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.trim().toLowerCase()))].map((domain) => {
    if (!hostName.test(domain)) throw new DomainFailure([`${field}: ${domain} is not a domain`]);
    return domain;
  });
}

/** Replaces the domains of a connection. None may belong to another account. */
export async function replaceDomains(
  ctx: Context,
  connection: { token: string; account_token: string },
  field: string,
  domains: readonly string[],
): Promise<void> {
  const { db } = ctx;
  await db.deleteFrom('sso_domains').where('connection_token', '=', connection.token).execute();
  if (domains.length === 0) return;
  await lockDomains(db, domains);
  const taken = await findTaken(db, connection.account_token, domains);
  if (taken) throw new DomainFailure([`${field}: ${taken} belongs to another account`]);
  await db
    .insertInto('sso_domains')
    .values(
      domains.map((domain, position) => ({
        domain,
        connection_token: connection.token,
        position,
      })),
    )
    .execute();
}

/**
 * Until the transaction ends, nobody else can claim these domains. They are claimed in two tables, so no
 * constraint can refuse two claims at the same time.
 */
async function lockDomains(db: Db, domains: readonly string[]): Promise<void> {
  for (const domain of domains.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtext(${`email domain ${domain}`}))`.execute(db);
  }
}

/**
 * A domain that another account has: for its single sign-on, as its email domain, or in the addresses of its
 * users. Users of the management account and of its managed accounts may have addresses of each other.
 */
async function findTaken(
  db: Db,
  account: string,
  domains: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ domain: string }>`
    with wanted as (select unnest(${domains}::text[]) as domain),
    family as (
      select ${account}::text as token
      union select account_token from managed_accounts where token = ${account}
      union select token from managed_accounts where account_token = ${account}
    )
    select w.domain from wanted w
    where exists (select 1 from sso_domains d where d.domain = w.domain)
      or exists (
        select 1 from managed_accounts m
        where lower(m.email_domain) = w.domain and m.token <> ${account}
      )
      or exists (
        select 1 from users u
        where lower(split_part(u.email, '@', 2)) = w.domain
          and u.account_token not in (select token from family)
      )
    limit 1`.execute(db);
  return rows[0]?.domain;
}

/** Whether the single sign-on of another account has claimed a domain; it cannot until the transaction ends. */
export async function isClaimedByOther(db: Db, account: string, domain: string): Promise<boolean> {
  await lockDomains(db, [domain.toLowerCase()]);
  const claim = await db
    .selectFrom('sso_domains')
    .innerJoin('sso_connections', 'sso_connections.token', 'sso_domains.connection_token')
    .select('sso_domains.domain')
    .where('sso_domains.domain', '=', domain.toLowerCase())
    .where('sso_connections.account_token', '<>', account)
    .executeTakeFirst();
  return claim !== undefined;
}

/** Message for a domain that another account claimed at the same time. */
export const domainTaken = { sso_domains_pkey: 'A domain belongs to another account' };
