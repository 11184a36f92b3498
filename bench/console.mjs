// The console at size: how long a person waits, beside how long the API takes in the same run.
// Usage: npm run bench:console [-- MILLIONS | DATA FOLDER OF A BENCHMARK], 10 without an argument.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeBareClick, timeGroupings, timeOverview, watch } from './console-page.mjs';
import { openConsole, serve } from './console-server.mjs';
import { median, runStep } from './costs-process.mjs';

const mostPageMs = 100;
const mostOverviewMs = 1000;
const overviews = 5;

const given = process.argv[2] ?? '10';
const millions = Number(given);
if (!existsSync(given) && !(millions > 0 && millions <= 100))
  throw new Error('Give a data folder, or a size in millions of lines.');

const row = (...cells) =>
  console.log(
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(40) : String(cell).padStart(14)))
      .join(''),
  );
const aim = (ms, most) => `${ms <= most ? 'met' : 'missed'} <= ${most} ms`.padStart(20);
const figureRow = (name, { ms, api, processor }) =>
  row(`  ${name}`, ...[ms, api, ms - api, processor].map((each) => each?.toFixed(0) ?? ''));

const folder = existsSync(given) ? undefined : mkdtempSync(join(tmpdir(), 'farthing-bench-'));
try {
  if (folder) await fill();
  await measure(folder ? join(folder, 'data') : given);
} finally {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

async function fill() {
  process.stderr.write(`${millions} million lines: writing`);
  await runStep('costs-generate.mjs', folder, millions * 1_000_000, false);
  process.stderr.write(', importing\n');
  await runStep('costs-import.mjs', folder, 'parquet', join(folder, 'data'));
}

async function measure(data) {
  const server = await serve(data);
  let browser;
  try {
    const opened = await openConsole(server.url);
    browser = opened.browser;
    await watch(opened.page);
    const first = [];
    for (let round = 0; round < overviews; round += 1) first.push(await timeOverview(opened.page));
    printOverview(first);
    const changes = await timeGroupings(opened.page);
    printGroupings(changes, await timeBareClick(opened.page));
  } finally {
    await browser?.close();
    await server.stop();
  }
}

function printOverview(figures) {
  row('overview, to its first figure', 'ms', 'API ms', 'page ms');
  for (const [at, figure] of figures.entries()) figureRow(`visit ${at + 1}`, figure);
  const ms = median(figures.map((each) => each.ms));
  row('  median', ms.toFixed(0), '', '', '', aim(ms, mostOverviewMs));
}

function printGroupings(figures, bare) {
  row('explorer, 12 months by month: a click', 'ms', 'API ms', 'page ms', 'processor ms');
  for (const { name, ...figure } of figures) figureRow(name, figure);
  figureRow('nothing, for reference', bare);
  const page = median(figures.map(({ ms, api }) => ms - api));
  const used = median(figures.map(({ processor }) => processor));
  row('  median', '', '', page.toFixed(0), used.toFixed(0), aim(page, mostPageMs));
}
