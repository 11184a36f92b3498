import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { timeoutMs } from '../e2e/server-process.js';
import { providerSamples } from '../sample-sums.js';
import { sharedFolder, sharedNotice } from '../shared.js';
import { isSkipped, skipNotice, startConsole } from './console.js';
import { CostModel, sumOf } from './cost-model.js';
import { changesFigures, expectFigures, explorerFigures } from './expected-figures.js';

// Figures that the console shows of real bills beside a model that adds up the rows of the API.

/** Bills of a provider, and a range of their days with the one that its page compares it with. */
const samples = [
  {
    files: [
      'aws-cur-parquet/2018-10-hourly.snappy.parquet',
      'aws-cur-parquet/2018-11-hourly.snappy.parquet',
    ],
    bills: { start: '2018-10-01', end: '2018-11-30' },
    range: { start: '2018-11-01', end: '2018-11-30' },
    before: { start: '2018-10-01', end: '2018-10-31' },
  },
  {
    files: ['aws-cur-legacy/2023-11-daily.csv'],
    bills: { start: '2023-11-01', end: '2023-11-30' },
    range: { start: '2023-11-08', end: '2023-11-10' },
    before: { start: '2023-11-05', end: '2023-11-07' },
  },
];
const filter = "costs.provider = 'aws'";

const isWithout = isSkipped || !sharedFolder;

describe.skipIf(isWithout)(`the figures of sample bills${skipNotice}${sharedNotice}`, () => {
  const farthing = startConsole();
  const get = (path: string) => farthing.send('GET', path);
  let page: Page;

  beforeAll(async () => {
    if (isWithout) return;
    for (const file of samples.flatMap(({ files }) => files)) {
      await farthing.importFile(join(sharedFolder!, 'data', file));
    }
    page = await farthing.newPage();
    await farthing.logIn(page);
  }, timeoutMs);

  test.each(samples)('$files', async ({ files, bills, range, before }) => {
    const model = await CostModel.read(get, filter, bills);
    const costs = files.map(
      (file) => providerSamples.find((each) => each.file === file)!.effective,
    );
    const difference = model.sum(bills).minus(sumOf(costs));
    expect(difference.abs().lt('1e-6'), 'the total is the bill').toBe(true);
    const compared = { before, after: range };
    const dates = `start=${range.start}&end=${range.end}`;
    const expected = explorerFigures(model, range, compared);
    await expectFigures(farthing, page, `/explore?${dates}`, expected);
    const changed = await changesFigures(get, model, filter, compared);
    const beforeIt = `compare_start=${before.start}&compare_end=${before.end}`;
    await expectFigures(farthing, page, `/changes?${dates}&${beforeIt}`, changed);
  });
});
