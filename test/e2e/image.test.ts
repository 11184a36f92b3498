import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasProgram } from '../deploy/tools.js';

const missing = ['buildah', 'mmdebstrap', 'unshare'].filter((name) => !hasProgram(name));
const isRoot = process.getuid?.() === 0;

test('the image serves on a read-only root, and writes to its volume only', async ({ skip }) => {
  skip(missing.length > 0, `not installed: ${missing.join(', ')}`);
  skip(!isRoot, 'only root can mount the image');
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/check-image.mjs']);
  expect(stdout).toMatch(/^stopped after /m);
});
