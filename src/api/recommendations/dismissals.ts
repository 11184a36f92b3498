import { z } from 'zod';
import {
  setDismissal,
  setResourceDismissal,
  RecommendationProviderResource,
  serializeFoundResource,
  recommendations,
} from '../../domain/optimise/recommendations/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { date, text } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { DomainFailure } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';

const params = z.object({ recommendation_token: z.string() });

const resourceParams = params.extend({ resource_token: z.string() });

const Dismissal = z.object({
  reason: text(1000).optional().describe('Why it is not followed.'),
  until: date().optional().describe('Last day of the dismissal; without it, it has no end.'),
});

function dismissalOf({ reason, until }: z.output<typeof Dismissal>, { now }: Context) {
  if (until !== undefined && until < formatDate(now)) {
    throw new DomainFailure(['until must not be in the past']);
  }
  return { reason: reason?.trim() || null, until: until ?? null };
}

const dismissRecommendation = operation({
  id: 'dismissRecommendation',
  tag: 'Recommendations',
  method: 'POST',
  path: '/v2/recommendations/{recommendation_token}/dismiss',
  summary: 'Dismiss a recommendation: it leaves the list of active ones, and is still refreshed',
  params,
  body: Dismissal.meta({ id: 'dismissRecommendation' }),
  status: 200,
  errors: [400, 403, 404],
  response: recommendations.model,
  run: async ({ params: { recommendation_token: token }, body }, ctx) =>
    recommendations.serialize(await setDismissal(ctx, token, dismissalOf(body, ctx)), ctx),
});

const restoreRecommendation = operation({
  id: 'restoreRecommendation',
  tag: 'Recommendations',
  method: 'POST',
  path: '/v2/recommendations/{recommendation_token}/restore',
  summary: 'Restore a dismissed recommendation',
  params,
  status: 200,
  errors: [403, 404],
  response: recommendations.model,
  run: async ({ params: { recommendation_token: token } }, ctx) =>
    recommendations.serialize(await setDismissal(ctx, token, null), ctx),
});

const dismissRecommendationResource = operation({
  id: 'dismissRecommendationResource',
  tag: 'Recommendations',
  method: 'POST',
  path: '/v2/recommendations/{recommendation_token}/resources/{resource_token}/dismiss',
  summary: 'Dismiss one resource of a recommendation: it counts no more, and is still refreshed',
  params: resourceParams,
  body: Dismissal.meta({ id: 'dismissRecommendationResource' }),
  status: 200,
  errors: [400, 403, 404],
  response: RecommendationProviderResource,
  run: async ({ params: { recommendation_token: token, resource_token: resource }, body }, ctx) =>
    serializeFoundResource(
      await setResourceDismissal(ctx, token, resource, dismissalOf(body, ctx)),
    ),
});

const restoreRecommendationResource = operation({
  id: 'restoreRecommendationResource',
  tag: 'Recommendations',
  method: 'POST',
  path: '/v2/recommendations/{recommendation_token}/resources/{resource_token}/restore',
  summary: 'Restore a dismissed resource of a recommendation',
  params: resourceParams,
  status: 200,
  errors: [403, 404],
  response: RecommendationProviderResource,
  run: async ({ params: { recommendation_token: token, resource_token: resource } }, ctx) =>
    serializeFoundResource(await setResourceDismissal(ctx, token, resource, null)),
});

export const dismissalOperations = [
  dismissRecommendation,
  restoreRecommendation,
  dismissRecommendationResource,
  restoreRecommendationResource,
];
