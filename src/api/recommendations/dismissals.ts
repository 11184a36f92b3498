import { z } from 'zod';
import { setDismissal } from '../../domain/recommendations/dismiss.js';
import { recommendations } from '../../domain/recommendations/recommendation.js';
import { date, text } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { DomainFailure } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';

const params = z.object({ recommendation_token: z.string() });

const dismissRecommendation = operation({
  id: 'dismissRecommendation',
  tag: 'Recommendations',
  method: 'POST',
  path: '/v2/recommendations/{recommendation_token}/dismiss',
  summary: 'Dismiss a recommendation: it leaves the list of active ones, and is still refreshed',
  params,
  body: z
    .object({
      reason: text(1000).optional().describe('Why it is not followed.'),
      until: date().optional().describe('Last day of the dismissal; without it, it has no end.'),
    })
    .meta({ id: 'dismissRecommendation' }),
  status: 200,
  errors: [400, 403, 404],
  response: recommendations.model,
  run: async ({ params: { recommendation_token: token }, body }, ctx) => {
    if (body.until !== undefined && body.until < formatDate(ctx.now)) {
      throw new DomainFailure(['until must not be in the past']);
    }
    const dismissal = { reason: body.reason?.trim() || null, until: body.until ?? null };
    return recommendations.serialize(await setDismissal(ctx, token, dismissal), ctx);
  },
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

export const dismissalOperations = [dismissRecommendation, restoreRecommendation];
