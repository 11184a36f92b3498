import { expect, test } from 'vitest';
import { newAccount } from '../../../test/harness.js';
import { newManagedAccount } from '../../../test/managed-accounts.js';
import { healthChecks } from '../../domain/health-checks.js';

test('owners see what every check has found', async () => {
  const { as } = await newAccount();
  const { status, body } = await as.get('/console/health');
  expect(status).toBe(200);
  expect(body.checks.map(({ name }: { name: string }) => name)).toEqual(
    healthChecks.map(({ name }) => name),
  );
  expect(body.checks.find(({ name }: { name: string }) => name === 'database')).toMatchObject({
    state: 'ok',
    remedy: null,
  });
  // The clock of this test stands in the past.
  expect(body.state).toBe('failed');
  expect(body.checks.find(({ name }: { name: string }) => name === 'clocks').remedy).toContain(
    'NTP',
  );
});

test('others do not: users without the role, and owners of a managed account', async () => {
  const account = await newAccount();
  const { as: editor } = await account.newUser('editor');
  expect((await editor.get('/console/health')).status).toBe(403);
  const managed = await newManagedAccount(account);
  expect(await managed.as.get('/console/health')).toMatchObject({
    status: 403,
    body: { errors: ['Only owners of the account that operates this installation see its health'] },
  });
});
