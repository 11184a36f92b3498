import { z } from 'zod';
import {
  recommendationViews,
  recommendationProviders,
  recommendationTypes,
} from '../../domain/optimise/recommendations/index.js';
import { requireDateOrder } from '../../platform/kernel/date-order.js';
import { date, emptyValueRules, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { ShapeFailure } from '../../platform/lib/errors.js';

const clearable = { null: 'clears' } as const;
const text = () => z.string().max(255).nullable().register(emptyValueRules, clearable);
const day = () => date().nullable().register(emptyValueRules, { blank: 'absent', null: 'clears' });
const list = () => z.array(z.string());

const fields = {
  provider_ids: z.array(z.enum(recommendationProviders)).optional(),
  billing_account_ids: list().optional(),
  account_ids: list().optional(),
  regions: list().optional(),
  types: list().optional(),
  tag_key: text().optional(),
  tag_value: text().optional(),
  start_date: day().optional(),
  end_date: day().optional(),
  min_savings: z.number().min(0).nullable().register(emptyValueRules, clearable).optional(),
};

export const recommendationViewResource = resource(recommendationViews, {
  one: 'recommendation_view',
  many: 'recommendation_views',
  tag: 'RecommendationViews',
  create: z.object({ title: title(), workspace_token: token(), ...fields }),
  update: z.object({ title: title(), ...fields }).partial(),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404, 422] },
  columns: ({ workspace_token: _, ...body }, _ctx, current) => {
    const unknown = body.types?.find((type) => !recommendationTypes.has(type));
    if (unknown !== undefined) throw new ShapeFailure([`types: unknown type ${unknown}`]);
    const view = { ...current, ...body };
    if (((view.tag_key ?? null) === null) !== ((view.tag_value ?? null) === null)) {
      throw new ShapeFailure(['tag_key and tag_value can only be set together']);
    }
    requireDateOrder(view.start_date, view.end_date);
    return body;
  },
});
