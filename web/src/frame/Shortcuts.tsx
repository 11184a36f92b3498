import { Group, Kbd, Modal, Table, Text } from '@mantine/core';
import { useRoleCheck } from '../api/current-user.js';
import { pages } from './pages.js';
import { pageKeys } from './shortcuts.js';

const general = [
  { keys: ['Ctrl', 'K'], text: 'Search, or type a command' },
  { keys: ['/'], text: 'Search, or type a command' },
  { keys: ['?'], text: 'This list' },
];

/** The list of keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const isAllowed = useRoleCheck();
  const places = Object.entries(pageKeys).flatMap(([key, path]) => {
    const page = pages.find((each) => each.path === path && isAllowed(each.role));
    return page ? [{ keys: ['G', key.toUpperCase()], text: page.title }] : [];
  });
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {[...general, ...places].map(({ keys, text }) => (
            <Table.Tr key={keys.join(' ')}>
              <Table.Td>{text}</Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed" mt="sm">
        Press G, then the letter. On a Mac, ⌘ replaces Ctrl.
      </Text>
    </Modal>
  );
}
