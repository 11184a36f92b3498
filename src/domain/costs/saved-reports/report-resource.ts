import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import type { Entity } from '../../../platform/kernel/entity.js';
import { choice, date, filter, title, token } from '../../../platform/kernel/fields.js';
import { resource } from '../../../platform/kernel/resource.js';
import type { Row, TableName } from '../../../platform/kernel/rows.js';
import type { DateInterval } from '../../../platform/lib/date-intervals.js';
import { pick } from '../../../platform/lib/pick.js';
import { checkFilter, type FilterKind } from '../vql/index.js';
import { dateColumns, type ReportDates, type SentDates } from './report-dates.js';

/** What a kind of saved report declares beside title, filter and dates. */
interface ReportResourceDeclaration<Table extends TableName, Fields extends z.ZodRawShape> {
  one: string;
  many: string;
  tag: string;
  /** What its filters are about. */
  filterKind: FilterKind;
  intervals: readonly [DateInterval, ...DateInterval[]];
  fields: Fields;
  /** The columns of its own fields. */
  columns: (
    body: z.output<z.ZodObject<Fields>>,
    ctx: Context,
    current: Row<Table> | undefined,
  ) => Record<string, unknown>;
}

interface CommonBody extends SentDates {
  title?: string;
  filter?: string | null;
}

/** The operations of a kind of saved report: a filter and dates under a title, and what it shows of them. */
export function reportResource<
  Table extends TableName,
  Model extends z.ZodObject,
  Fields extends z.ZodRawShape,
>(of: Entity<Table, Model>, declaration: ReportResourceDeclaration<Table, Fields>) {
  const { one, many, tag, filterKind, intervals, fields, columns } = declaration;
  const common = {
    title: title(),
    filter: filter().optional(),
    date_interval: choice(intervals).optional(),
    start_date: date().optional(),
    end_date: date().optional(),
  };
  return resource(of, {
    one,
    many,
    tag,
    create: z.object({ ...common, ...fields, workspace_token: token() }),
    update: z.object({ ...common, ...fields }).partial(),
    search: 'title',
    errors: { create: [400, 422], update: [400, 404, 422] },
    columns: (sent, ctx, current) => {
      const body = sent as unknown as CommonBody & z.output<z.ZodObject<Fields>>;
      checkFilter(filterKind, body.filter ?? null);
      return {
        ...pick(body as CommonBody, ['title', 'filter']),
        ...dateColumns(body, current as ReportDates | undefined),
        ...columns(body, ctx, current),
      };
    },
  });
}

/** The user who creates an object; null for other credentials. */
export const creatorOf = ({ actor }: Context): string | null =>
  actor.kind === 'user' ? actor.token || null : null;
