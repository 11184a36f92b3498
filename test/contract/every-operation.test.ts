import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/platform/kernel/operation.js';
import { allOperations } from '../../src/operations.js';
import { type Account, clientFor, newAccount } from '../harness.js';
import { bodies, factories, needsSession, queries, setups, sharedObjects } from './samples.js';

// Runs the same error cases against every operation, including those added later.
const operations = allOperations();
const authenticated = operations.filter((operation) => !operation.open);
const withBody = authenticated.filter((operation) => operation.body && !operation.form);
// The type of a recommendation in a path is no object of an account.
const withPathParams = authenticated.filter(
  ({ id, path }) => path.includes('{') && !path.includes('/by_type/') && !needsSession.has(id),
);
const lists = authenticated.filter(
  (operation) => operation.query && 'page' in operation.query.shape,
);

const scopeOf = (operation: Operation) => (operation.method === 'GET' ? 'read' : 'write');
const byId = (list: Operation[]) => list.map((operation) => [operation.id, operation] as const);

/** An account whose objects no request of these tests changes, and one that must not see them. */
let account: Account;
let otherAccount: Account;
/** Clients of the account, by the only scope of their credential. */
let clients: Record<'read' | 'write', ReturnType<typeof clientFor>>;
beforeAll(async () => {
  account = await newAccount();
  otherAccount = await newAccount();
  clients = { read: await account.withScopes('read'), write: await account.withScopes('write') };
});

type Tokens = Record<string, string>;

async function newTokensFor(operation: Operation, owner: Account): Promise<Tokens> {
  const tokens: Tokens = {};
  for (const name of paramsOf(operation)) tokens[name] = await newObject(name, owner);
  return tokens;
}

const existing: Tokens = {};

/** Objects of the account, the same for all operations. */
async function tokensFor(operation: Operation): Promise<Tokens> {
  for (const name of paramsOf(operation)) existing[name] ??= await newObject(name, account);
  return existing;
}

const paramsOf = ({ path }: Operation) =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);

async function newObject(name: string, owner: Account): Promise<string> {
  const create = factories[name];
  if (!create) throw new Error(`test/contract/samples.ts has no factory for ${name}`);
  return create(owner);
}

const pathOf = (operation: Operation, tokens: Tokens) =>
  operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(tokens[name]!));

async function bodyFor(operation: Operation, owner: Account, tokens: Tokens) {
  if (!operation.body) return undefined;
  const createBody = bodies[operation.id];
  if (!createBody) throw new Error(`test/contract/samples.ts has no body for ${operation.id}`);
  return createBody(owner, tokens);
}

test('operation ids are unique', () => {
  const ids = operations.map((operation) => operation.id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(byId(authenticated))('%s', (_id, operation) => {
  const path = operation.path.replaceAll(/\{[^}]+\}/g, 'nothing_0000000000000000');

  test('returns 401 without a credential', async () => {
    const response = await clientFor(account.app, undefined).send(operation.method, path, {});
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.body).toEqual({ errors: ['Invalid or missing credential'] });
  });

  test('returns 403 with the wrong scope', async () => {
    const wrong = clients[scopeOf(operation) === 'read' ? 'write' : 'read'];
    const response = await wrong.send(operation.method, path, {});
    expect(response.status).toBe(403);
    expect(response.headers['www-authenticate']).toContain('insufficient_scope');
    expect(response.body.errors[0]).toContain(scopeOf(operation));
  });
});

describe.each(byId(withPathParams))('%s', (id, operation) => {
  test.skipIf(sharedObjects.has(id))("returns 404 for another account's object", async () => {
    const tokens = await tokensFor(operation);
    const body = await bodyFor(operation, otherAccount, tokens);
    const response = await otherAccount.as.send(operation.method, pathOf(operation, tokens), body);
    expect(response.status, JSON.stringify(response.body)).toBe(404);
    expect(response.body.errors).toHaveLength(1);
  });

  test('returns 404 for malformed tokens', async () => {
    const body = await bodyFor(operation, account, {});
    for (const malformed of [
      'x',
      '%00',
      'a%2Fb',
      '..%2f..',
      encodeURIComponent('ключ'),
      'a'.repeat(3000),
    ]) {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, malformed);
      const response = await account.as.send(operation.method, path, body);
      expect(response.status, `${malformed}: ${JSON.stringify(response.body)}`).toBe(404);
    }
  });
});

