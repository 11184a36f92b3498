import { Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFreshness } from '../api/freshness.js';
import { getQuery, invalidate } from '../api/queries.js';
import type { Schemas } from '../api/types.js';
import { formatAgo, formatDay, formatMoment } from '../lib/dates.js';

const pollMs = 3_000;

/** When costs were last imported, and the last complete day; or that an import is running. */
export function FreshnessNote() {
  const { isImporting, lastImport } = useImports();
  const freshness = useFreshness();
  const asOf = freshness?.asOf ?? lastImport;
  if (!asOf) return null;
  const completeThrough = freshness?.completeThrough;
  const details = [
    isImporting &&
      'Some integrations are still importing; their months appear one after the other.',
    `Last import: ${formatMoment(asOf)}.`,
    completeThrough && `Complete through ${formatDay(completeThrough)} (UTC).`,
  ];
  return (
    <Tooltip label={details.filter(Boolean).join(' ')} multiline maw={280}>
      <Text size="xs" c="dimmed" visibleFrom="md" tabIndex={0}>
        {isImporting ? 'Importing costs' : `Updated ${formatAgo(asOf)}`}
      </Text>
    </Tooltip>
  );
}

/** Watches the integrations while one is importing; after each import, everything on screen is read again. */
function useImports() {
  const { data } = useQuery({
    ...getQuery('/v2/integrations', { query: { limit: 1000 } }),
    refetchInterval: ({ state }) => (state.data?.integrations.some(imports) ? pollMs : false),
  });
  const lastImport = data?.integrations
    .flatMap((each) => each.last_updated ?? [])
    .toSorted()
    .at(-1);
  const previousImport = useRef<string>(undefined);
  useEffect(() => {
    if (previousImport.current) void invalidate('/v2', '/console/imports');
    previousImport.current = lastImport;
  }, [lastImport]);
  return { isImporting: data?.integrations.some(imports) ?? false, lastImport };
}

/** An integration without workspaces stays importing, because nobody can see its costs. */
const imports = ({ status, workspace_tokens }: Schemas['Integration']): boolean =>
  status === 'importing' && workspace_tokens.length > 0;
