import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeConfig, readConfig } from '../../src/platform/config.js';

/** Keys of a bucket, which are no settings of ours, and variables of the compose file itself. */
const others = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'FARTHING_IMAGE', 'FARTHING_ADDRESS'];

test('every setting that the files of deploy name exists', () => {
  const known = new Set([
    ...describeConfig(readConfig({})).map((line) => line.split(' ')[0]!),
    ...others,
  ]);
  const files = readdirSync('deploy', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('secrets'))
    .map((entry) => join(entry.parentPath, entry.name));
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(namePattern)].map(([name]) => ({
      file,
      name: name.replace(/_FILE$/, ''),
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

const namePattern =
  /\b(FARTHING_[A-Z_]*[A-Z]|DATABASE_URL(_FILE)?|CLICKHOUSE_(URL|CLUSTER)(_FILE)?|FILES_URL|SMTP_URL|AWS_[A-Z_]*[A-Z])\b/g;
