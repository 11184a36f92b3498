import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import type { Format } from '../../src/ingest/format.js';
import { customCsvTransformed, providerFormats } from '../../src/ingest/formats/index.js';
import { TestIntegration } from './importing.js';
import { hasSamples, sample } from './shared-folder.js';

interface Expected {
  file: string;
  format: string;
  rows: number;
  billed: string;
  effective: string;
  list?: string;
  rejected?: number;
}

const files: Expected[] = [
  {
    file: 'focus/focus-1.0-multicloud-1000.csv',
    format: 'focus',
    rows: 1000,
    billed: '20.52022672899',
    effective: '14.97651418586',
    list: '20.39090575119',
  },
  {
    file: 'focus/focus-1.0-multicloud-1000.snappy.parquet',
    format: 'focus',
    rows: 1000,
    billed: '20.52022672899',
    effective: '14.97651418586',
    list: '20.39090575119',
  },
  {
    file: 'aws-cur-legacy/2023-11-daily.csv',
    format: 'aws_cur',
    rows: 1281,
    billed: '1.6823086974',
    effective: '1.6823086974',
    list: '3.3561726949',
  },
  {
    file: 'aws-cur-legacy/minimal-2025-01.csv',
    format: 'aws_cur',
    rows: 4,
    billed: '0.0652',
    effective: '0.0652',
  },
  {
    file: 'aws-cur2/minimal-2025-01.csv',
    format: 'aws_cur',
    rows: 4,
    billed: '0.0652',
    effective: '0.0652',
  },
  {
    file: 'aws-cur-parquet/2018-10-hourly.snappy.parquet',
    format: 'aws_cur',
    rows: 119307,
    billed: '4064.4831315379',
    effective: '4195.9571093179',
    list: '4237.6817354175',
  },
  {
    file: 'aws-cur-parquet/2018-11-hourly.snappy.parquet',
    format: 'aws_cur',
    rows: 124340,
    billed: '3505.3269681268',
    effective: '3632.5598464968',
    list: '3671.199305967',
  },
  {
    file: 'aws-cur2/2018-10-hourly.snappy.parquet',
    format: 'aws_cur2',
    rows: 119307,
    billed: '4064.4831315379',
    effective: '4195.9571093179',
    list: '4237.6817354175',
  },
  {
    file: 'azure/ea-actual-2023-09.csv',
    format: 'azure_export',
    rows: 11,
    billed: '8.5450077867419368',
    effective: '8.5450077867419368',
    list: '5.295007719',
  },
  {
    file: 'azure/ea-amortized-2023-09.csv',
    format: 'azure_export',
    rows: 28,
    billed: '15.797780136168644627',
    effective: '16.296932136636644627',
    list: '15.811127594784',
  },
  {
    file: 'azure/ea-anonymous-2023-09-cad.csv',
    format: 'azure_export',
    rows: 27,
    billed: '1.26136926505726',
    effective: '1.26136926505726',
    list: '0.591596632447',
  },
  {
    file: 'azure/mca-2023-08.csv',
    format: 'azure_export',
    rows: 4,
    billed: '0.0000262412',
    effective: '0.0000262412',
    list: '0.0000262412',
  },
  {
    file: 'azure/paygo-2019-07.csv',
    format: 'azure_export',
    rows: 3,
    billed: '0.00011016',
    effective: '0.00011016',
  },
  {
    file: 'azure/subset-2021-02-aks.csv',
    format: 'azure_export',
    rows: 87,
    billed: '16.393506212224391',
    effective: '16.393506212224391',
  },
  {
    file: 'azure/header-variants/Enterprise.csv',
    format: 'azure_export',
    rows: 1,
    billed: '0',
    effective: '0',
  },
  {
    file: 'azure/header-variants/EnterpriseCamel.csv',
    format: 'azure_export',
    rows: 1,
    billed: '0.012',
    effective: '0.012',
  },
  {
    file: 'azure/header-variants/PayAsYouGo.csv',
    format: 'azure_export',
    rows: 1,
    billed: '0.075',
    effective: '0.075',
  },
  {
    file: 'azure/header-variants/German.csv',
    format: 'azure_export',
    rows: 1,
    billed: '0.075',
    effective: '0.075',
  },
  {
    file: 'azure/header-variants/YA.csv',
    format: 'azure_export',
    rows: 1,
    billed: '0.075',
    effective: '0.075',
  },
  {
    file: 'azure/header-variants/VirtualMachine.csv',
    format: 'azure_export',
    rows: 1,
    billed: '4',
    effective: '4',
    list: '5',
  },
  {
    file: 'azure/header-variants/MissingBrackets.csv',
    format: 'azure_export',
    rows: 1,
    billed: '4',
    effective: '4',
    list: '5',
  },
  {
    file: 'gcp/standard-2020-11-credits.csv',
    format: 'gcp_export',
    rows: 224,
    billed: '0',
    effective: '0',
  },
  {
    file: 'gcp/standard-2020-11-credits.jsonl',
    format: 'gcp_export',
    rows: 224,
    billed: '0',
    effective: '0',
  },
  {
    file: 'gcp/detailed-2022-08.csv',
    format: 'gcp_export',
    rows: 9,
    billed: '0.000012',
    effective: '0.000012',
  },
  {
    file: 'oci/cost-report-2023-11-13.csv',
    format: 'oci_report',
    rows: 506,
    billed: '2.523589325400648027',
    effective: '2.523589325400648027',
  },
];

