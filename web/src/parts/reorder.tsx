import { ActionIcon } from '@mantine/core';
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from './icons.js';

/** A copy of a list with one item moved. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

/** Reorders a list by dragging the handle of an item onto another item. */
export function useReorder(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = () => {
    setFrom(undefined);
    setOver(undefined);
  };
  return {
    handle: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        // Firefox only drags elements that carry data.
        event.dataTransfer.setData('text/plain', String(index));
        event.dataTransfer.effectAllowed = 'move';
        const item = event.currentTarget.closest('li');
        if (item) event.dataTransfer.setDragImage(item, 20, 20);
        setFrom(index);
      },
      onDragEnd: end,
    }),
    target: (index: number) => ({
      className: from !== undefined && over === index && from !== index ? 'highlighted' : '',
      onDragOver: (event: DragEvent) => {
        if (from === undefined) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop: (event: DragEvent) => {
        if (from === undefined) return;
        event.preventDefault();
        if (from !== index) onMove(from, index);
        end();
      },
    }),
  };
}

interface MoveButtonsProps {
  /** The item's name in the labels of the buttons. */
  name: string;
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
}

/** Buttons to move an item up or down, as an alternative to dragging. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  const move = (to: number) => {
    pressed.current = to < index ? up.current : down.current;
    onMove(index, to);
  };
  // At an end the pressed button is disabled; without focus on the other one the place on the page is lost.
  useLayoutEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    if (button?.disabled) (button === up.current ? down : up).current?.focus();
    else button?.focus();
  }, [index]);
  const quiet = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
  return (
    <>
      <ActionIcon
        {...quiet}
        ref={up}
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <Icon name="up" size={14} />
      </ActionIcon>
      <ActionIcon
        {...quiet}
        ref={down}
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
      >
        <Icon name="down" size={14} />
      </ActionIcon>
    </>
  );
}
