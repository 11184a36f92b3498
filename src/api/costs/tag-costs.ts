import { z } from 'zod';
import {
  completeThroughOf,
  type TagCost as TagCostOf,
  readTagCosts,
  defaultCostSettings,
  resolveDateRange,
} from '../../domain/costs/query/index.js';
import { readTagSettings, type TagSettings } from '../../domain/costs/tags/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { notFound } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';
import { freshnessHeaders } from './freshness-headers.js';

const percent = () =>
  z.string().nullable().describe('Share of the total in percent, with two decimal places.');

const TagCost = z
  .object({
    tag_key: z.string(),
    is_virtual: z.boolean().describe('A virtual tag; it replaces tags of providers with this key.'),
    hidden: z.boolean(),
    preferred: z.boolean(),
    amount: z.string().describe('Costs that have the tag.'),
    percent: percent(),
    value_count: z
      .int()
      .nullable()
      .describe('Values that have costs; null where almost every resource has a value of its own.'),
    providers: z.array(z.string()).describe('Providers with costs that have the tag.'),
  })
  .meta({ id: 'TagCost' });

const TagCosts = z
  .object({
    links: Links,
    currency: z.string(),
    start_date: z.string(),
    end_date: z.string(),
    complete_through: z
      .string()
      .nullable()
      .describe('Last day whose costs are complete; amounts of later days still grow.'),
    total: z.string().describe('All costs, tagged or not.'),
    tagged: z.object({ amount: z.string(), percent: percent() }).describe('Costs with any tag.'),
    key_count: z.int().describe('Number of keys on all pages.'),
    tags: z.array(TagCost).describe('The largest first. A cost counts under each of its keys.'),
    unconverted_currencies: z
      .array(z.string())
      .describe('Currencies without an exchange rate; their costs are not included in any amount.'),
  })
  .meta({ id: 'TagCosts' });

export const getTagCosts = operation({
  id: 'getTagCosts',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/tags',
  summary: 'Read costs by tag key, and the share of costs that are tagged',
  query: z.object({
    filter: z.string().optional().describe('VQL filter; by default all costs of the workspace.'),
    workspace_token: z
      .string()
      .optional()
      .describe('Required if the caller has access to several workspaces.'),
    start_date: queryDate().optional().describe('First day, inclusive; by default of this month.'),
    end_date: queryDate().optional().describe('Last day, inclusive.'),
    search_query: z.string().optional().describe('Case-insensitive part of the key.'),
    ...pageQuery,
  }),
  status: 200,
  errors: [400, 404],
  response: TagCosts,
  run: async ({ query: requested }, ctx) => {
    const page = pageOf(requested, { default: 100, max: 1000 });
    const within = checkFilter('costs_query', requested.filter ?? null) ?? undefined;
    const workspace = requestedWorkspace(ctx, requested.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const today = formatDate(ctx.now);
    const found = await readTagCosts(
      { db: ctx.db, costs: ctx.services.costs },
      {
        account: ctx.actor.accountToken,
        workspace,
        range: resolveDateRange(requested, undefined, today),
        filters: { combined: [], within },
        today,
        dateBin: 'range',
        settings: defaultCostSettings,
        order: 'asc',
        limit: 1,
        offset: 0,
      },
    );
    const { query, scope, total, tagged } = found;
    const keys = matching(found.keys, requested.search_query);
    const listed = keys.slice(page.offset, page.offset + page.limit);
    const settings = await readTagSettings(
      ctx,
      listed.map(({ key }) => key),
    );
    const body = {
      links: pageLinks(ctx.origin, ctx.url, page, keys.length),
      currency: query.conversion.to,
      start_date: query.startDate,
      end_date: query.endDate,
      complete_through: completeThroughOf(scope, today),
      total: formatDecimal(total),
      tagged: { amount: formatDecimal(tagged), percent: percentOf(tagged, total) },
      key_count: keys.length,
      tags: listed.map((tag) => serializeTag(tag, total, settings)),
      unconverted_currencies: [...query.conversion.unratedCurrencies],
    };
    return new Reply(body, { headers: freshnessHeaders(scope, today) });
  },
});

function matching(keys: readonly TagCostOf[], text = ''): readonly TagCostOf[] {
  const part = text.toLowerCase();
  return keys.filter(({ key }) => key.toLowerCase().includes(part));
}

function serializeTag(
  { key, isVirtual, amount, valueCount, providers }: TagCostOf,
  total: string,
  settings: ReadonlyMap<string, TagSettings>,
): z.input<typeof TagCost> {
  const { hidden, preferred } = settings.get(key) ?? { hidden: false, preferred: false };
  return {
    tag_key: key,
    is_virtual: isVirtual,
    hidden,
    preferred,
    amount: formatDecimal(amount),
    percent: percentOf(amount, total),
    value_count: valueCount,
    providers,
  };
}

function percentOf(part: string, whole: string): string | null {
  const hundredth = new Decimal(whole).dividedBy(100);
  return hundredth.isZero() ? null : new Decimal(part).dividedBy(hundredth).toFixed(2);
}
