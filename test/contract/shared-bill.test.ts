import { beforeAll, expect, test } from 'vitest';
import { refreshCommitments } from '../../src/domain/optimise/financial-commitments/refresh-commitments.js';
import { evaluateWorkspace } from '../../src/domain/optimise/recommendations/evaluate-workspace.js';
import { rules } from '../../src/domain/optimise/recommendations/rules/index.js';
import { syncResources } from '../../src/domain/optimise/resources/sync-resources.js';
import { providerFormats } from '../../src/domain/intake/ingest/formats/index.js';
import { allOperations } from '../../src/operations.js';
import { operatorContext } from '../../src/platform/kernel/operator-context.js';
import { type AwsRow, awsBill, charge } from '../aws-bill.js';
import { importCsv } from '../cost-fixtures.js';
import { addInterface, importFlows } from '../flow-logs.js';
import { flowRecord } from '../flow-records.js';
import { type Account, newAccount } from '../harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
} from '../managed-accounts.js';
import { newResource } from '../resources.js';
import { operatorOnly, queries } from './samples.js';

// Today is 2026-03-10. Two customers of a reseller are on one bill, told apart by their AWS account; what the
// bill has of the other one contains these words.
const own = { name: 'acme', accountId: '111111111111' };
const other = { name: 'zenith', accountId: '222222222222' };
const foreign = /zenith|222222222222/i;

let parent: Account;
let customer: ManagedAccount;
let integration: string;
let foreignResources: string[];

const onDay = (day: number, type: string, cost: string) =>
  charge(type, `2026-03-0${day}T00:00:00Z`, `2026-03-0${day + 1}T00:00:00Z`, cost);

function rowsOf({ name, accountId }: typeof own): AwsRow[] {
  const common: AwsRow = {
    'lineItem/UsageAccountId': accountId,
    'resourceTags/user:customer': name,
  };
  const reservation = {
    'reservation/ReservationARN': `arn:aws:ec2:us-east-1:${accountId}:reserved-instances/ri-${name}`,
  };
  const plan = {
    'savingsPlan/SavingsPlanARN': `arn:aws:savingsplans::${accountId}:savingsplan/plan-${name}`,
    'savingsPlan/StartTime': '2025-06-01T00:00:00.000Z',
    'savingsPlan/EndTime': '2026-05-31T23:59:59.000Z',
    'savingsPlan/OfferingType': 'ComputeSavingsPlans',
    'savingsPlan/PaymentOption': 'No Upfront',
    'savingsPlan/PurchaseTerm': '1yr',
  };
  const days = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((day) => [
    {
      ...onDay(day, 'Usage', '5'),
      'lineItem/UsageType': 'BoxUsage:m5.large',
      'lineItem/UsageAmount': '24',
      'lineItem/ResourceId': `i-${name}`,
      'lineItem/LineItemDescription': `an instance of ${name}`,
    },
    {
      ...onDay(day, 'Usage', '1'),
      'lineItem/UsageType': 'EBS:VolumeUsage.gp2',
      'lineItem/UsageAmount': '3',
      'pricing/unit': 'GB-Mo',
      'lineItem/ResourceId': `vol-${name}`,
    },
  ]);
  const month = (type: string, cost: string) =>
    charge(type, '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', cost);
  return [
    ...days,
    {
      ...month('RIFee', '146'),
      ...reservation,
      'lineItem/UsageType': 'HeavyUsage:c5.large',
      'reservation/StartTime': '2025-11-01T00:00:00.000Z',
      'reservation/EndTime': '2026-11-01T00:00:00.000Z',
      'reservation/NumberOfReservations': '1',
      'reservation/TotalReservedUnits': '730',
      'reservation/UnusedRecurringFee': '14.6',
    },
    {
      ...month('SavingsPlanRecurringFee', '730'),
      ...plan,
      'lineItem/ProductCode': 'ComputeSavingsPlans',
      'savingsPlan/TotalCommitmentToDate': '730',
      'savingsPlan/UsedCommitment': '657',
    },
    {
      ...onDay(2, 'Usage', '9'),
      'lineItem/ProductCode': `Shop${name}`,
      'lineItem/UsageType': `Seats-${name}`,
    },
  ].map((row) => ({ ...common, ...row }));
}

/** What inventories and flow logs know of a customer beyond the bill. */
async function addInventory({ name, accountId }: typeof own): Promise<string> {
  const arn = (kind: string) => `arn:aws:ec2:us-east-1:${accountId}:${kind}/`;
  await newResource(parent, {
    integration_token: integration,
    uuid: `${arn('snapshot')}snap-${name}`,
    type: 'aws_ebs_snapshot',
    label: `backup of ${name}`,
    account_id: accountId,
  });
  const token = await newResource(parent, {
    integration_token: integration,
    uuid: `${arn('volume')}vol-${name}`,
    label: `data of ${name}`,
    account_id: accountId,
    metadata: { volume_type: 'gp2', size: 100, state: 'available' },
  });
  const address = name === own.name ? '10.0.1.10' : '10.0.2.20';
  await addInterface(parent, integration, `eni-${name}`, address, { instance_id: `i-${name}` });
  return token;
}

