import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkFilter, compileWhere } from '../../src/domain/costs/vql/index.js';
import { bindValues, sql } from '../../src/platform/store/sql.js';
import { costFilters } from './arbitrary-filters.js';
import { costCases, weightCases } from './cost-cases.js';
import { awsRow, costRows } from './cost-rows.js';
import { type CostRow, CostTables } from './cost-tables.js';
import { selectRows, temporaryCostStore } from './temporary-cost-store.js';
import { createOtherTable, idsMatching, type OtherCase } from './other-kinds.js';
import { hasSpecCases, specBlocks, specCases, missingSpecCases } from './spec-cases.js';

const client = temporaryCostStore();

async function expectCosts(
  tables: CostTables,
  texts: readonly (string | null)[],
  expected: { ids?: readonly number[]; total?: string },
): Promise<void> {
  const filters = texts.map((text) => checkFilter('cost_report', text));
  for (const [name, source] of Object.entries(tables.sources())) {
    const found = await tables.evaluate(filters, source);
    expect(found, `over ${name}`).toMatchObject(expected);
  }
}

describe('costs', () => {
  let tables: CostTables;
  beforeAll(async () => {
    tables = await CostTables.create(client, 'test_costs', costRows);
  });

  test.each(costCases)('%s', async (filter, ids) => {
    await expectCosts(tables, [filter], { ids });
  });

  test.each(weightCases)('%j totals %s', async (filters, total) => {
    await expectCosts(tables, filters, { total });
  });

  test('the charge type is that of the requested view, or of either view', async () => {
    const filter = checkFilter(
      'cost_report',
      `costs.provider = 'aws' AND costs.charge_type = 'Fee'`,
    );
    const idsIn = async (view: 'billed' | 'amortized' | 'either') =>
      (await tables.evaluate([filter], tables.sources(view).lines)).ids;
    expect(await idsIn('billed')).toEqual([3]);
    expect(await idsIn('amortized')).toEqual([]);
    expect(await idsIn('either')).toEqual([3]);
  });

  test('a virtual tag replaces the provider tag of its key', async () => {
    const lines = tables.sources().lines;
    const virtual = new Map([['team', sql`if(account_id = 'data', 'crew', NULL)`]]);
    const source = { ...lines, tags: { ...lines.tags, virtual } };
    const idsOf = async (text: string) => {
      const filter = checkFilter('cost_report', `costs.provider = 'aws' AND ${text}`);
      return (await tables.evaluate([filter], source)).ids;
    };
    expect(await idsOf(`tags.name = 'team'`)).toEqual([2, 4]);
    expect(await idsOf(`tags.name LIKE 'tea%' AND tags.value = 'crew'`)).toEqual([2, 4]);
    expect(await idsOf(`tags.name LIKE 'tea%' AND tags.value = 'web_shop'`)).toEqual([]);
    expect(await idsOf(`tags.name IN ('team', 'env') AND tags.value != 'test'`)).toEqual([1, 2, 4]);
    expect(await idsOf(`tags.name != 'team'`)).toEqual([1, 3]);
    expect(await idsOf(`(tags.name, tags.value) NOT IN (('team', 'crew'))`)).toEqual([1, 3]);
  });

  test('any filter runs, and matches the same rows wherever tags are stored', async () => {
    await fc.assert(
      fc.asyncProperty(costFilters, costFilters, async (...texts) => {
        const filters = texts.map((text) => checkFilter('cost_report', text));
        const { lines, tagSets, virtualTags } = tables.sources('either');
        const found = await tables.evaluate(filters, lines);
        expect(await tables.evaluate(filters, tagSets)).toEqual(found);
        expect(await tables.evaluate(filters, virtualTags)).toEqual(found);
      }),
      { numRuns: 25 },
    );
  });

  test('no rows match without integrations or loads in scope', async () => {
    for (const narrow of [
      { ...tables.scope, integrationTokens: [] },
      { ...tables.scope, loadIds: [] },
    ]) {
      const { where } = compileWhere([null], narrow, { source: tables.sources().lines });
      const { query, params } = bindValues(sql`SELECT id FROM test_costs WHERE ${where}`);
      expect(await selectRows(client, query, params)).toEqual([]);
    }
  });

  test('values are passed to the engine unchanged, whatever they contain', async () => {
    const unusual = `'quote' \\ back\nline\ttab \u0000 nul {p0:String} %_ é \u{1F600}`;
    const row: CostRow = { ...awsRow, region: unusual, tags: { [unusual]: unusual } };
    const unusualTables = await CostTables.create(client, 'unusual_costs', [row]);
    const quoted = `'${unusual.replaceAll("'", "''")}'`;
    await expectCosts(
      unusualTables,
      [
        `costs.provider = 'aws' AND costs.region IN (${quoted}) AND tags.name = ${quoted} AND tags.value = ${quoted}`,
      ],
      { ids: [1] },
    );
  });
});

const usage = (commitment_type: string) => ({
  commitment_type,
  charge_type: 'Usage',
  charge_group: 'usage',
  service: 'Compute',
});

