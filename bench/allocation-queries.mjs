// Groups by a provider's tag and by virtual tags, in turns.
import { openBenchApp, secret } from './costs-app.mjs';
import { year } from './costs-lines.mjs';
import { answer, median, timed } from './costs-process.mjs';

const [data] = process.argv.slice(2);
const rounds = 7;
const { app } = await openBenchApp(data, { FARTHING_MAX_VIRTUAL_TAG_VALUES: '1000' });

async function send(method, url, payload) {
  const headers = { authorization: `Bearer ${secret}` };
  const reply = await app.server.inject({ method, url, headers, payload });
  if (reply.statusCode >= 300) throw new Error(`${reply.statusCode} ${reply.body}`);
  return reply.body === '' ? undefined : reply.json();
}

const aws = "costs.provider = 'aws'";
const nameFor = (number) => ({
  filter: `${aws} AND costs.account_id = '${100000000000 + (number % 60)}' AND tags.name = 'component' AND tags.value = 'component-${Math.floor(number / 60) % 20}'`,
  name: `unit ${number}`,
});
const names = (count) => Array.from({ length: count }, (_, number) => nameFor(number));
const split = (filter, values) => ({
  filter,
  percentages: values.map((value) => ({ value, pct: 100 / values.length })),
});
const create = (key, values) =>
  send('POST', '/v2/virtual_tag_configs', {
    key,
    overridable: true,
    backfill_until: year.start,
    values,
  });

const ask = async (groupings) => {
  const asked = {
    filter: aws,
    groupings,
    date_bin: 'month',
    start_date: year.start,
    end_date: year.end,
  };
  const { total_cost } = await send('GET', `/v2/costs?${new URLSearchParams(asked)}`);
  return total_cost.amount;
};

await create('Unit', names(100));
await create('Shared', [split(aws, ['a', 'b', 'c', 'd'])]);
await create('Center', [split(`${aws} AND costs.region = 'eu-west-1'`, ['x', 'y', 'z'])]);
const large = await create('Large', []);

/** Two questions in turns; the first round warms both. */
async function beside(name, question, reference, most) {
  const [ours, theirs] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const first = await timed(() => ask(reference));
    const second = await timed(question);
    if (second.result !== undefined && second.result !== first.result)
      throw new Error(`${name}: ${second.result} is not ${first.result}`);
    if (round === 0) continue;
    theirs.push(first.ms);
    ours.push(second.ms);
  }
  return { name, ms: median(ours), reference: median(theirs), most };
}

const figures = [
  await beside(
    'a virtual tag of 100 values, beside a provider tag',
    () => ask('tag:Unit'),
    'tag:team',
    2,
  ),
  await beside('a splitting tag, beside a provider tag', () => ask('tag:Shared'), 'tag:team'),
  await beside(
    'two splitting tags, beside two provider tags',
    () => ask('tag:Shared,tag:Center'),
    'tag:team,tag:env',
  ),
];

// A change of 500 values holds from the next read, so the change and that read are measured together.
let change = 0;
figures.push(
  await beside(
    'a change to 500 values and the first read after it',
    async () => {
      change += 1;
      const values = names(500).map((value) => ({ ...value, name: `${value.name} ${change}` }));
      await send('PUT', `/v2/virtual_tag_configs/${large.token}`, { values });
      return ask('tag:Large');
    },
    'tag:team',
  ),
);

const count = async (table, what) => {
  const result = await app.services.costs.client.query({
    query: `SELECT ${what} AS count FROM ${table}`,
    format: 'JSONEachRow',
  });
  return Number((await result.json())[0].count);
};
const sizes = {
  rows: await count('daily_costs', 'count()'),
  keys: await count('cost_keys', 'uniqExact(key_id)'),
};
await app.close();
answer({ figures, ...sizes });
