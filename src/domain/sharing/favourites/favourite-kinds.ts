import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row, Rows, TableName } from '../../../platform/kernel/rows.js';
import { prefixOf } from '../../../platform/lib/tokens.js';
import { businessMetrics } from '../../reports/business-metrics/index.js';
import { canvases } from '../../reports/canvases/index.js';
import { costReports } from '../../reports/cost-reports/index.js';
import { dashboards } from '../../reports/dashboards/index.js';
import { savedFilters } from '../../reports/saved-filters/index.js';
import { scenarioModels } from '../../reports/scenario-models/index.js';
import { segments } from '../../reports/segments/index.js';
import { configRows } from '../../costs/virtual-tags/index.js';

/** A kind of object that can be a favourite. */
interface FavouriteKind {
  prefix: string;
  kind: string;
  /** The titles of those objects that the caller sees, by token. */
  titlesOf: (ctx: Context, tokens: readonly string[]) => Promise<Map<string, string>>;
}

const favouriteKinds: readonly FavouriteKind[] = [
  kindOf('rprt', costReports.rows, (row) => row.title),
  kindOf('dshbrd', dashboards.rows, (row) => row.title),
  kindOf('fltr_sgmt', segments.rows, (row) => row.title),
  kindOf('svd_fltr', savedFilters.rows, (row) => row.title),
  kindOf('cnvs', canvases.rows, (row) => row.title),
  kindOf('bsnss_mtrc', businessMetrics.rows, (row) => row.title),
  kindOf('frcst_mdl', scenarioModels.rows, (row) => row.title),
  kindOf('vtag', configRows, (row) => row.key),
];

function kindOf<Table extends TableName>(
  prefix: string,
  rows: Rows<Table>,
  titleOf: (row: Row<Table>) => string,
): FavouriteKind {
  return {
    prefix,
    kind: rows.kind,
    titlesOf: async (ctx, tokens) => {
      const page = { number: 1, limit: tokens.length, offset: 0 };
      const isListed = sql<SqlBool>`token = any(${tokens})`;
      const { rows: found } = await rows.list(ctx, page, [isListed]);
      return new Map(found.map((row) => [row.token, titleOf(row)]));
    },
  };
}

interface NamedObject {
  token: string;
  kind: string;
  title: string;
}

/** Names objects by their tokens, in the given order; those that the caller cannot see are left out. */
export async function nameObjects(ctx: Context, tokens: readonly string[]): Promise<NamedObject[]> {
  const named = new Map<string, NamedObject>();
  for (const { prefix, kind, titlesOf } of favouriteKinds) {
    const own = tokens.filter((token) => prefixOf(token) === prefix && !token.includes('\0'));
    if (own.length === 0) continue;
    for (const [token, title] of await titlesOf(ctx, own)) named.set(token, { token, kind, title });
  }
  return tokens.flatMap((token) => named.get(token) ?? []);
}
