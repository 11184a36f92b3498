import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../frame/icons.js';

/** What can be done with one row; children are `Menu.Item`s. */
export function RowMenu({
  label,
  onDelete,
  children,
}: {
  label?: string;
  onDelete?: () => void;
  children?: ReactNode;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={label ? `Actions of ${label}` : 'Actions'}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {onDelete && (
          <Menu.Item c="var(--mantine-color-error)" onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
