import { describe, expect, test } from 'vitest';
import { bindValues, type Sql, sql } from '../../../../platform/store/sql.js';
import { checkFilter } from '../check/check-filter.js';
import { compileMatch, compileWhere } from './compile-where.js';
import { compileResourceWhere } from './compile-resource-where.js';
import type { CostStoreSource } from './row-source.js';
import { costLines } from '../sources/cost-lines.js';
import { financialCommitmentLines } from '../sources/financial-commitment-lines.js';
import { kubernetesRows } from '../sources/kubernetes-rows.js';
import { resourceRows } from '../sources/resource-rows.js';

const scope = { integrationTokens: ['accss_crdntl_1', 'accss_crdntl_2'], loadIds: [1] };
const lines = costLines('billed');
const rollup: CostStoreSource = {
  ...lines,
  tags: {
    hasTag: (key, matches) => inSets(sql`tag_key = ${key} AND ${matches(sql`tag_value`)}`),
    hasAnyTag: (matches) => inSets(matches(sql`tag_key`, sql`tag_value`)),
    virtual: new Map([['crew', sql`virtual_crew`]]),
  },
};

function inSets(condition: Sql): Sql {
  return sql`tag_set_id IN (SELECT tag_set_id FROM tag_set_values WHERE ${condition})`;
}

type TestedKind = 'cost_report' | 'kubernetes_efficiency_report' | 'financial_commitment_report';
const knownTagValues = new Map([['team', ['Web Shop', 'web_shop', 'data']]]);

function golden(kind: TestedKind, texts: readonly string[], source: CostStoreSource): string {
  const filters = texts.map((text) => checkFilter(kind, text));
  const { where, weight } = compileWhere(filters, scope, { source, knownTagValues });
  const { query, params } = bindValues(
    sql`WHERE ${where}${weight ? sql`\nWEIGHT ${weight}` : sql``}`,
  );
  const bound = Object.entries(params).map(
    ([name, value]) => `--   ${name} = ${JSON.stringify(value)}`,
  );
  const title = texts.map((text) => `-- ${text}`);
  return [...title, ...bound, query].join('\n');
}

const onAws = [
  `costs.region = 'a'`,
  `costs.region != 'a'`,
  `costs.region IN ('a', 'b', 'a')`,
  `costs.region NOT IN ('a', 'b')`,
  `costs.region = NULL`,
  `costs.service = 'S3' AND costs.category LIKE 'c:\\x%'`,
  `costs.service NOT IN ('S3') AND costs.marketplace = true`,
  `tags.name = 'team'`,
  `tags.name != 'team'`,
  `tags.name = NULL`,
  `tags.name = 'team' AND tags.value != 'a'`,
  `tags.name = 'team' AND tags.value = NULL`,
  `tags.name = 'team' AND tags.value ~* 'WEB SHOP'`,
  `(tags.name = 'team' OR tags.name LIKE 'c%') AND (tags.value = 'a' OR tags.value LIKE 'b%')`,
  `tags.name = 'crew' AND tags.value = 'a'`,
  `tags.name IN ('team', 'crew', 'env') AND tags.value = 'a'`,
  `(tags.name, tags.value) IN (('team', 'a'), ('crew', 'b'), ('team', 'c'))`,
  `(tags.name, tags.value) NOT IN (('team', 'a'), ('crew', 'b'))`,
].map((text) => `costs.provider = 'aws' AND ${text}`);

