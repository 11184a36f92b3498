// Response times of the console, measured in the page: from the event to the frame that shows its result.
import { year } from './costs-lines.mjs';

/** Each click toggles one grouping. */
const clicks = ['Region', 'Service', 'Account', 'Region', 'team', 'Account', 'component', 'team'];

/** Runs in the page: installs `bench`, which measures until a condition holds and the frame that shows it ends. */
const installBench = () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const waitUntilShown = async (condition) => {
    while (!condition()) await frame();
    await frame();
    return performance.now();
  };
  /** Time during which at least one API request was in flight. */
  const apiTime = (from, until) => {
    const spans = performance
      .getEntriesByType('resource')
      .filter(({ name, responseEnd }) => /\/(v2|console)\//.test(name) && responseEnd > from)
      .map(({ startTime, responseEnd }) => [startTime, Math.min(responseEnd, until)])
      .toSorted(([one], [other]) => one - other);
    let [total, coveredUntil] = [0, from];
    for (const [start, end] of spans) {
      total += Math.max(0, end - Math.max(start, coveredUntil));
      coveredUntil = Math.max(coveredUntil, end);
    }
    return total;
  };
  const measureSpan = (from, until) => ({ ms: until - from, api: apiTime(from, until) });
  const nextClick = () =>
    new Promise((resolve) =>
      document.addEventListener('click', resolve, { capture: true, once: true }),
    );
  /** Measures from the next click; the result is `bench.change`. */
  const watchClick = (condition) => {
    globalThis.bench.change = nextClick().then(async ({ timeStamp }) =>
      measureSpan(timeStamp, await waitUntilShown(condition)),
    );
  };
  globalThis.bench = { waitUntilShown, measureSpan, watchClick };
};

/** Prepares a page for measurements. */
export const prepare = (page) => page.addInitScript(installBench);

/** From the navigation to the total on the overview. */
export async function timeOverview(page) {
  await page.goto('/');
  return page.evaluate(async () => {
    // Any amount other than zero.
    const hasAmount = () =>
      /\$[\d.,]*[1-9]/.test(document.querySelector('main .figure-link')?.textContent);
    return bench.measureSpan(0, await bench.waitUntilShown(hasAmount));
  });
}

/** From each click to the amounts of the new grouping, with the CPU time of the page's main thread. */
export async function timeGroupings(page) {
  await page.goto(`/explore?start=${year.start}&end=${year.end}&bin=month`);
  await page.getByRole('table', { name: 'Series' }).waitFor();
  await page.getByRole('button', { name: 'Group by' }).click();
  const cpuMs = await cpuClock(page);
  const measurements = [];
  for (const label of clicks) {
    // A chosen grouping is removed, any other is added.
    const name = new RegExp(`^(Remove )?${label}$`);
    await page.getByRole('dialog').getByRole('button', { name }).hover();
    await waitUntilIdle(page);
    await page.evaluate(watchTable);
    const before = await cpuMs();
    await page.mouse.down();
    await page.mouse.up();
    const change = await page.evaluate(() => bench.change);
    const cpu = (await cpuMs()) - before;
    await waitUntilIdle(page);
    const rows = await page.locator('table[aria-label="Series"] tbody tr').count();
    measurements.push({ name: `${label}: ${rows} rows`, cpu, ...change });
  }
  return measurements;
}

/** Pages of the console whose opening is measured. */
const openings = [
  {
    name: '30 days by resource',
    path: '/explore?start=2025-06-01&end=2025-06-30&bin=day&group=resource_id',
  },
  {
    name: '12 months by service and day',
    path: `/explore?start=${year.start}&end=${year.end}&bin=day&group=service`,
  },
  {
    name: '12 months by three dimensions',
    path: `/explore?start=${year.start}&end=${year.end}&bin=month&group=account_id,service,region`,
  },
  { name: 'segments', path: '/segments' },
];

const visitsOfPage = 5;

/** From a click on a link within the console to the figures of the page it opens: the visit of median time. */
export async function timePageOpenings(page) {
  const measurements = [];
  for (const { name, path } of openings) {
    // A page that was opened once has its code; its results may be cached, which is the API's time.
    await timeOpening(page, path);
    const visits = [];
    for (let visit = 0; visit < visitsOfPage; visit += 1)
      visits.push(await timeOpening(page, path));
    const byPageTime = visits.toSorted((one, other) => one.ms - one.api - (other.ms - other.api));
    measurements.push({ name, ...byPageTime[Math.floor(visitsOfPage / 2)] });
  }
  return measurements;
}

async function timeOpening(page, path) {
  await page.goto('/teams');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitUntilIdle(page);
  await page.evaluate(watchOpening, path);
  return page.evaluate(() => bench.change);
}

/** Runs in the page: opens a path by a link, as the sidebar does. */
const watchOpening = (path) => {
  const isShown = () =>
    /\$\d/.test(document.querySelector('main')?.textContent) &&
    !document.querySelector('main [aria-busy="true"], main .mantine-Skeleton-root');
  bench.watchClick(isShown);
  document.body.click();
  history.pushState({}, '', path);
};

/** CPU time of the page's main thread so far; it depends less on other load than wall-clock time. */
async function cpuClock(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
}

/** From a click without effect to the end of its frame: the lower bound for any page. */
export async function timeNoOpClick(page) {
  await page.getByRole('heading', { level: 1 }).hover();
  await waitUntilIdle(page);
  await page.evaluate(() => bench.watchClick(() => true));
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate(() => bench.change);
}

/** Waits until rows below the viewport are rendered too, which happens when the page is idle. */
async function waitUntilIdle(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Runs in the page. The table is updated once its text has changed and nothing is loading. */
const watchTable = () => {
  const text = () => document.querySelector('table[aria-label="Series"]').textContent;
  const before = text();
  bench.watchClick(() => text() !== before && !document.querySelector('main [aria-busy="true"]'));
};
