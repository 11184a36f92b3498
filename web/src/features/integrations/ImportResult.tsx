import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Load, describeImport, hasWarnings } from './import-run.js';

/** The page with the rejected rows of a load. */
export const loadPath = ({ integration_token: integration, load_id: id }: Load): string =>
  `/integrations/${integration}/loads/${id}`;

/** What became of every row of an import, with a way to the rejected ones. */
export function ImportResult({ loads }: { loads: readonly Load[] }) {
  const withRejectedRows = loads.filter((load) => load.rows_rejected > 0);
  return (
    <Text size="sm" component="div" role="status">
      <Text span inherit fw={600}>
        {hasWarnings(loads) ? 'Imported with warnings' : 'Imported'}
      </Text>
      : {describeImport(loads)}.
      {withRejectedRows.map((load) => (
        <span key={load.load_id}>
          {' '}
          <Anchor component={Link} to={loadPath(load)} inherit underline="always">
            View {withRejectedRows.length > 1 && `${load.rows_rejected.toLocaleString()} of the `}
            rejected rows
          </Anchor>
        </span>
      ))}
    </Text>
  );
}