describe('golden SQL', () => {
  test('over cost lines', async () => {
    const cases = [
      golden('cost_report', [], lines),
      golden(
        'cost_report',
        [`costs.provider = 'kubernetes' OR costs.provider = 'custom_provider:t1'`],
        lines,
      ),
      golden(
        'cost_report',
        [`costs.provider = 'aws' AND costs.charge_type = 'Fee'`],
        costLines('either'),
      ),
      ...onAws.map((text) => golden('cost_report', [text], lines)),
    ];
    await expect(cases.join('\n\n')).toMatchFileSnapshot('golden/cost-lines.sql');
  });

  test('over tag sets with a virtual tag', async () => {
    const cases = onAws.slice(7).map((text) => golden('cost_report', [text], rollup));
    await expect(cases.join('\n\n')).toMatchFileSnapshot('golden/tag-sets.sql');
  });

  test('with allocation and several filters', async () => {
    const cases = [
      [`costs.provider = 'aws' AND costs.allocation = 0.5 AND costs.allocation = 0.3`],
      [`costs.provider = 'aws' AND costs.allocation = 0.5 OR costs.provider = 'gcp'`],
      [
        `costs.provider = 'aws' AND (costs.region = 'a' AND costs.allocation = 0.1 OR costs.region = 'b') AND costs.allocation = 0.5`,
      ],
      [
        `costs.provider = 'aws' AND costs.region = 'a'`,
        `costs.provider = 'aws' AND costs.allocation = 0.5 OR costs.provider = 'gcp'`,
      ],
    ].map((texts) => golden('cost_report', texts, lines));
    await expect(cases.join('\n\n')).toMatchFileSnapshot('golden/shares.sql');
  });

  test('over Kubernetes rows and financial commitments', async () => {
    const cases = [
      golden(
        'kubernetes_efficiency_report',
        [`kubernetes.labels->>'app' != 'x' OR kubernetes.pod != 'y'`],
        kubernetesRows,
      ),
      golden('kubernetes_efficiency_report', [`kubernetes.labels->>'app' = NULL`], kubernetesRows),
      golden(
        'financial_commitment_report',
        [
          `financial_commitments.provider = 'aws' AND financial_commitments.cost_type = 'Spot Usage'`,
        ],
        financialCommitmentLines,
      ),
    ];
    await expect(cases.join('\n\n')).toMatchFileSnapshot('golden/other-rows.sql');
  });

  test('over resources', async () => {
    const cases = [
      '',
      `resources.provider NOT IN ('aws', 'custom_provider:t1')`,
      `resources.label NOT IN ('a', 'b') AND resources.label LIKE 'c:\\x%'`,
      `resources.metadata->>'size' >= 5`,
      `resources.metadata->>'at' < '2026-01-02'`,
      `resources.metadata->>'zone' != 'a'`,
      `tags.name LIKE 'a%' AND tags.value = 'b'`,
      `tags.name = NULL`,
    ].map((text) => {
      const filter = checkFilter('resource_report', text);
      const { where, values } = compileResourceWhere(filter, scope, resourceRows);
      return [`-- ${text}`, `--   ${JSON.stringify(values)}`, `WHERE ${where}`].join('\n');
    });
    await expect(cases.join('\n\n')).toMatchFileSnapshot('golden/resources.sql');
  });
});

test('compileMatch adds no access guard, for use inside a guarded query', () => {
  const filter = checkFilter('virtual_tag_value', `costs.provider = 'aws' AND costs.region = 'a'`);
  const condition = compileMatch(filter!, { source: lines });
  expect(bindValues(condition)).toEqual({
    query: '(provider = {p0:String} AND region = {p1:String})',
    params: { p0: 'aws', p1: 'a' },
  });
});

describe('incorrect use by the caller throws', () => {
  const compile = (text: string, source: CostStoreSource) =>
    compileWhere([checkFilter('cost_report', text)], scope, { source });

  test('for a field that the rows do not have', () => {
    const { 'costs.resource_id': _, ...fields } = lines.fields;
    const text = `costs.provider = 'aws' AND costs.service = 'a' AND costs.resource_id = 'b'`;
    expect(() => compile(text, { ...lines, fields })).toThrow(
      'these rows have no costs.resource_id',
    );
  });

  test('for flexible match without known tag values', () => {
    const text = `costs.provider = 'aws' AND tags.name = 'a' AND tags.value ~* 'b'`;
    expect(() => compile(text, lines)).toThrow('needs the known tag values');
  });

  test('for combining filters that name no provider', () => {
    const filter = checkFilter('kubernetes_efficiency_report', `kubernetes.pod = 'a'`);
    expect(() => compileWhere([filter, filter], scope, { source: kubernetesRows })).toThrow(
      'cannot be combined',
    );
  });
});
