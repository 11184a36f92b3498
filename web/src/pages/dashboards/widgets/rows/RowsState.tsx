import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { asProblem } from '../../../../api/problem.js';
import { ErrorNote } from '../../../../parts/ErrorNote.js';
import { TableSkeleton } from '../../../../parts/Skeletons.js';

interface RowsStateProps<Data> {
  query: {
    data: Data | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  children: (data: Data) => ReactNode;
}

/** What a widget shows while its rows are read, when that fails, and once they are there. */
export function RowsState<Data>({ query, children }: RowsStateProps<Data>) {
  const { data, error, isPlaceholderData: isStale, refetch } = query;
  if (error && asProblem(error).status === 404) {
    return (
      <Text size="sm" c="dimmed">
        This report was deleted, or you do not have access to it.
      </Text>
    );
  }
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton rows={4} />;
  return (
    <div className={isStale ? 'stale' : ''} aria-busy={isStale}>
      {children(data)}
    </div>
  );
}
