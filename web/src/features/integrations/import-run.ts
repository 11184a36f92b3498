import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getQuery, invalidate } from '../../api/queries.js';
import type { Answer } from '../../api/types.js';
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

/** `1,234 rows`, `1 row` */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
