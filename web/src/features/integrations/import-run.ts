import { formatNumber } from '../../lib/money.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getQuery, invalidate } from '../../api/queries.js';
import type { Answer } from '../../api/types.js';
import { sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { countOf } from '../../lib/text.js';
import { integrationPaths } from './integration.js';

/** An import that was started from the console. */
export type ImportRun = Answer<'/console/imports/runs/{run_id}'>;
export type Load = ImportRun['loads'][number];
export type RejectedRow = ImportRun['rejected_rows'][number];

const pollMs = 500;

/** Polls an import until it is finished; then everything that depends on costs is read again. */
export function useImportRun(runId: string | undefined) {
  const { data, error } = useQuery({
    ...getQuery('/console/imports/runs/{run_id}', { path: { run_id: runId ?? '' } }),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const isFinished = data !== undefined && data.status !== 'running';
  useEffect(() => {
    if (isFinished) void invalidate('/v2', '/console/imports', ...integrationPaths);
  }, [isFinished]);
  return { run: data, error };
}

/** `62 rows read, 59 stored, 3 rejected ($7.75)` */
export function describeImport(loads: readonly Load[]): string {
  const total = (key: 'rows_read' | 'rows_stored' | 'rows_rejected' | 'rows_repeated') =>
    loads.reduce((sum, load) => sum + load[key], 0);
  const [rejected, repeated] = [total('rows_rejected'), total('rows_repeated')];
  return [
    `${countOf(total('rows_read'), 'row')} read`,
    `${formatNumber(total('rows_stored'))} stored`,
    `${formatNumber(rejected)} rejected${rejected > 0 ? ` (${rejectedAmount(loads)})` : ''}`,
    ...(repeated > 0 ? [`${countOf(repeated, 'duplicate')} skipped`] : []),
  ].join(', ');
}

/** What the rejected rows bill, as far as it can be read. */
function rejectedAmount(loads: readonly Load[]): string {
  const totals = loads.flatMap((load) => load.rejected_totals);
  const currencies = [...new Set(totals.map(({ currency }) => currency))].toSorted();
  const sums = currencies.map((currency) => {
    const billed = totals.filter((each) => each.currency === currency).map((each) => each.billed);
    return formatMoney(sumOf(billed), currency);
  });
  return sums.join(' and ') || 'amount unknown';
}

/** Whether rows of an import were rejected, or are not what they should be. */
export const hasWarnings = (loads: readonly Load[]): boolean =>
  loads.some(({ rows_rejected: rejected, warnings }) => rejected > 0 || warnings.length > 0);
