import { expect, test } from 'vitest';
import {
  accountFacts,
  chargeFacts,
  resourceFacts,
} from '../../../../../test/recommendation-facts.js';
import type { CommitmentFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { oldSnapshots } from './old-snapshots.js';
import { unattachedAddresses } from './unattached-addresses.js';
import { unattachedAzureDisks } from './unattached-azure-disks.js';
import { unusedCommitments } from './unused-commitments.js';
import { strandedWorkspaces, unusedWorkspaces } from './workspaces.js';

const costs = { cost30: '36', daysWithCost: 30 };

function savings(findings: readonly Finding[]): (string | undefined)[] {
  return findings.map(({ actions }) => actions[0]?.potential_savings);
}

test.each([
  ['2026-02-08T09:00:00Z', ['36']],
  ['2026-02-08T09:00:01Z', []],
])('a managed disk that was detached at %s saves %s', async (last_ownership_update, expected) => {
  const disk = resourceFacts({
    ...costs,
    type: 'azurerm_managed_disk',
    uuid: '/subscriptions/s/disks/d',
    metadata: { disk_state: 'Unattached', last_ownership_update },
  });
  const findings = await unattachedAzureDisks.find([disk], accountFacts());
  expect(savings(findings)).toEqual(expected);
  if (expected.length > 0) {
    expect(findings[0]?.actions[0]?.remediation_cli_command).toBe(
      'az disk delete --ids /subscriptions/s/disks/d',
    );
  }
});

test('an attached or reserved disk is kept', async () => {
  const disks = ['Attached', 'Reserved', ''].map((disk_state) =>
    resourceFacts({ ...costs, type: 'azurerm_managed_disk', metadata: { disk_state } }),
  );
  expect(await unattachedAzureDisks.find(disks, accountFacts())).toEqual([]);
});

function address(given: Partial<ResourceFacts>): ResourceFacts {
  return resourceFacts({
    type: 'aws_eip',
    metadata: { allocation_id: 'eipalloc-1', association_id: null },
    ...given,
  });
}

test('an address without association saves what it costs, else the public price', async () => {
  const [billed, unbilled] = await unattachedAddresses.find(
    [address({ cost30: '3.6', daysWithCost: 30 }), address({})],
    accountFacts(),
  );
  expect(billed?.actions[0]).toMatchObject({
    action: 'release',
    potential_savings: '3.6',
    remediation_cli_command: 'aws ec2 release-address --allocation-id eipalloc-1',
  });
  expect(unbilled?.actions[0]?.potential_savings).toBe('3.65');
});

test('an address in use, or known from the bill alone, is kept', async () => {
  const used = address({ metadata: { allocation_id: 'a', association_id: 'eipassoc-1' } });
  const fromBill = address({ ...costs, metadata: {}, inInventory: false });
  expect(await unattachedAddresses.find([used, fromBill], accountFacts())).toEqual([]);
});

function snapshot(metadata: Record<string, unknown>): ResourceFacts {
  return resourceFacts({
    ...costs,
    type: 'aws_instance_snapshot',
    id: 'snap-1',
    metadata: { volume_id: 'vol-gone', start_time: '2025-12-10T08:59:59Z', ...metadata },
  });
}

test('a snapshot older than 90 days whose volume is gone saves its cost', async () => {
  const findings = await oldSnapshots.find([snapshot({})], accountFacts());
  expect(findings[0]?.actions[0]).toMatchObject({
    action: 'delete',
    potential_savings: '36',
    remediation_cli_command: 'aws ec2 delete-snapshot --snapshot-id snap-1',
  });
});

test('a snapshot of exactly 90 days, of an image or of an existing volume is kept', async () => {
  const account = accountFacts({
    resources: [resourceFacts({ type: 'aws_ebs_volume', id: 'vol-here' })],
  });
  const kept = [
    snapshot({ start_time: '2025-12-10T09:00:00Z' }),
    snapshot({ image_id: 'ami-1' }),
    snapshot({ volume_id: 'vol-here' }),
    snapshot({ volume_id: null }),
  ];
  expect(await oldSnapshots.find(kept, account)).toEqual([]);
});

const plan = 'arn:aws:savingsplans::111122223333:savingsplan/1';

async function findCommitment(
  given: Partial<CommitmentFacts>,
  end: string | null = '2027-01-01',
): Promise<(string | undefined)[]> {
  const commitment = { id: plan, cost: '720', unusedCost: '72', ...given };
  const account = accountFacts({ commitments: () => Promise.resolve([commitment]) });
  const resource = resourceFacts({ type: 'aws_savings_plan', uuid: plan, metadata: { end } });
  return savings(await unusedCommitments.find([resource], account));
}

test('a commitment that is used to 90 % saves its unused part', async () => {
  expect(await findCommitment({})).toEqual(['72']);
  // Exactly 30 days are left.
  expect(await findCommitment({}, '2026-04-09')).toEqual(['72']);
});

test('a commitment that is used to 95 %, ends within 30 days or costs nothing is kept', async () => {
  expect(await findCommitment({ unusedCost: '36' })).toEqual([]);
  expect(await findCommitment({}, '2026-04-08')).toEqual([]);
  expect(await findCommitment({}, '2026-04-08T00:00:00Z')).toEqual([]);
  expect(await findCommitment({}, null)).toEqual([]);
  expect(await findCommitment({ cost: '0', unusedCost: '0' })).toEqual([]);
});

function workspace(
  metadata: Record<string, unknown>,
  given: Partial<ResourceFacts> = {},
): ResourceFacts {
  return resourceFacts({
    ...costs,
    type: 'aws_workspaces_workspace',
    id: 'ws-1',
    metadata: { state: 'AVAILABLE', running_mode: 'ALWAYS_ON', ...metadata },
    ...given,
  });
}

const longAgo = { last_known_user_connection: '2026-02-08T08:59:59Z' };
const recently = { last_known_user_connection: '2026-02-08T09:00:00Z' };
const fee = chargeFacts({ usageType: 'USE1-AutoStop-User', unit: 'User-Months', cost: '7.25' });
const hours = chargeFacts({ usageType: 'USE1-AutoStop-Usage', unit: 'Hours', quantity: '3' });

test.each<[string, ResourceFacts, string[]]>([
  ['without a connection for more than 30 days', workspace(longAgo), ['36']],
  ['with a connection 30 days ago', workspace(recently), []],
  ['that was never connected to', workspace({}), []],
  [
    'with a monthly fee and no hours',
    workspace({ ...recently, running_mode: 'AUTO_STOP' }, { charges: [fee] }),
    ['36'],
  ],
  [
    'with a monthly fee and hours',
    workspace({ ...recently, running_mode: 'AUTO_STOP' }, { charges: [fee, hours] }),
    [],
  ],
])('unused: a WorkSpace %s', async (_, given, expected) => {
  expect(savings(await unusedWorkspaces.find([given], accountFacts()))).toEqual(expected);
});

test.each<[string, ResourceFacts, string[]]>([
  ['that was never connected to', workspace({}), ['36']],
  ['in an error state', workspace({ ...recently, state: 'ERROR' }), ['36']],
  ['that is suspended', workspace({ ...recently, state: 'SUSPENDED' }), ['36']],
  ['without its user', workspace({ ...recently, user_exists: false }), ['36']],
  ['that is used', workspace(recently), []],
  ['of 30 days', workspace({}, { firstSeenAt: new Date('2026-02-08T09:00:00Z') }), []],
  ['known from the bill alone', workspace({}, { inInventory: false }), []],
])('stranded: a WorkSpace %s', async (_, given, expected) => {
  const findings = await strandedWorkspaces.find([given], accountFacts());
  expect(savings(findings)).toEqual(expected);
  if (expected.length > 0) {
    expect(findings[0]?.actions[0]).toMatchObject({
      action: 'terminate',
      remediation_cli_command:
        'aws workspaces terminate-workspaces --terminate-workspace-requests WorkspaceId=ws-1',
    });
  }
});