describe.each(byId(withBody))('%s', (id, operation) => {
  test.skipIf(needsSession.has(id))('ignores unknown body fields', async () => {
    const owner = await newAccount();
    const tokens = await newTokensFor(operation, owner);
    const body = { ...(await bodyFor(operation, owner, tokens)), no_such_field: { deep: [1] } };
    const response = await owner.as.send(operation.method, pathOf(operation, tokens), body);
    expect(response.status, JSON.stringify(response.body)).toBe(operation.status);
  });

  test('returns 400 with an error body for malformed JSON', async () => {
    const tokens = await tokensFor(operation);
    const response = await account.as.send(operation.method, pathOf(operation, tokens), '{"a":');
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ errors: ['Request body is not valid JSON'] });
  });
});

const writes = authenticated.filter((operation) => operation.method !== 'GET');
const truncatedGzip = gzipSync('{"title":"Truncated"}').subarray(0, -10);

describe.each(byId(writes))('%s', (_id, operation) => {
  const path = operation.path.replaceAll(/\{[^}]+\}/g, 'nothing_0000000000000000');

  test('returns 400 for a body that cannot be decompressed', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const response = await account.as.send(operation.method, path, truncatedGzip, headers);
    expect([response.status, response.body]).toEqual([
      400,
      { errors: ['Request body is not valid gzip data'] },
    ]);
  });

  test.runIf(operation.form)('returns 400 for a form that cannot be read', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=X' };
    for (const body of [
      '--X\r\nContent-Disposition: form-data; name="csv"\r\n\r\na',
      'not a form',
    ]) {
      const response = await account.as.send(operation.method, path, body, headers);
      expect([response.status, response.body.errors]).toEqual([
        400,
        ['Request body is not valid multipart data'],
      ]);
    }
  });
});

const tokenLists = withBody.flatMap((operation) =>
  Object.keys(operation.body!.shape)
    .filter((field) => /_(tokens|emails)$/.test(field))
    .map((field) => [operation.id, field, operation] as const),
);

test.each(tokenLists)('%s rejects a blank item of %s', async (_id, field, operation) => {
  const tokens = await tokensFor(operation);
  const body = { ...(await bodyFor(operation, account, tokens)), [field]: [''] };
  const response = await account.as.send(operation.method, pathOf(operation, tokens), body);
  expect([400, 404, 422]).toContain(response.status);
});

describe.each(byId(lists))('%s', (id, operation) => {
  const listPath = async () => {
    const path = pathOf(operation, await tokensFor(operation));
    return `${path}?${(await queries[id]?.(account)) ?? ''}`;
  };

  test('is empty past the end', async () => {
    const response = await account.as.get(`${await listPath()}&page=100000`);
    expect(response.status).toBe(200);
    const items = Object.entries(response.body).findLast(([, value]) => Array.isArray(value))![1];
    expect(items).toEqual([]);
    expect(response.body.links.next).toBeNull();
    expect(response.body.links.prev).toMatch(/^http.*page=\d+$/);
  });

  test('rejects pages and limits that are not positive integers', async () => {
    const path = await listPath();
    for (const invalid of [
      'page=0',
      'page=-1',
      'page=x',
      'limit=0',
      'limit=1.5',
      'page=99999999999',
    ]) {
      const response = await account.as.get(`${path}&${invalid}`);
      expect(response.status, invalid).toBe(400);
      expect(response.body.errors).toEqual([
        `${invalid.split('=')[0]} does not have a valid value`,
      ]);
    }
  });
});

describe.each(byId(authenticated.filter((each) => each.method === 'DELETE')))(
  '%s',
  (id, operation) => {
    test.skipIf(needsSession.has(id))(
      'accepts a body and returns its declared status',
      async () => {
        const owner = await newAccount();
        const tokens = await newTokensFor(operation, owner);
        await setups[id]?.(owner, tokens);
        const response = await owner.as.delete(pathOf(operation, tokens), {});
        expect(response.status, JSON.stringify(response.body)).toBe(operation.status);
        if (operation.status === 204) expect(response.body).toBe('');
      },
    );
  },
);
