import { expect, test } from 'vitest';
import { testApp } from '../../../test/harness.js';
import { unlessCopied, withCostRowsHeld } from './unless-copied.js';

test('rows are not removed while they are copied, and copies wait for a removal', async () => {
  const { services } = await testApp();
  const done: string[] = [];
  const remove = async () => {
    done.push('removed');
    return 'removed';
  };
  await withCostRowsHeld(services, async () => {
    expect(await unlessCopied(services, remove)).toMatch(/^postponed: a backup/);
  });
  expect(done).toEqual([]);
  let copying: Promise<void> | undefined;
  await unlessCopied(services, async () => {
    copying = withCostRowsHeld(services, async () => void done.push('copied'));
    return remove();
  });
  await copying;
  expect(done).toEqual(['removed', 'copied']);
});
