import { z } from 'zod';
import { ImportError } from '../../intake/ingest/index.js';
import type { AllocationRow } from './allocation-row.js';
import { clusterOf, currencyOf } from './cluster-settings.js';
import { AllocationReader, OpenCostAllocation } from './opencost-allocation.js';
import { withNodeOwners } from './node-owners.js';
import { readBounded } from './read-bounded.js';
import { storeAllocation } from './store-allocation.js';
import type { ClusterContext, UsageFile, UsageFormat } from './usage-file.js';

const Answer = z.object({
  code: z.number().optional(),
  message: z.string().optional(),
  data: z.array(z.record(z.string(), OpenCostAllocation).nullable()),
});

/** The allocations of an answer of OpenCost, as rows. */
export function parseAllocations(
  text: string,
  of: { cluster: string; currency: string },
): { rows: AllocationRow[]; allocations: number; warnings: string[] } {
  const reader = new AllocationReader(of);
  const rows = parseAnswer(text).data.flatMap((step) =>
    Object.values(step ?? {}).flatMap((allocation) => reader.read(allocation)),
  );
  return { rows, allocations: reader.allocations, warnings: reader.warnings };
}

function parseAnswer(text: string): z.output<typeof Answer> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ImportError('The file is not valid JSON.', [], { cause: error });
  }
  const parsed = Answer.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ImportError(
    `The file is not an OpenCost allocation: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

/** The answer of OpenCost to `/allocation`, as a file. */
export const openCostJson: UsageFormat = {
  name: 'opencost_allocation',
  title: 'OpenCost allocation JSON',
  recognizes: (start) => {
    const text = start.toString('utf8');
    return /^\s*\{/.test(text) && /"data"\s*:\s*\[/.test(text) && text.includes('"cpuCoreHours"');
  },
  store: async (file: UsageFile, ctx: ClusterContext) => {
    const of = { cluster: clusterOf(ctx.integration), currency: currencyOf(ctx.integration) };
    const { rows, allocations, warnings } = parseAllocations(await readBounded(file), of);
    const owned = await withNodeOwners(ctx.services, ctx.integration.account_token, rows);
    const { rowsStored } = await storeAllocation(ctx, { name: file.name, rows: owned });
    return { rowsRead: allocations, rowsStored, warnings };
  },
};

/** The answer of OpenCost to `/cloudCost`, which repeats bills. */
export const openCostCloudCost: UsageFormat = {
  name: 'opencost_cloud_cost',
  title: 'OpenCost cloud cost JSON',
  recognizes: (start) => {
    const text = start.toString('utf8');
    return (
      /^\s*\{/.test(text) && text.includes('"cloudCosts"') && text.includes('"kubernetesPercent"')
    );
  },
  store: async () => {
    throw new ImportError(
      'OpenCost cloud costs repeat the bills of the clouds and are not imported; connect the bills themselves.',
    );
  },
};
