import { beforeAll, expect, test } from 'vitest';
import {
  type AwsRow,
  awsBill,
  charge,
  planArn,
  reservationArn,
} from '../../../../../test/aws-bill.js';
import { importCsv } from '../../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../../test/harness.js';
import { addDays } from '../../../../platform/lib/days.js';
import { providerFormats } from '../../../intake/ingest/formats/index.js';

const usedArn = `${reservationArn}-used`;

/** The fee of a month, of which a part is unused; like bills of 2018, it names no resource. */
const monthlyFee = (arn: string, month: string, end: string, unused: string): AwsRow => ({
  ...charge('RIFee', `${month}-01T00:00:00Z`, end, '74.4'),
  'reservation/ReservationARN': arn,
  'lineItem/UsageType': 'HeavyUsage:c5.large',
  'reservation/StartTime': '2025-11-01T00:00:00.000Z',
  'reservation/EndTime': '2026-11-01T00:00:00.000Z',
  'reservation/NumberOfReservations': '1',
  'reservation/UnusedRecurringFee': unused,
});

/** 10.00 a day, of which usage takes 6.00. */
function dailyFee(index: number): AwsRow[] {
  const day = addDays('2026-02-08', index);
  const on = (type: string, cost: string) =>
    charge(type, `${day}T00:00:00Z`, `${addDays(day, 1)}T00:00:00Z`, cost);
  const plan = {
    'savingsPlan/SavingsPlanARN': planArn,
    'savingsPlan/EndTime': '2026-12-31T23:59:59.000Z',
    'savingsPlan/StartTime': '2026-01-01T00:00:00.000Z',
  };
  return [
    {
      ...on('SavingsPlanRecurringFee', '10'),
      ...plan,
      'lineItem/ProductCode': 'ComputeSavingsPlans',
      'savingsPlan/TotalCommitmentToDate': '10',
      'savingsPlan/UsedCommitment': '6',
    },
    {
      ...on('SavingsPlanCoveredUsage', '9'),
      ...plan,
      'lineItem/ResourceId': 'i-1',
      'savingsPlan/SavingsPlanEffectiveCost': '6',
    },
    { ...on('SavingsPlanNegation', '-9'), ...plan, 'lineItem/ResourceId': 'i-1' },
  ];
}

let account: Account;
let integration: string;

beforeAll(async () => {
  account = await newAccount();
  const bill = [
    // 2.00 a day of the first reservation are unused, nothing of the second.
    monthlyFee(reservationArn, '2026-02', '2026-03-01T00:00:00Z', '56'),
    monthlyFee(reservationArn, '2026-03', '2026-04-01T00:00:00Z', '62'),
    monthlyFee(usedArn, '2026-03', '2026-04-01T00:00:00Z', '0'),
    ...Array.from({ length: 30 }, (_, index) => dailyFee(index)).flat(),
  ];
  integration = await importCsv(account, awsBill(bill), { formats: providerFormats });
  const { jobs } = account.app;
  await jobs.run('refresh-commitments', { integration_token: integration });
  await jobs.run('sync-resources', { integration_token: integration });
  await jobs.run('find-recommendations', { account_token: account.account.token });
});

test('commitments that are partly unused are found, whether or not fees name a resource', async () => {
  const { body } = await account.as.get(
    '/v2/recommendations?type=aws:ec2:unused-reserved-instances',
  );
  expect(body.recommendations).toMatchObject([
    {
      provider_account_id: '100000000001',
      potential_savings: '180.0',
      resources_affected_count: 2,
    },
  ]);
  const [{ token }] = body.recommendations;
  const { resources } = (await account.as.get(`/v2/recommendations/${token}/resources`)).body;
  const found = resources.map(
    (each: { uuid: string; type: string; recommendation_actions: object[] }) => [
      each.uuid,
      each.type,
      each.recommendation_actions[0],
    ],
  );
  expect(found).toMatchObject([
    [planArn, 'aws_savings_plan', { action: 'modify', potential_savings: '120.0' }],
    [reservationArn, 'aws_ec2_reserved_instance', { action: 'sell', potential_savings: '60.0' }],
  ]);
});

test('reservations and savings plans are resources with their terms and fees', async () => {
  const { body } = await account.as.get('/v2/resources?include_cost=true');
  const byId = new Map<string, object>(
    body.resources.map((each: { uuid: string }) => [each.uuid, each]),
  );
  expect([...byId.keys()].toSorted()).toEqual(['i-1', planArn, reservationArn, usedArn].toSorted());
  expect(byId.get(reservationArn)).toMatchObject({
    account_id: '100000000001',
    region: 'us-east-1',
    metadata: {
      instance_type: 'c5.large',
      instance_count: 1,
      start: '2025-11-01',
      end: '2026-11-01',
      term: '1 Year',
    },
    costs: [{ amount: 74.4 }],
  });
  expect(byId.get(planArn)).toMatchObject({
    metadata: { end: '2026-12-31' },
    costs: [{ amount: 300 }],
  });
});

test('a second run changes nothing', async () => {
  const list = async () => (await account.as.get('/v2/resources?include_cost=true')).body.resources;
  const before = await list();
  await account.app.jobs.run('sync-resources', { integration_token: integration });
  expect(await list()).toEqual(before);
});
