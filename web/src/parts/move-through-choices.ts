import type { KeyboardEvent } from 'react';

const isSearch = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'text';

/**
 * Keys of a layer with a list of choices (`data-choice`), maybe below a search field: arrows, Home and End move
 * through them and back to the field, Enter chooses, in the field the first one.
 */
export function moveThroughChoices(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: layer, target, key } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
  const choices = [...layer.querySelectorAll<HTMLElement>('[data-choice]:not(:disabled)')];
  const index = choices.indexOf(target);
  const fromSearch = isSearch(target) && target.dataset['search'] !== undefined;
  if (choices.length === 0 || (index < 0 && !fromSearch)) return;
  const search = layer.querySelector<HTMLElement>('[data-search]');
  const moves: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: choices[index + 1],
    ArrowUp: index > 0 ? choices[index - 1] : search,
    ...(fromSearch ? {} : { Home: choices[0], End: choices.at(-1) }),
  };
  if (key === 'Enter') {
    event.preventDefault();
    (choices[index] ?? choices[0]!).click();
  } else if (Object.hasOwn(moves, key)) {
    event.preventDefault();
    moves[key]?.focus();
  }
}
