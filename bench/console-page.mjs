// What a person waits for, measured in the page itself: from the event to the frame that shows its result.
import { year } from './costs-lines.mjs';

/** Each click on the list of groupings is one change: what is chosen is added, or taken away again. */
const clicks = ['Region', 'Service', 'Account', 'Region', 'team', 'Account', 'component', 'team'];

/** Runs in the page. Waits until `isThere` holds and the frame that shows it is over, and says when that was. */
const watcher = () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const shownWhen = async (isThere) => {
    while (!isThere()) await frame();
    await frame();
    return performance.now();
  };
  /** For how long requests to the API were under way, however many at once. */
  const apiTime = (from, until) => {
    const spans = performance
      .getEntriesByType('resource')
      .filter(({ name, responseEnd }) => /\/(v2|console)\//.test(name) && responseEnd > from)
      .map(({ startTime, responseEnd }) => [startTime, Math.min(responseEnd, until)])
      .toSorted(([one], [other]) => one - other);
    let [total, reached] = [0, from];
    for (const [start, end] of spans) {
      total += Math.max(0, end - Math.max(start, reached));
      reached = Math.max(reached, end);
    }
    return total;
  };
  const measured = (from, until) => ({ ms: until - from, api: apiTime(from, until) });
  const clicked = () =>
    new Promise((resolve) =>
      document.addEventListener('click', resolve, { capture: true, once: true }),
    );
  /** Measures from the next click; what it came to is `bench.change`. */
  const watchClick = (isThere) => {
    globalThis.bench.change = clicked().then(async ({ timeStamp }) =>
      measured(timeStamp, await shownWhen(isThere)),
    );
  };
  globalThis.bench = { shownWhen, measured, watchClick };
};

export const watch = (page) => page.addInitScript(watcher);

/** From the navigation to the first amount on the overview. */
export async function timeOverview(page) {
  await page.goto('/');
  return page.evaluate(async () => {
    // An amount other than zero, in any of the places that show one.
    const isThere = () => /\$[\d.,]*[1-9]/.test(document.querySelector('main')?.textContent);
    return bench.measured(0, await bench.shownWhen(isThere));
  });
}

/** From each click to the figures of the new grouping, with the processor time of the page's thread. */
export async function timeGroupings(page) {
  await page.goto(`/explore?start=${year.start}&end=${year.end}&bin=month`);
  await page.getByRole('table', { name: 'Series' }).waitFor();
  await page.getByRole('combobox', { name: 'Group by' }).click();
  const processorMs = await processorClock(page);
  const figures = [];
  for (const label of clicks) {
    await page.getByRole('option', { name: label, exact: true }).hover();
    await quiet(page);
    await page.evaluate(watchTable);
    const before = await processorMs();
    await page.mouse.down();
    await page.mouse.up();
    const figure = await page.evaluate(() => bench.change);
    const processor = (await processorMs()) - before;
    await quiet(page);
    const rows = await page.locator('table[aria-label="Series"] tbody tr').count();
    figures.push({ name: `${label}: ${rows} rows`, processor, ...figure });
  }
  return figures;
}

/** What the thread of the page has used so far; a busy machine moves it less than the time that passes. */
async function processorClock(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
}

/** From a click on nothing to the end of its frame: what no page can be faster than. */
export async function timeBareClick(page) {
  await page.getByRole('heading', { level: 1 }).hover();
  await quiet(page);
  await page.evaluate(() => bench.watchClick(() => true));
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate(() => bench.change);
}

/** Rows below the screen are drawn when there is time; the next click waits for them. */
async function quiet(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Runs in the page. The table is new once it says something else and no part of it waits any more. */
const watchTable = () => {
  const said = () => document.querySelector('table[aria-label="Series"]').textContent;
  const before = said();
  bench.watchClick(() => said() !== before && !document.querySelector('main [aria-busy="true"]'));
};
