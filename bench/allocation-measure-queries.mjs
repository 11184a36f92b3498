// Groups by provider tags and by virtual tags, alternating.
import { ResultCache } from '../build/platform/store/clickhouse/result-cache.js';
import { openBenchApp, secret } from './bench-app.mjs';
import { year } from './costs-lines.mjs';
import { printResult, median, timed } from './bench-step.mjs';

const [data] = process.argv.slice(2);
const rounds = 7;
const { app } = await openBenchApp(data, { FARTHING_MAX_VIRTUAL_TAG_VALUES: '1000' });

async function send(method, url, payload) {
  const headers = { authorization: `Bearer ${secret}` };
  const response = await app.server.inject({ method, url, headers, payload });
  if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${response.body}`);
  return response.body === '' ? undefined : response.json();
}

const aws = "costs.provider = 'aws'";
const ruleFor = (number) => ({
  filter: `${aws} AND costs.account_id = '${100000000000 + (number % 60)}' AND tags.name = 'component' AND tags.value = 'component-${Math.floor(number / 60) % 20}'`,
  name: `unit ${number}`,
});
const rules = (count) => Array.from({ length: count }, (_, number) => ruleFor(number));
const splitRule = (filter, values) => ({
  filter,
  percentages: values.map((value) => ({ value, pct: 100 / values.length })),
});
const createTag = (key, values) =>
  send('POST', '/v2/virtual_tag_configs', {
    key,
    overridable: true,
    backfill_until: year.start,
    values,
  });

const queryTotal = async (groupings) => {
  // Forgets all results, so that the engine answers.
  app.services.costs.results = new ResultCache();
  const query = {
    filter: aws,
    groupings,
    date_bin: 'month',
    start_date: year.start,
    end_date: year.end,
  };
  const { total_cost } = await send('GET', `/v2/costs?${new URLSearchParams(query)}`);
  return total_cost.amount;
};

await createTag('Unit', rules(100));
await createTag('Shared', [splitRule(aws, ['a', 'b', 'c', 'd'])]);
await createTag('Center', [splitRule(`${aws} AND costs.region = 'eu-west-1'`, ['x', 'y', 'z'])]);
const large = await createTag('Large', []);

/** Values that match the values of the tag one level below, `count` at a time. */
const parents = (child, valueCount, count, name) =>
  Array.from({ length: valueCount }, (_, number) => {
    const children = Array.from(
      { length: count },
      (__, index) => `'${child.name} ${number * count + index}'`,
    );
    return {
      filter: `${aws} AND tags.name = '${child.key}' AND tags.value IN (${children.join(', ')})`,
      name: `${name} ${number}`,
    };
  });
await createTag('Department', parents({ key: 'Unit', name: 'unit' }, 20, 5, 'department'));
await createTag('Division', parents({ key: 'Department', name: 'department' }, 5, 4, 'division'));

/** Sizes of the statements that materialize rules. */
const materializing = [];
const { client } = app.services.costs;
const command = client.command.bind(client);
client.command = (params) => {
  if (params.query.startsWith('INSERT INTO rule_results')) materializing.push(params.query.length);
  return command(params);
};
const firstNestedRead = await timed(() => queryTotal('tag:Division'));
const nested = { ms: firstNestedRead.ms, sizes: [...materializing] };

/** Alternates a query with its reference; the first round warms up both. */
async function compare(name, run, reference, maxRatio) {
  const [times, referenceTimes] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const first = await timed(() => queryTotal(reference));
    const second = await timed(run);
    if (second.result !== undefined && second.result !== first.result)
      throw new Error(`${name}: ${second.result} is not ${first.result}`);
    if (round === 0) continue;
    referenceTimes.push(first.ms);
    times.push(second.ms);
  }
  return { name, ms: median(times), reference: median(referenceTimes), maxRatio };
}

const comparisons = [
  await compare(
    'a virtual tag with 100 values vs. a provider tag',
    () => queryTotal('tag:Unit'),
    'tag:team',
    2,
  ),
  await compare(
    'three nested levels (100, 20, 5) vs. a provider tag',
    () => queryTotal('tag:Division'),
    'tag:team',
    2,
  ),
  await compare('a splitting tag vs. a provider tag', () => queryTotal('tag:Shared'), 'tag:team'),
  await compare(
    'two splitting tags vs. two provider tags',
    () => queryTotal('tag:Shared,tag:Center'),
    'tag:team,tag:env',
  ),
];

// A change takes effect with the next read, so the change and that read are measured together.
let change = 0;
comparisons.push(
  await compare(
    'a change to 500 values and the first read after it',
    async () => {
      change += 1;
      const values = rules(500).map((value) => ({ ...value, name: `${value.name} ${change}` }));
      await send('PUT', `/v2/virtual_tag_configs/${large.token}`, { values });
      return queryTotal('tag:Large');
    },
    'tag:team',
  ),
);

const count = async (table, expression) => {
  const result = await app.services.costs.client.query({
    query: `SELECT ${expression} AS count FROM ${table}`,
    format: 'JSONEachRow',
  });
  return Number((await result.json())[0].count);
};
const sizes = {
  rows: await count('tag_costs', 'count()'),
  keys: await count('cost_keys', 'uniqExact(key_id)'),
};
await app.close();
printResult({ comparisons, nested, ...sizes });
