import { Button, Group, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { Icon } from '../../parts/icons.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';

/** A VQL filter that lives in the address; it opens on request. */
export function FilterLine({ filter }: { filter: string }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayEdit = useHasRole('Editor');
  const [text, setText] = useState(filter);
  const [isOpen, setOpen] = useState(filter !== '');
  const apply = (next: string) =>
    void navigate({ to: '.', search: { ...search, filter: next.trim(), page: '' } });
  if (!isOpen) {
    return (
      <Button
        variant="default"
        mb="sm"
        leftSection={<Icon name="filter" size={14} />}
        onClick={() => setOpen(true)}
      >
        Filter with VQL
      </Button>
    );
  }
  return (
    <Stack component="search" gap="xs" mb="md" maw={880}>
      <VqlEditor subject="resources" value={text} onChange={setText} onSubmit={() => apply(text)} />
      <Group gap="sm">
        <Button onClick={() => apply(text)}>Apply</Button>
        <Button
          variant="default"
          onClick={() => {
            setText('');
            setOpen(false);
            apply('');
          }}
        >
          Remove the filter
        </Button>
        {mayEdit && filter !== '' && (
          <Button
            variant="default"
            component={Link}
            to="/resource-reports/new"
            search={{ filter } as never}
          >
            Save as a report
          </Button>
        )}
      </Group>
    </Stack>
  );
}
