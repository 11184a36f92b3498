import { expect, test } from 'vitest';
import { accountFacts, resourceFacts } from '../../../../../test/recommendation-facts.js';
import type { ResourceFacts } from '../facts.js';
import { gp2ToGp3 } from './gp2-to-gp3.js';
import { unattachedVolumes } from './unattached-volumes.js';

function volume(given: Partial<ResourceFacts>): ResourceFacts {
  return resourceFacts({ type: 'aws_ebs_volume', id: 'vol-1', ...given });
}

function gp2(size: number): ResourceFacts {
  return volume({ metadata: { volume_type: 'gp2', size } });
}

test.each([
  [100, '2', ''],
  [500, '5', ' --throughput 250'],
  // 40 of storage, less 3,000 IOPS and 125 MB/s.
  [2000, '20', ' --iops 6000 --throughput 250'],
])('a gp2 volume of %i GB saves %s a month as gp3', async (size, saving, options) => {
  const [finding] = await gp2ToGp3.find([gp2(size)], accountFacts());
  expect(finding?.actions).toMatchObject([
    {
      action: 'modify',
      potential_savings: saving,
      instance_type: 'gp3',
      remediation_cli_command: `aws ec2 modify-volume --volume-id vol-1 --volume-type gp3${options}`,
    },
  ]);
});

test('the prices of the account count before the default ones', async () => {
  const account = accountFacts({ prices: { 'ebs gp2': '0.12', 'ebs gp3': '0.09' } });
  const [finding] = await gp2ToGp3.find([gp2(100)], account);
  expect(finding?.actions[0]?.potential_savings).toBe('3');
});

test('other volumes, and volumes of unknown size, are not changed to gp3', async () => {
  const others = [
    volume({ metadata: { volume_type: 'gp3', size: 100 } }),
    volume({ metadata: { volume_type: 'gp2' } }),
    volume({ metadata: {} }),
  ];
  expect(await gp2ToGp3.find(others, accountFacts())).toEqual([]);
});

const costs = { cost30: '36', daysWithCost: 30 };

test('a volume that has been unattached for 7 days saves its monthly cost', async () => {
  const unattached = volume({
    ...costs,
    metadata: { state: 'available', detached_at: '2026-03-03T09:00:00Z' },
  });
  const [finding] = await unattachedVolumes.find([unattached], accountFacts());
  expect(finding).toMatchObject({
    uuid: 'vol-1',
    actions: [
      {
        action: 'delete',
        potential_savings: '36',
        remediation_cli_command: 'aws ec2 delete-volume --volume-id vol-1',
      },
    ],
  });
  expect(finding?.evidence).toContainEqual({ label: 'Days unattached', value: '7' });
});

test('without a time of detachment, a volume counts from when it was first listed as available', async () => {
  const seen = (day: string): ResourceFacts =>
    volume({ ...costs, metadata: { state: 'available' }, stateSince: new Date(day) });
  const find = async (day: string): Promise<number> =>
    (await unattachedVolumes.find([seen(day)], accountFacts())).length;
  expect([await find('2026-03-03'), await find('2026-03-04')]).toEqual([1, 0]);
});

test('attached volumes, and those detached for 6 days, are kept', async () => {
  const kept = [
    volume({ ...costs, metadata: { state: 'in-use' } }),
    volume({ ...costs, metadata: {} }),
    volume({
      ...costs,
      metadata: { state: 'available', detached_at: '2026-03-03T09:00:01Z' },
    }),
  ];
  expect(await unattachedVolumes.find(kept, accountFacts())).toEqual([]);
});