const focusExamples: Expected[] = [
  ['commitment_discount_purchase_scenario_1', 1, '8760', '0'],
  ['commitment_discount_usage_scenario_1', 1, '0', '1'],
  ['commitment_discount_usage_scenario_2', 1, '0', '1'],
  ['commitment_discount_usage_scenario_3', 2, '0', '1'],
  ['commitment_discount_usage_scenario_4', 2, '0.5', '1.5'],
  [
    'one_hundred_percent_utilization_with_commitment_discount_flexibility_with_1_resource',
    3,
    '2.75',
    '2.75',
    '6.25',
  ],
  [
    'one_hundred_percent_utilization_with_commitment_discount_flexibility_with_2_resources',
    3,
    '2',
    '2',
    '8',
  ],
  ['one_hundred_percent_utilization_without_commitment_discount_flexibility', 2, '1.5', '1.5', '6'],
  ['zero_percent_utilization_without_commitment_discount_flexibility', 3, '3.5', '3.5', '8'],
  ['commitment_discount_purchase_scenario_2', 2, '2', '0', undefined, 1],
  ['commitment_discount_purchase_scenario_3', 3, '4381', '0', undefined, 1],
].map(asExpected('focus'));

/** Slashed dates and amounts with signs and commas come in only through the transforming upload. */
const transformedExamples: Expected[] = [
  ['saas_spend_agreements_a1', 4, '1200', '1200', '1257'],
  ['saas_spend_agreements_a2', 13, '1200', '1200', '1257'],
  ['simple_saas_agreements_a1', 1, '10000', '10000', '10000'],
  ['simple_saas_agreements_a2', 1, '50000', '50000', '50000'],
  ['simple_saas_agreements_a3', 1, '1000', '1000', '1000'],
  ['simple_saas_agreements_b', 1, '50000', '50000', '50000'],
  ['simple_saas_agreements_c', 3, '35800', '35800', '35800'],
  ['virtual_currency_pricing_model_a1', 1, '200000', '0', '200000'],
  ['virtual_currency_pricing_model_a2', 3, '0', '1230', '1230'],
  ['virtual_currency_pricing_model_b1', 1, '100000', '0', '200000'],
  ['virtual_currency_pricing_model_b2', 3, '0', '615', '1230'],
  ['virtual_currency_pricing_model_b3', 3, '0', '495', '1230'],
  ['virtual_currency_pricing_model_c', 2, '53000', '0', '53000'],
].map(asExpected('custom_csv'));

type Example = (string | number | undefined)[];

function asExpected(format: string): (example: Example) => Expected {
  return ([name, rows, billed, effective, list, rejected]) => ({
    file: `focus/spec-examples/${String(name)}.csv`,
    format,
    rows: Number(rows),
    billed: String(billed),
    effective: String(effective),
    ...(list === undefined ? {} : { list: String(list) }),
    rejected: Number(rejected ?? 0),
  });
}

describe.skipIf(!hasSamples)('sample files', () => {
  test.each([...files, ...focusExamples])('$file adds up', (expected) => addsUp(expected));

  test.each(transformedExamples)('$file adds up as a transformed upload', (expected) =>
    addsUp(expected, [customCsvTransformed]),
  );

  test.each(transformedExamples)('$file is refused as FOCUS for its dates', async ({ file }) => {
    const refusal = new TestIntegration().import(sample(file));
    await expect(refusal).rejects.toThrow('rows cannot be read');
  });
});

async function addsUp(
  expected: Expected,
  formats: readonly Format[] = providerFormats,
): Promise<void> {
  const integration = new TestIntegration();
  const result = await integration.import(sample(expected.file), {}, { formats });
  if (result.status !== 'committed') throw new Error('not committed');
  expect(result.format).toBe(expected.format);
  expect(sum(result.loads.map((load) => load.rowsRead))).toBe(expected.rows);
  expect(sum(result.loads.map((load) => load.rowsRejected))).toBe(expected.rejected ?? 0);
  const { billed, effective, list } = await integration.totals();
  expect({ billed, effective }).toEqual({ billed: expected.billed, effective: expected.effective });
  if (expected.list !== undefined) {
    expect(new Decimal(list ?? 0).toDecimalPlaces(12).toFixed()).toBe(expected.list);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test.skipIf(hasSamples)(
  'sample files are absent: no folder shared/data beside the repository',
  () => undefined,
);