const flowOf = ({ name, accountId }: typeof own) =>
  flowRecord({
    'account-id': accountId,
    'interface-id': `eni-${name}`,
    'instance-id': `i-${name}`,
    srcaddr: name === own.name ? '10.0.1.10' : '10.0.2.20',
    'subnet-id': `subnet-${name}`,
  });

beforeAll(async () => {
  parent = await newAccount();
  const bill = awsBill([...rowsOf(own), ...rowsOf(other)]);
  integration = await importCsv(parent, bill, {
    provider: 'aws',
    name: 'AWS',
    formats: providerFormats,
  });
  const inventory = [await addInventory(other)];
  await addInventory(own);
  await importFlows(parent, [flowOf(own), flowOf(other)], { integration });
  const { services, clock } = parent.app;
  const row = await services.db
    .selectFrom('integrations')
    .selectAll()
    .where('token', '=', integration)
    .executeTakeFirstOrThrow();
  await syncResources(services, row, clock());
  await refreshCommitments(services, integration, clock());
  customer = await newManagedAccount(parent, [integration]);
  await assignRules(customer, [
    {
      type: 'custom',
      sql_query: `DELETE FROM aws WHERE aws.lineItem/UsageAccountId != '${own.accountId}'`,
    },
  ]);
  await rebill(customer);
  const ctx = await operatorContext(customer.app, customer.account.token);
  await evaluateWorkspace(ctx, customer.workspace.token, rules);
  const billed = await services.db
    .selectFrom('resources')
    .select(['token', 'uuid', 'label'])
    .where('integration_token', '=', integration)
    .execute();
  foreignResources = [
    ...inventory,
    ...billed.filter((each) => foreign.test(JSON.stringify(each))).map(({ token }) => token),
  ];
});

const lists = allOperations().filter(
  ({ open, method, path }) => !open && method === 'GET' && !path.includes('{'),
);
/** Further questions that reach every column. */
const more: Record<string, readonly string[]> = {
  getCosts: ['account_id', 'resource_id', 'service', 'tag:customer', 'usage_unit'].map(
    (grouping) => `start_date=2026-03-01&end_date=2026-03-31&groupings=${grouping}`,
  ),
  getNetworkFlowLogs: ['instance_id', 'account_id', 'subnet_id', 'resource_uuid'].map(
    (grouping) => `date_interval=last_7_days&groupings=${grouping}`,
  ),
};

test.each(lists.map((operation) => [operation.id, operation] as const))(
  '%s says nothing of another customer on the same bill',
  async (id, { path }) => {
    const base = (await queries[id]?.(customer)) ?? `workspace_token=${customer.workspace.token}`;
    for (const query of ['', ...(more[id] ?? [])]) {
      const { status, body } = await customer.as.get(`${path}?${base}&${query}`);
      const expected = operatorOnly.has(id) ? [403] : [200, 400, 404];
      expect(expected, JSON.stringify(body)).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(foreign);
    }
  },
);

test('resources of the other customer cannot be read, by token or by identifier', async () => {
  expect(foreignResources.length).toBeGreaterThan(2);
  for (const token of [...foreignResources, 'i-zenith', 'vol-zenith']) {
    const { status } = await customer.as.get(`/v2/resources/${token}`);
    expect(status).toBe(404);
  }
});

test('what the customer has is still there', async () => {
  const query = `workspace_token=${customer.workspace.token}`;
  const textOf = async (path: string) =>
    JSON.stringify((await customer.as.get(`${path}?${query}`)).body);
  expect(await textOf('/v2/resources')).toContain('i-acme');
  expect(await textOf('/v2/resources')).toContain('vol-acme');
  expect(await textOf('/v2/financial_commitments')).toContain('Compute');
  expect(await textOf('/v2/recommendations')).toContain('111111111111');
  const flows = `${await queries['getNetworkFlowLogs']!(customer)}&groupings=instance_id`;
  const { body } = await customer.as.get(`/v2/network_flow_logs?${flows}`);
  expect(JSON.stringify(body)).toContain('i-acme');
  const inventory = await newResource(customer, { label: 'of its own integration' });
  expect((await customer.as.get(`/v2/resources/${inventory}`)).status).toBe(200);
  expect(await textOf('/v2/resources')).toContain('of its own integration');
});
