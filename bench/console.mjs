// Response times of the console at scale, compared with those of the API in the same run.
// Usage: npm run bench:console [-- MILLIONS | DATA FOLDER OF A BENCHMARK]; default 10.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  prepare,
  timeGroupings,
  timeNoOpClick,
  timeOverview,
  timePageOpenings,
} from './console-page.mjs';
import { createSegments, openConsole, startServer } from './console-server.mjs';
import { median, runStep } from './bench-step.mjs';

const maxPageMs = 100;
const maxOverviewMs = 1000;
/** What opening a page within the console may take beyond the API's time. */
const maxOpeningMs = 150;
/** Cost series over HTTP in relation to hand-written SQL. */
const maxSeriesRatio = 1.3;
const overviewVisits = 5;

const argument = process.argv[2] ?? '10';
const millions = Number(argument);
if (!existsSync(argument) && !(millions > 0 && millions <= 100))
  throw new Error('Pass a data folder or a size in millions of lines.');

const row = (...cells) =>
  console.log(
    cells
      .map((cell, index) => (index === 0 ? String(cell).padEnd(40) : String(cell).padStart(14)))
      .join(''),
  );
const target = (ms, max) => `${ms <= max ? 'met' : 'missed'} <= ${max} ms`.padStart(20);
const measurementRow = (name, { ms, api, cpu }) =>
  row(`  ${name}`, ...[ms, api, ms - api, cpu].map((each) => each?.toFixed(0) ?? ''));

const folder = existsSync(argument) ? undefined : mkdtempSync(join(tmpdir(), 'farthing-bench-'));
try {
  if (folder) await generate();
  printSeries(await runStep('costs-series.mjs', folder ? join(folder, 'data') : argument));
  await measure(folder ? join(folder, 'data') : argument);
} finally {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

async function generate() {
  process.stderr.write(`${millions} million lines: generating`);
  await runStep('costs-generate.mjs', folder, 'plain', millions * 1_000_000, false);
  process.stderr.write(', importing\n');
  await runStep('costs-import.mjs', folder, 'parquet', join(folder, 'data'));
}

async function measure(data) {
  const server = await startServer(data);
  let browser;
  try {
    await createSegments(server.url);
    const opened = await openConsole(server.url);
    browser = opened.browser;
    const { page } = opened;
    await prepare(page);
    const visits = [];
    for (let visit = 0; visit < overviewVisits; visit += 1) visits.push(await timeOverview(page));
    printOverview(visits);
    printOpenings(await timePageOpenings(page));
    const changes = await timeGroupings(page);
    printGroupings(changes, await timeNoOpClick(page));
  } finally {
    await browser?.close();
    await server.stop();
  }
}

function printOverview(visits) {
  row('overview, first amount', 'ms', 'API ms', 'page ms');
  for (const [index, visit] of visits.entries()) measurementRow(`visit ${index + 1}`, visit);
  const ms = median(visits.map((each) => each.ms));
  row('  median', ms.toFixed(0), '', '', '', target(ms, maxOverviewMs));
}

function printSeries(queries) {
  row('GET /v2/costs/series', 'HTTP ms', 'SQL ms', 'ratio');
  for (const { name, http, handWritten } of queries) {
    const ratio = http / handWritten;
    const isMet = http <= handWritten * maxSeriesRatio + 5;
    row(
      `  ${name}`,
      http.toFixed(0),
      handWritten.toFixed(0),
      ratio.toFixed(2),
      `${isMet ? 'met' : 'missed'} <= ${maxSeriesRatio} + 5 ms`.padStart(24),
    );
  }
}

function printOpenings(openings) {
  row('opening a page within the console', 'ms', 'API ms', 'page ms');
  for (const { name, ms, api } of openings) {
    row(
      `  ${name}`,
      ms.toFixed(0),
      api.toFixed(0),
      (ms - api).toFixed(0),
      '',
      target(ms - api, maxOpeningMs),
    );
  }
}

function printGroupings(changes, noOpClick) {
  row('explorer, 12 months by month: a click', 'ms', 'API ms', 'page ms', 'CPU ms');
  for (const { name, ...change } of changes) measurementRow(name, change);
  measurementRow('no-op, for reference', noOpClick);
  const pageMs = median(changes.map(({ ms, api }) => ms - api));
  const cpuMs = median(changes.map(({ cpu }) => cpu));
  row('  median', '', '', pageMs.toFixed(0), cpuMs.toFixed(0), target(pageMs, maxPageMs));
}
