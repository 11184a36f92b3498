// Measures the rules of recommendations: npm run bench:optimise [RESOURCES]. Exits with 1 when time grows faster
// than the number of resources, or memory grows with it.
import { evaluateAccount } from '../dist/domain/recommendations/evaluate-account.js';
import { rules } from '../dist/domain/recommendations/rules/index.js';
import { seededRandom } from './seeded-random.mjs';

const most = Number(process.argv[2] ?? 100_000);
const batchSize = 2000;
const types = [...new Set(rules.flatMap((rule) => rule.resourceTypes))];
const providers = [...new Set(rules.map((rule) => rule.provider))];

const small = await measure(most / 10);
const large = await measure(most);
const timeRatio = large.milliseconds / small.milliseconds;
console.log('| resources | findings | ms | peak heap MB |');
console.log('| --- | --- | --- | --- |');
for (const each of [small, large]) {
  console.log(
    `| ${each.count} | ${each.findings} | ${each.milliseconds.toFixed(0)} | ${each.peak.toFixed(0)} |`,
  );
}
console.log(
  `\n${rules.length} rules; 10 times the resources take ${timeRatio.toFixed(1)} times as long`,
);
if (timeRatio > 15 || large.peak > small.peak + 200) process.exitCode = 1;

async function measure(count) {
  const started = performance.now();
  const seen = { findings: 0, peak: 0 };
  for (const provider of providers) {
    await evaluateAccount(rules, factsOf(provider), batches(count, provider), (_, findings) => {
      seen.findings += findings.length;
      seen.peak = Math.max(seen.peak, process.memoryUsage().heapUsed / 2 ** 20);
    });
  }
  return { count, milliseconds: performance.now() - started, ...seen };
}

/** Resources of all types in turn, with metadata that most rules look for. */
async function* batches(count, provider) {
  const random = seededRandom(14);
  const share = Math.ceil(count / providers.length);
  for (let first = 0; first < share; first += batchSize) {
    const length = Math.min(batchSize, share - first);
    yield Array.from({ length }, (_, index) => resource(first + index, provider, random));
  }
}

function resource(index, provider, random) {
  const cost = (random() * 100).toFixed(4);
  return {
    uuid: `r-${index}`,
    id: `r-${index}`,
    type: types[index % types.length],
    label: null,
    accountId: '111122223333',
    billingAccountId: '999900001111',
    region: provider === 'aws' ? 'us-east-1' : 'eastus',
    tags: {},
    metadata: {
      volume_type: random() < 0.5 ? 'gp2' : 'gp3',
      size: Math.ceil(random() * 1000),
      state: random() < 0.3 ? 'available' : 'in-use',
      detached_at: '2026-01-01T00:00:00Z',
      instance_type: 'm5.xlarge',
      db_instance_class: 'db.m5.xlarge',
      max_cpu: random() * 100,
      max_memory: random() * 100,
    },
    inInventory: true,
    firstSeenAt: new Date('2025-01-01T00:00:00Z'),
    stateSince: new Date('2025-01-01T00:00:00Z'),
    cost30: cost,
    daysWithCost: 30,
    runningHours: '720',
    charges: [],
  };
}

function factsOf(provider) {
  return {
    provider,
    accountId: '111122223333',
    now: new Date('2026-03-10T09:00:00Z'),
    window: { start: '2026-02-08', end: '2026-03-09' },
    onDemandPrice: async ({ name }) => String(0.01 * name.length),
    lookUp: async () => new Map(),
    billed: async () => new Set(),
    sumMetadata: async () => '1000',
    charges: async () => [],
    uncoveredUsage: async () => [],
    commitments: async () => [],
  };
}
