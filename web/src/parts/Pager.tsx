import { Button, Group, Text } from '@mantine/core';
import type { Links } from '../api/queries.js';

/** Turns pages as far as the links of the answer reach. */
export function Pager({
  links,
  page,
  onPage,
}: {
  links: Links;
  page: number;
  onPage: (page: number) => void;
}) {
  if (!links.next && !links.prev) return null;
  const last = links.last && new URL(links.last).searchParams.get('page');
  return (
    <Group component="nav" aria-label="Pages of the list" justify="flex-end" mt="sm" gap="sm">
      <Text size="xs" c="dimmed">
        Page {page}
        {last ? ` of ${last}` : ''}; sorted within the page
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
