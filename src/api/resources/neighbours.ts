import { z } from 'zod';
import {
  findResource,
  neighbourRelations,
  readNeighbours,
  Resource,
} from '../../domain/optimise/resources/index.js';
import { queryInt } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { serializeResources } from './serialize-resources.js';

const defaultLimit = 20;

const relation = z
  .enum(neighbourRelations)
  .describe(
    'attached: one names the other in the inventory; traffic: flow logs have traffic between them; subnet, vpc, resource_group: both are in the same.',
  );

const ResourceNeighbours = z
  .object({
    totals: z
      .array(z.object({ relation, total: z.int() }))
      .describe('How many neighbors there are of each relation.'),
    traffic: z
      .object({
        start_date: z.string(),
        end_date: z.string(),
        sampled: z.boolean().describe('Whether bytes are scaled up from sampled records.'),
      })
      .nullable()
      .describe('Days of the flow logs; null without flow logs.'),
    neighbours: z
      .array(
        z
          .object({
            relation,
            bytes: z
              .number()
              .nullable()
              .describe('Exchanged on these days; null if flow logs have none.'),
            resource: Resource,
          })
          .meta({ id: 'ResourceNeighbour' }),
      )
      .describe('By relation; then most bytes first for traffic, else largest cost first.'),
  })
  .meta({ id: 'ResourceNeighbours' });

export const getResourceNeighbours = operation({
  id: 'getResourceNeighbours',
  tag: 'Resources',
  method: 'GET',
  path: '/v2/resources/{resource_token}/neighbours',
  summary: 'List what belongs with a resource, each neighbor once, with its closest relation',
  params: z.object({ resource_token: z.string() }),
  query: z.object({
    limit: queryInt(1, 100)
      .optional()
      .describe(`Neighbors per relation; ${defaultLimit} if absent.`),
  }),
  status: 200,
  errors: [400, 404],
  response: ResourceNeighbours,
  run: async ({ params, query }, ctx) => {
    const found = await findResource(ctx, params.resource_token);
    const { neighbours, totals, traffic } = await readNeighbours(
      ctx,
      found,
      query.limit ?? defaultLimit,
    );
    const resources = await serializeResources(
      ctx,
      found.workspace,
      neighbours.map(({ row }) => row),
      { include_summary: true },
    );
    return {
      totals: [...totals].map(([name, total]) => ({ relation: name, total })),
      traffic: traffic
        ? { start_date: traffic.start, end_date: traffic.end, sampled: traffic.isSampled }
        : null,
      neighbours: neighbours.map(({ relation: name, bytes }, index) => ({
        relation: name,
        bytes,
        resource: resources[index]!,
      })),
    };
  },
});
