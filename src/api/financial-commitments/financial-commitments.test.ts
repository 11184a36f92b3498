import { beforeAll, describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { refreshCommitments } from '../../domain/optimise/financial-commitments/refresh-commitments.js';
import { providerFormats } from '../../domain/intake/ingest/formats/index.js';
import {
  type AwsRow,
  awsBill,
  charge,
  planArn,
  reservationArn,
  workedMonth,
} from '../../../test/aws-bill.js';
import { importCsv, importFiles, newIntegration } from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { sharedFolder, sharedNotice } from '../../../test/shared.js';

const refresh = ({ app }: Account, integration: string) =>
  refreshCommitments(app.services, integration, app.clock());

let account: Account;
let integration: string;

beforeAll(async () => {
  account = await newAccount();
  integration = await importCsv(account, awsBill(workedMonth()), { formats: providerFormats });
  await refresh(account, integration);
});

test('reservations and savings plans are derived from their fees, the latest expiration first', async () => {
  const { body } = await account.as.get('/v2/financial_commitments');
  const shared = {
    account: '100000000001',
    term: '1 Year',
    payment_type: 'No upfront',
    status: 'active',
    created_at: '2026-03-10T09:00:00Z',
    workspace_token: account.workspace.token,
  };
  expect(body.financial_commitments).toEqual([
    {
      ...shared,
      commitment_type: 'aws_ec2_reserved_instance',
      service: 'EC2',
      type: 'c5.large',
      amount: 1,
      region: 'us-east-1',
      purchase_date: '2025-11-01',
      expiration_date: '2026-11-01',
      commitment: '$0.20',
    },
    {
      ...shared,
      commitment_type: 'aws_savings_plan',
      service: 'Compute',
      type: 'Compute Savings Plan',
      amount: null,
      region: null,
      purchase_date: '2025-06-01',
      expiration_date: '2026-05-31',
      commitment: '$0.98',
    },
  ]);
});

test('a commitment is listed once for each workspace of its integration that the caller sees', async () => {
  const owner = await newAccount();
  const { body: second } = await owner.as.post('/v2/workspaces', { name: 'Second' });
  const token = await importCsv(owner, awsBill(workedMonth()), {
    formats: providerFormats,
    workspaces: [owner.workspace.token, second.token],
  });
  await refresh(owner, token);
  const { body } = await owner.as.get('/v2/financial_commitments?limit=3');
  expect(body.financial_commitments).toHaveLength(3);
  expect(body.links.next).toContain('page=2');
  expect(
    (await owner.as.get('/v2/financial_commitments?limit=3&page=2')).body.financial_commitments,
  ).toHaveLength(1);
});

test('a second run changes nothing, and commitments leave with their bill', async () => {
  expect(await refresh(account, integration)).toBe(2);
  const owner = await newAccount();
  const token = await importCsv(owner, awsBill(workedMonth()), { formats: providerFormats });
  await refresh(owner, token);
  await owner.app.services.db
    .updateTable('loads')
    .set({ status: 'superseded' })
    .where('integration_token', '=', token)
    .execute();
  expect(await refresh(owner, token)).toBe(0);
  expect((await owner.as.get('/v2/financial_commitments')).body.financial_commitments).toEqual([]);
});

test.skipIf(!sharedFolder)(
  `October 2018 has nine reservations, one of them of two c5.large for a year${sharedNotice}`,
  async () => {
    const owner = await newAccount();
    const token = await newIntegration(owner, { provider: 'aws' });
    const file = join(sharedFolder!, 'data/aws-cur-parquet/2018-10-hourly.snappy.parquet');
    await importFiles(owner, token, [file], { provider: 'aws', formats: providerFormats });
    await refresh(owner, token);
    const { financial_commitments: found } = (await owner.as.get('/v2/financial_commitments')).body;
    // By the rule, every reservation with an RIFee row counts: the file has nine rows with nine ARNs. Only
    // eight ARNs are on DiscountedUsage rows, because nothing used the c4.large; it is paid for nevertheless,
    // and the one that a reader most wants to see.
    expect(found).toHaveLength(9);
    expect(found.map((each: { type: string }) => each.type).toSorted()).toEqual(
      'c4.large c5.large m5.large t2.micro t2.micro t2.micro t2.micro t2.nano t2.small'.split(' '),
    );
    const c5 = found.find((each: { type: string }) => each.type === 'c5.large');
    expect(c5).toEqual({
      commitment_type: 'aws_ec2_reserved_instance',
      service: 'EC2',
      account: '836060457634',
      type: 'c5.large',
      amount: 2,
      term: '1 Year',
      payment_type: 'Partial upfront',
      region: 'us-east-1',
      purchase_date: '2018-04-03',
      expiration_date: '2019-04-03',
      // 2 × 0.026 an hour, and 446.00 upfront over 8,760 hours.
      commitment: '$0.10',
      status: 'expired',
      created_at: '2026-03-10T09:00:00Z',
      workspace_token: owner.workspace.token,
    });
    const c4 = found.find((each: { type: string }) => each.type === 'c4.large');
    expect(c4).toMatchObject({ term: '1 Year', payment_type: 'Partial upfront' });
  },
);

test('the status has the use of the last 30 settled days and the days until expiry', async () => {
  setTime('2026-02-02T00:00:00Z');
  const { body } = await account.as.get('/v2/financial_commitments/status');
  setTime('2026-03-10T09:00:00Z');
  expect(body).toMatchObject({ start_date: '2026-01-02', end_date: '2026-01-31' });
  expect(body.commitment_status).toMatchObject([
    { commitment_id: reservationArn, provider: 'aws', days_left: 272, currency: 'USD' },
    { commitment_id: planArn, days_left: 118 },
  ]);
  // 657.00 used, and 30 of 31 days of 73.00 unused.
  expect(body.commitment_status[1].utilization_percent).toBe('90.29');
  expect(Number(body.commitment_status[1].unused_cost)).toBeCloseTo((73 * 30) / 31, 10);
});

test('FOCUS purchases are commitments, renewed once they are paid beyond their term', async () => {
  const owner = await newAccount();
  const fee = (month: string, end: string, plan = planArn) =>
    `AWS,100,USD,${month}-01T00:00:00Z,${end}-01T00:00:00Z,Purchase,Recurring,744,0,Amazon EC2,${plan},"Compute Savings Plan, 1 year",Spend`;
  const csv = [
    'ProviderName,BillingAccountId,BillingCurrency,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ChargeFrequency,BilledCost,EffectiveCost,ServiceName,CommitmentDiscountId,CommitmentDiscountName,CommitmentDiscountCategory',
    fee('2025-01', '2025-02'),
    fee('2026-01', '2026-02'),
    fee('2025-04', '2025-05', `${planArn}-ending`),
    fee('2026-03', '2026-04', `${planArn}-ending`),
  ].join('\n');
  await refresh(owner, await importCsv(owner, csv, { formats: providerFormats }));
  const { financial_commitments: found } = (await owner.as.get('/v2/financial_commitments')).body;
  expect(found).toMatchObject([
    {
      commitment_type: 'aws_savings_plan',
      type: 'Compute Savings Plan',
      term: '1 Year',
      payment_type: 'No upfront',
      purchase_date: '2026-01-01',
      expiration_date: '2027-01-01',
      commitment: '$1.00',
    },
    { purchase_date: '2025-04-01', expiration_date: '2026-04-01', status: 'active' },
  ]);
});

describe('the hourly commitment is that of all instances, with the share of what was paid upfront', () => {
  const fee = (id: string, type: string, cost: string, terms: AwsRow): AwsRow => ({
    ...charge(type, '2026-02-01T00:00:00Z', '2026-02-28T23:59:59Z', cost),
    'reservation/ReservationARN': reservationArn.replace('ri-1', id),
    'lineItem/UsageType': 'HeavyUsage:m5.large',
    'reservation/StartTime': '2025-11-01T00:00:00.000Z',
    'reservation/EndTime': '2026-11-01T00:00:00.000Z',
    ...terms,
  });
  const reserved = (count: string, units: string) => ({
    'reservation/NumberOfReservations': count,
    'reservation/TotalReservedUnits': units,
  });
  /** Two instances at 0.05 an hour each: 67.20 in the 672 hours of February. */
  const bills: Record<string, AwsRow[]> = {
    'one fee for both': [fee('together', 'RIFee', '67.2', reserved('2', '1344'))],
    'a fee for each': [1, 2].map(() => fee('apart', 'RIFee', '33.6', reserved('1', '672'))),
    'a fee by day, beside the hours of the month': [
      {
        ...fee('daily', 'RIFee', '2.4', reserved('2', '1344')),
        'lineItem/UsageEndDate': '2026-02-02T00:00:00Z',
      },
    ],
    'all upfront, with what was paid': [
      fee('paid', 'RIFee', '0', { ...reserved('2', '1344'), 'reservation/UpfrontValue': '876' }),
    ],
    'all upfront, with its share of the month': [
      fee('share', 'RIFee', '0', {
        ...reserved('2', '1344'),
        'reservation/AmortizedUpfrontFeeForBillingPeriod': '67.2',
      }),
    ],
    'all upfront, with a payment for each': [1, 2].flatMap(() => [
      fee('payments', 'Fee', '438', { 'reservation/NumberOfReservations': '1' }),
    ]),
  };

  test.each(Object.keys(bills))('%s', async (name) => {
    const owner = await newAccount();
    await refresh(
      owner,
      await importCsv(owner, awsBill(bills[name]!), { formats: providerFormats }),
    );
    const { financial_commitments: found } = (await owner.as.get('/v2/financial_commitments')).body;
    expect(found).toMatchObject([
      {
        commitment: '$0.10',
        amount: 2,
        payment_type: name.startsWith('all upfront') ? 'All upfront' : 'No upfront',
      },
    ]);
  });
});
