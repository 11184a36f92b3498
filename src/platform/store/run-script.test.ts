import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/harness.js';
import { runScript } from './run-script.js';

test('a script that fails inside its own transaction leaves a usable session', async () => {
  const { db } = (await testApp()).services;
  await expect(runScript(db, 'begin; select 1 / 0; commit')).rejects.toThrow('division by zero');
  const { rows } = await sql`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});
