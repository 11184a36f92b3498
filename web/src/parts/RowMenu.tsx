import { Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Icon } from './icons.js';

/** The menu of a table row; children are `Menu.Item`s. */
export function RowMenu({
  label,
  onDelete,
  children,
}: {
  label?: string;
  onDelete?: () => void;
  children?: ReactNode;
}) {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const button = (
    <button
      type="button"
      className="row-menu"
      aria-label={label ? `Actions of ${label}` : 'Actions'}
      aria-haspopup="menu"
      // Closing the menu returns the focus to its button.
      autoFocus={state !== 'untouched'}
      onClick={() => setState('open')}
    >
      <Icon name="more" />
    </button>
  );
  // A menu is expensive to render and a table has hundreds of rows, so it is rendered only while open.
  if (state !== 'open') return button;
  return (
    <Menu opened onClose={() => setState('closed')} position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
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
