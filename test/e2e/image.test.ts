import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hasProgram } from '../deploy/tools.js';

const missing = ['buildah', 'mmdebstrap', 'unshare'].filter((name) => !hasProgram(name));
const isRoot = process.getuid?.() === 0;

test('the image serves on a read-only root, and writes to its volume only', ({ skip }) => {
  skip(missing.length > 0, `not installed: ${missing.join(', ')}`);
  skip(!isRoot, 'only root can mount the image');
  const printed = execFileSync(process.execPath, ['scripts/check-image.mjs'], { encoding: 'utf8' });
  expect(printed).toMatch(/^stopped after /m);
});
