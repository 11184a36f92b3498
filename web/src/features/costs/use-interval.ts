import { useNavigate, useSearch } from '@tanstack/react-router';
import { today } from '../../lib/dates.js';
import { presets } from './intervals.js';

/** The date range of a page, one of the presets, as the address holds it. */
export function useInterval(initial: string) {
  const search: { dates?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const choices = presets(today());
  const choice = choices.find(({ name }) => name === search.dates);
  const { name, start, end } = choice ?? choices.find((each) => each.name === initial)!;
  const choose = (next: string) =>
    void navigate({
      to: '.',
      search: { ...search, dates: next === initial ? '' : next, page: '' },
      replace: true,
    });
  // Ranges that end in the future have costs up to today.
  const range = { start, end: end < today() ? end : today() };
  return { name, range, choose };
}