describe('Kubernetes, network flow and financial commitments', () => {
  beforeAll(async () => {
    await createOtherTable(client, 'kubernetes_efficiency_report', 'test_pods', [
      { id: 'a', namespace: 'shop', pod: 'p-1', labels: { app: 'cart' } },
      { id: 'b', namespace: '__idle__', labels: {} },
      { id: 'c', namespace: 'shop', pod: 'p-2', labels: { app: '' } },
    ]);
    await createOtherTable(client, 'network_flow_report', 'test_flows', [
      { id: 'a', traffic_category: 'cross_az', peer_regions: 'eu-1' },
      { id: 'b', traffic_category: 'public' },
    ]);
    await createOtherTable(client, 'financial_commitment_report', 'test_commitments', [
      { id: 'a', provider: 'aws', ...usage('spot'), service_code: 'EC2', tags: { team: 'x' } },
      { id: 'b', provider: 'aws', ...usage('on_demand'), commitment_id: 'arn' },
    ]);
  });

  test.each<readonly [string, string[]]>([
    [`kubernetes.pod != 'p-1'`, ['b', 'c']],
    [`kubernetes.pod = NULL`, ['b']],
    [`kubernetes.labels->>'app' != 'cart'`, ['c']],
    [`kubernetes.labels->>'app' NOT LIKE 'c%'`, ['c']],
    [`kubernetes.labels->>'app' IS NULL`, ['b']],
    [`kubernetes.labels->>'app' != NULL`, ['a', 'c']],
    [`kubernetes.labels->>'app' = ''`, ['c']],
  ])('%s', async (vql, ids) => {
    const found = await idsMatching(client, 'test_pods', {
      kind: 'kubernetes_efficiency_report',
      vql,
      ids,
    });
    expect(found).toEqual(ids);
  });

  test.each<readonly [string, string[]]>([
    [`network_flow_logs.traffic_category = 'Cross-AZ'`, ['a']],
    [`network_flow_logs.traffic_category LIKE 'cross-%'`, ['a']],
    [`network_flow_logs.traffic_category NOT IN ('cross-az')`, ['b']],
    [`network_flow_logs.peer_region != 'eu-1'`, ['b']],
  ])('%s', async (vql, ids) => {
    const found = await idsMatching(client, 'test_flows', {
      kind: 'network_flow_report',
      vql,
      ids,
    });
    expect(found).toEqual(ids);
  });

  test.each<readonly [string, string[]]>([
    [`financial_commitments.cost_type = 'Spot Usage'`, ['a']],
    [`financial_commitments.cost_type = 'Usage'`, ['b']],
    [`financial_commitments.service = 'EC2'`, ['a']],
    [`financial_commitments.service = 'Compute'`, ['a', 'b']],
    [`financial_commitments.commitment_id = NULL`, ['a']],
    [`financial_commitments.resource_tags->>'team' != 'y'`, ['a']],
  ])('%s', async (vql, ids) => {
    const filter = `financial_commitments.provider = 'aws' AND ${vql}`;
    const commitments = { kind: 'financial_commitment_report', vql: filter, ids } as const;
    expect(await idsMatching(client, 'test_commitments', commitments)).toEqual(ids);
  });
});

describe.skipIf(!hasSpecCases)('cases of the specification', () => {
  let tables: CostTables;
  const [otherRows = [], otherCases = []] = specBlocks<OtherCase>('16.8');

  beforeAll(async () => {
    const rows = specCases<SpecCostRow>('16.4').map(toCostRow);
    tables = await CostTables.create(client, 'spec_costs', rows);
    for (const kind of ['kubernetes_efficiency_report', 'network_flow_report'] as const) {
      const ofKind = otherRows.filter((row) => row.kind === kind);
      await createOtherTable(client, kind, `spec_${kind}`, ofKind);
    }
  });

  test.each(specCases<SpecCostCase>('16.5'))('$vql', async ({ vql, ids, total }) => {
    await expectCosts(tables, [vql], { ids, total });
  });

  test.each(specCases<SpecCombination>('16.6'))('$filters', async ({ filters, ids, total }) => {
    await expectCosts(tables, filters, { ids, total });
  });

  test.each(otherCases)('$vql', async (other) => {
    expect(await idsMatching(client, `spec_${other.kind}`, other)).toEqual(other.ids);
  });
});

if (!hasSpecCases) test.skip(`skipped: ${missingSpecCases}`, () => {});

interface SpecCostCase {
  vql: string;
  ids: number[];
  total: string;
}

interface SpecCombination {
  filters: (string | null)[];
  ids: number[];
  total: string;
}

type SpecCostRow = CostRow & { category: string | null; subcategory: string | null };

/** The specification names custom providers as the API does; the store has their token in its own column. */
function toCostRow({ category, subcategory, ...row }: SpecCostRow): CostRow {
  const [provider = '', token] = row.provider.split(':');
  const stored = { ...row, provider, cost_category: category, cost_subcategory: subcategory };
  return token === undefined ? stored : { ...stored, integration_token: token };
}
