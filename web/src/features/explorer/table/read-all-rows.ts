import { api } from '../../../api/client.js';
import type { Names } from '../../costs/use-names.js';
import { compareTo } from '../use-explorer-costs.js';
import { type SeriesAnswer, type TableRow, restRow, rowsOf, totalRow } from './table-row.js';
import type { TableQuestion } from './use-table-pages.js';

/** Reads all rows of a table, and returns the rows at its end, such as the total. */
export type ReadAllRows = (
  signal: AbortSignal,
  onRows: (rows: readonly TableRow[], count: number) => void,
) => Promise<readonly TableRow[]>;

const rowsPerPage = 1000;

/** Reads the rows of the API page by page; throws when costs were imported in the meantime. */
export function readAllRows({ query, parameters, list }: TableQuestion, names: Names): ReadAllRows {
  const readPage = (page: number, signal: AbortSignal): Promise<SeriesAnswer> => {
    const request = { ...parameters, ...list, limit: rowsPerPage, page, ...compareTo(query) };
    return api.get('/v2/costs/series', { query: request, signal });
  };
  return async (signal, onRows) => {
    let first: SeriesAnswer | undefined;
    for (let page = 1; ; page += 1) {
      const answer = await readPage(page, signal);
      first ??= answer;
      if (versionOf(answer) !== versionOf(first)) {
        throw new Error('The costs changed during the download. Download them again.');
      }
      onRows(rowsOf(answer, query.groupings, names), answer.matching.group_count);
      if (answer.links.next === null) return footerOf(first, list.search);
    }
  };
}

/** Differs when other costs were read. */
const versionOf = ({ total, matching, comparison }: SeriesAnswer): string =>
  JSON.stringify([total, matching, comparison]);

/** The total, and what a search leaves out of it. */
export const footerOf = (answer: SeriesAnswer, search: string | undefined): TableRow[] =>
  search ? [restRow(answer), totalRow(answer)] : [totalRow(answer)];
