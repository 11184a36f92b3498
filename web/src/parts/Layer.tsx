import { Button, type ButtonProps, Drawer, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { moveThroughChoices } from './move-through-choices.js';

interface LayerProps extends Pick<ButtonProps, 'variant' | 'size' | 'leftSection' | 'className'> {
  /** The text of the button. */
  label: ReactNode;
  /** The name of the dialog, and of the button where its text is no name. */
  title: string;
  buttonLabel?: string;
  width?: number;
  children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a popover, or on a phone a sheet over the whole width. Escape closes it, and arrows move
 * through its choices (`data-choice`, with a search field `data-search`).
 */
export function Layer({ label, title, buttonLabel, width = 340, children, ...button }: LayerProps) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const close = () => setOpen(false);
  const target = (
    <Button
      fw={400}
      {...button}
      aria-label={buttonLabel}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {label}
    </Button>
  );
  if (isPhone) {
    return (
      <>
        {target}
        <Drawer
          opened={isOpen}
          onClose={close}
          title={title}
          position="bottom"
          size="88%"
          onKeyDown={moveThroughChoices}
        >
          {isOpen && children(close)}
        </Drawer>
      </>
    );
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={width}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={title} onKeyDown={moveThroughChoices}>
        {isOpen && children(close)}
      </Popover.Dropdown>
    </Popover>
  );
}
