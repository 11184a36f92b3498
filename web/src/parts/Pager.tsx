import { Button, Group, Text } from '@mantine/core';
import type { Schemas } from '../api/types.js';

/** Previous and next page, by the links of the response. */
export function Pager({
  links,
  page,
  onPage,
}: {
  links: Schemas['Links'];
  page: number;
  onPage: (page: number) => void;
}) {
  if (!links.next && !links.prev) return null;
  const last = links.last && new URL(links.last).searchParams.get('page');
  return (
    <Group component="nav" aria-label="Pages of the list" justify="flex-end" mt="sm" gap="sm">
      <Text size="xs" c="dimmed">
        Page {page}
        {last ? ` of ${last}` : ''}; sorting applies to this page
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
