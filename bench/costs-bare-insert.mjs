// A plain INSERT … SELECT from the same files into a table with the schema of `lines`: same columns,
// order and partitions, each file column copied without any computation.
import { join } from 'node:path';
import { migrateCostStore } from '../build/platform/store/clickhouse/migrate-cost-store.js';
import { printResult, openEngine, peakMegabytes, timed } from './bench-step.mjs';

const [folder, kind, data] = process.argv.slice(2);
const engine = openEngine(data);
await migrateCostStore({ client: engine, bulk: engine });
await engine.command({ query: 'CREATE TABLE bare AS lines' });

// ClickHouse rejects the same file column twice, unless one of them is wrapped in identity().
const columns = {
  load_id: '1',
  integration_token: "'bench'",
  source_format: "'focus'",
  source_file: '_file',
  source_row: '_row_number',
  line_kind: "'charge'",
  granularity: "'day'",
  billing_period: 'BillingPeriodStart',
  charge_start: 'ChargePeriodStart',
  charge_end: 'ChargePeriodEnd',
  usage_date: 'toDate(ChargePeriodStart)',
  invoice_id: 'InvoiceId',
  provider: "'aws'",
  payer_account_id: 'BillingAccountId',
  payer_account_name: 'BillingAccountName',
  provider_account_id: 'identity(BillingAccountId)',
  provider_account_name: 'identity(BillingAccountName)',
  account_id: 'SubAccountId',
  account_name: 'SubAccountName',
  service: 'ServiceName',
  focus_service_category: 'ServiceCategory',
  cost_category: 'identity(ServiceCategory)',
  cost_subcategory: 'x_UsageType',
  resource_id: 'ResourceId',
  resource_name: 'ResourceName',
  resource_type: 'ResourceType',
  region: 'RegionId',
  sku_id: 'SkuId',
  description: 'ChargeDescription',
  publisher: 'PublisherName',
  invoice_issuer: 'InvoiceIssuerName',
  charge_type: 'ChargeCategory',
  charge_group: "'usage'",
  charge_frequency: 'ChargeFrequency',
  pricing_category: 'PricingCategory',
  commitment_type: "'on_demand'",
  usage_amount: 'ConsumedQuantity',
  usage_unit: 'ConsumedUnit',
  pricing_quantity: 'PricingQuantity',
  pricing_unit: 'PricingUnit',
  billed_cost: 'BilledCost',
  effective_cost: 'EffectiveCost',
  list_cost: 'ListCost',
  contracted_cost: 'ContractedCost',
  list_unit_price: 'ListUnitPrice',
  contracted_unit_price: 'ContractedUnitPrice',
  currency: 'BillingCurrency',
  tags: kind === 'csv' ? "JSONExtract(assumeNotNull(Tags), 'Map(String, String)')" : 'Tags',
};
const format = kind === 'csv' ? 'CSVWithNames' : 'Parquet';
const expressions = Object.entries(columns).map(([name, sql]) => `${sql} AS ${name}`);
const query =
  `INSERT INTO bare (${Object.keys(columns).join(', ')})` +
  ` SELECT ${expressions.join(', ')} FROM file('${join(folder, kind)}/*.${kind}', '${format}')`;
const before = peakMegabytes();
const { ms, cpu } = await timed(() =>
  engine.command({
    query,
    clickhouse_settings: { max_partitions_per_insert_block: '0', session_timezone: 'UTC' },
  }),
);
const measurements = { ms, cpu, before, peak: peakMegabytes() };
await engine.close();
printResult(measurements);
