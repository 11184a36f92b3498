/** Expected totals of a sample bill. */
export interface SampleSums {
  file: string;
  format: string;
  rows: number;
  billed: string;
  effective: string;
  list?: string;
  rejected?: number;
  /** USD by default. */
  currency?: string;
}

/** Bills in the formats of providers. */
export const providerSamples: SampleSums[] = [
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
    currency: 'CAD',
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

/** Examples of the FOCUS specification. */
export const focusSamples: SampleSums[] = [
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
].map(asSums('focus'));

/** Dates with slashes and amounts with currency signs and commas, which only the transforming upload accepts. */
export const transformedSamples: SampleSums[] = [
  ['saas_spend_agreements_a1', 4, '1200', '1200', '1257'],
  ['saas_spend_agreements_a2', 13, '1200', '1200', '1257'],
  ['saas_spend_agreements_b1', 5, '1200', '1200', '2457'],
  ['saas_spend_agreements_b2', 14, '1200', '1200', '2457'],
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
].map(asSums('custom_csv'));

type Example = (string | number | undefined)[];

function asSums(format: string): (example: Example) => SampleSums {
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
