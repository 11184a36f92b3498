import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newAccount } from '../harness.js';
import { sharedFolder, sharedNotice } from '../shared.js';

test.skipIf(!sharedFolder)(
  `the OpenAPI description covers the published contract${sharedNotice}`,
  async () => {
    const { as } = await newAccount();
    const { body } = await as.get('/v2/oas_v3.json');
    const file = join(await mkdtemp(join(tmpdir(), 'farthing-oas-')), 'oas.json');
    await writeFile(file, JSON.stringify(body));
    const check = join(sharedFolder!, 'tools', 'contract-check.mjs');
    const response = await promisify(execFile)(process.execPath, [check, file]).catch(
      (error: { stdout: string }) => error,
    );
    const [summary, ...gaps] = response.stdout.trim().split('\n').toReversed();
    expect(summary).toMatch(/ operations described, \d+ gaps$/);
    expect(gaps).toEqual([]);
  },
);
