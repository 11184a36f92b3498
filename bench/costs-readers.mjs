// 50 clients that read dashboards and lists as a morning does: the same questions by many people.
const clients = 50;
const requestsPerClient = 20;

const groupings = ['service', 'account_id', 'region', 'tag:team', 'tag:env', 'service,region'];
const ranges = [
  ['2025-12-01', '2025-12-31', 'day'],
  ['2025-11-01', '2025-11-30', 'day'],
  ['2025-10-01', '2025-12-31', 'week'],
  ['2025-01-01', '2025-12-31', 'month'],
];

/** The questions of the widgets of all dashboards. */
const questions = groupings.flatMap((grouping) =>
  ranges.map(([start_date, end_date, date_bin]) => {
    const filter = "costs.provider = 'aws'";
    const params = { filter, groupings: grouping, start_date, end_date, date_bin };
    return `/v2/costs?${new URLSearchParams(params)}`;
  }),
);
const lists = ['/v2/cost_reports', '/v2/tags', '/v2/workspaces', '/v2/cost_services'];

/** Every third request is a list, the others are questions; all clients start together. */
export async function measureReaders(get) {
  const waits = [];
  let errors = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let index = 0; index < requestsPerClient; index += 1) {
        const isList = index % 3 === 2;
        const from = isList ? lists : questions;
        const before = performance.now();
        await get(from[(client * 7 + index) % from.length]).catch(() => (errors += 1));
        if (!isList) waits.push(performance.now() - before);
      }
    }),
  );
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { ms: performance.now() - started, errors, median: at(0.5), slowest: at(0.99) };
}
