import { beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../src/operations.js';
import type { Operation } from '../../src/platform/kernel/operation.js';
import { type Account, newAccount } from '../harness.js';
import { newChildAccount } from '../child-accounts.js';
import {
  bodies,
  factories,
  needsSession,
  operatorOnly,
  queries,
  sharedObjects,
} from './samples.js';

// A credential of one managed account tries every operation, also those added later, against the objects of
// another managed account and of the management account.
const operations = allOperations().filter(({ open }) => !open);
const paramsOf = ({ path }: Operation) =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
const withObjects = operations.filter(
  (operation) =>
    paramsOf(operation).length > 0 &&
    !operation.path.includes('/by_type/') &&
    !sharedObjects.has(operation.id) &&
    !needsSession.has(operation.id),
);
const isToken = /"([a-z]+(?:_[a-z]+)*_[0-9a-f]{16})"/g;
const tokensIn = (value: unknown) =>
  [...JSON.stringify(value ?? null).matchAll(isToken)].map(([, token]) => token!);

let parent: Account;
let own: Account;
let others: { owner: Account; tokens: Record<string, string> }[];
let foreignTokens: Set<string>;

beforeAll(async () => {
  parent = await newAccount();
  const { body: delegated } = await parent.as.post('/v2/integrations/custom_provider', {
    name: 'Shared',
  });
  const access_credential_tokens = [delegated.token];
  own = await newChildAccount(parent, { access_credential_tokens });
  const sibling = await newChildAccount(parent, { access_credential_tokens });
  const names = new Set(withObjects.flatMap(paramsOf));
  others = [];
  for (const owner of [parent, sibling]) {
    const tokens: Record<string, string> = {};
    for (const name of names) {
      // A managed account has no managed accounts: the sibling itself is the object of its parent.
      const isManaged = name === 'managed_account_token' && owner === sibling;
      tokens[name] = isManaged ? sibling.account.token : await factories[name]!(owner);
    }
    others.push({ owner, tokens });
  }
  const known = others.flatMap(({ owner, tokens }) => [
    ...tokensIn(tokens),
    ...[owner.account, owner.workspace, owner.everyone, owner.owner].map(({ token }) => token),
  ]);
  foreignTokens = new Set(known.filter((token) => token !== delegated.token));
});

const bodyOf = async (operation: Operation, owner: Account, tokens: Record<string, string>) =>
  operation.body ? bodies[operation.id]?.(owner, tokens) : undefined;

describe.each(withObjects.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_id, operation) => {
    test("answers 404 for an object of the parent and of the parent's other accounts", async () => {
      for (const { tokens } of others) {
        const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
          encodeURIComponent(tokens[name]!),
        );
        const body = await bodyOf(operation, own, {});
        const response = await own.as.send(operation.method, path, body);
        expect(response.status, JSON.stringify(response.body)).toBe(404);
        // The answer is the same as for a token that does not exist.
        expect(response.body.errors[0]).toMatch(/ not found$/);
      }
    });
  },
);

const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));

test.each(lists.map((operation) => [operation.id, operation] as const))(
  '%s returns nothing of others',
  async (id, { path }) => {
    const query = (await queries[id]?.(own)) ?? `workspace_token=${own.workspace.token}`;
    const { status, body } = await own.as.get(`${path}?${query}`);
    const expected = operatorOnly.has(id) ? [403] : [200, 400, 404];
    expect(expected, JSON.stringify(body)).toContain(status);
    expect(tokensIn(body).filter((token) => foreignTokens.has(token))).toEqual([]);
  },
);

const creations = operations.filter(
  (operation) =>
    operation.method === 'POST' &&
    operation.body &&
    !operation.form &&
    !operation.path.includes('{'),
);

test.each(creations.map((operation) => [operation.id, operation] as const))(
  '%s refuses references to objects of others',
  async (_id, operation) => {
    for (const { owner } of others) {
      const body = await bodyOf(operation, owner, {});
      if (tokensIn(body).length === 0) continue;
      const response = await own.as.send(operation.method, operation.path, body);
      expect([400, 403, 404, 422], JSON.stringify(response.body)).toContain(response.status);
    }
  },
);
