import { Button, Group, Text } from '@mantine/core';
import type { Schemas } from '../api/types.js';

/** Previous and next page, by the links of the response. */
export function Pager({
  links,
  page,
  onPage,
  isSortable = true,
}: {
  links: Schemas['Links'];
  page: number;
  onPage: (page: number) => void;
  /** Whether users sort the rows, which the API does not know of. */
  isSortable?: boolean;
}) {
  if (!links.next && !links.prev) return null;
  const last = links.last && new URL(links.last).searchParams.get('page');
  return (
    <Group component="nav" aria-label="Pages of the list" justify="flex-end" mt="sm" gap="sm">
      <Text size="xs" c="dimmed">
        Page {page}
        {last ? ` of ${last}` : ''}
        {isSortable && '; sorting applies to this page'}
      </Text>
      <Button variant="default" size="xs" disabled={!links.prev} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button variant="default" size="xs" disabled={!links.next} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
