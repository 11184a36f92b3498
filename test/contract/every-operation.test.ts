import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/platform/kernel/operation.js';
import { allOperations } from '../../src/operations.js';
import { type Account, callerFor, newAccount } from '../harness.js';
import { bodies, makers, needsSession, queries, setUps } from './samples.js';

// Every mounted operation goes through the same refusals, also those that are added later.
const operations = allOperations({ openDescription: false });
const closed = operations.filter((operation) => !operation.open);
const withBody = closed.filter((operation) => operation.body && !operation.form);
const withTokens = closed.filter((operation) => operation.path.includes('{'));
const lists = closed.filter((operation) => operation.query && 'page' in operation.query.shape);

const scopeOf = (operation: Operation) => (operation.method === 'GET' ? 'read' : 'write');
const named = (list: Operation[]) => list.map((operation) => [operation.id, operation] as const);

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

async function tokensFor(operation: Operation, owner: Account): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {};
  for (const [, name] of operation.path.matchAll(/\{([^}]+)\}/g)) {
    const make = makers[name!];
    if (!make) throw new Error(`test/contract/samples.ts makes no ${name}`);
    tokens[name!] = await make(owner);
  }
  return tokens;
}

const pathOf = (operation: Operation, tokens: Record<string, string>) =>
  operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(tokens[name]!));

async function bodyFor(operation: Operation, owner: Account, tokens: Record<string, string>) {
  if (!operation.body) return undefined;
  const make = bodies[operation.id];
  if (!make) throw new Error(`test/contract/samples.ts has no body for ${operation.id}`);
  return make(owner, tokens);
}

test('operation ids are unique', () => {
  const ids = operations.map((operation) => operation.id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(named(closed))('%s', (_id, operation) => {
  const path = operation.path.replaceAll(/\{[^}]+\}/g, 'nothing_0000000000000000');

  test('without a credential answers 401', async () => {
    const answer = await callerFor(account.app, undefined).send(operation.method, path, {});
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).toEqual({ errors: ['Invalid or missing credential'] });
  });

  test('with the wrong scope answers 403', async () => {
    const wrong = await account.withScopes(scopeOf(operation) === 'read' ? 'write' : 'read');
    const answer = await wrong.send(operation.method, path, {});
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toContain('insufficient_scope');
    expect(answer.body.errors[0]).toContain(scopeOf(operation));
  });
});

describe.each(named(withTokens))('%s', (_id, operation) => {
  test("answers 404 for another account's object and leaves it alone", async () => {
    const stranger = await newAccount();
    const tokens = await tokensFor(operation, account);
    const body = await bodyFor(operation, stranger, tokens);
    const answer = await stranger.as.send(operation.method, pathOf(operation, tokens), body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(404);
    expect(answer.body.errors).toHaveLength(1);
  });

  test('answers 404 for tokens of any form', async () => {
    for (const odd of [
      'x',
      '%00',
      'a%2Fb',
      '..%2f..',
      encodeURIComponent('ключ'),
      'a'.repeat(3000),
    ]) {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, odd);
      const body = await bodyFor(operation, account, {});
      const answer = await account.as.send(operation.method, path, body);
      expect(answer.status, `${odd}: ${JSON.stringify(answer.body)}`).toBe(404);
    }
  });
});

describe.each(named(withBody))('%s', (_id, operation) => {
  test('ignores unknown body fields', async () => {
    const owner = await newAccount();
    const tokens = await tokensFor(operation, owner);
    const body = { ...(await bodyFor(operation, owner, tokens)), no_such_field: { deep: [1] } };
    const answer = await owner.as.send(operation.method, pathOf(operation, tokens), body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(operation.status);
  });

  test('answers malformed JSON with 400 and the error body', async () => {
    const tokens = await tokensFor(operation, account);
    const answer = await account.as.send(operation.method, pathOf(operation, tokens), '{"a":');
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ errors: ['Request body is not valid JSON'] });
  });
});

describe.each(named(lists))('%s', (id, operation) => {
  const listPath = async () => {
    const path = pathOf(operation, await tokensFor(operation, account));
    return `${path}?${(await queries[id]?.(account)) ?? ''}`;
  };

  test('is empty past the end', async () => {
    const answer = await account.as.get(`${await listPath()}&page=100000`);
    expect(answer.status).toBe(200);
    const items = Object.entries(answer.body).findLast(([, value]) => Array.isArray(value))![1];
    expect(items).toEqual([]);
    expect(answer.body.links.next).toBeNull();
    expect(answer.body.links.prev).toMatch(/^http.*page=\d+$/);
  });

  test('refuses pages and limits that are no numbers from 1', async () => {
    const path = await listPath();
    for (const wrong of [
      'page=0',
      'page=-1',
      'page=x',
      'limit=0',
      'limit=1.5',
      'page=99999999999',
    ]) {
      const answer = await account.as.get(`${path}&${wrong}`);
      expect(answer.status, wrong).toBe(400);
      expect(answer.body.errors).toEqual([`${wrong.split('=')[0]} does not have a valid value`]);
    }
  });
});

describe.each(named(closed.filter((each) => each.method === 'DELETE')))('%s', (id, operation) => {
  test.skipIf(needsSession.has(id))('takes a body, deletes once, and says nothing', async () => {
    const owner = await newAccount();
    const tokens = await tokensFor(operation, owner);
    await setUps[id]?.(owner, tokens);
    const answer = await owner.as.delete(pathOf(operation, tokens), {});
    expect(answer.status, JSON.stringify(answer.body)).toBe(operation.status);
    if (operation.status === 204) expect(answer.body).toBe('');
  });
});
