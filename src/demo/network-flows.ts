import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vpcFlowLogs } from '../domain/optimise/network-flows/index.js';
import type { Context } from '../platform/kernel/context.js';
import type { Row } from '../platform/kernel/rows.js';
import { addDays } from '../platform/lib/days.js';
import { newToken } from '../platform/lib/tokens.js';
import { formatDate } from '../platform/lib/time.js';
import { type Host, flowLog, hosts, hostArn } from './flow-log.js';

/**
 * Adds the network interfaces of the AWS accounts and their owners to the inventory, and imports flow logs of the days
 * that are missing, up to yesterday: a regular file, read like any other.
 */
export async function ensureNetworkFlows(ctx: Context, seed: number): Promise<void> {
  const integration = await ctx.db
    .selectFrom('integrations')
    .selectAll()
    .where('account_token', '=', ctx.actor.accountToken)
    .where('provider', '=', 'aws')
    .executeTakeFirst();
  if (!integration) return;
  await addInterfaces(ctx, integration);
  const days = await missingDays(ctx, integration.token);
  if (days.length === 0) return;
  const { services, now } = ctx;
  await mkdir(services.workFolder, { recursive: true });
  const folder = await mkdtemp(join(services.workFolder, 'demo-flows-'));
  try {
    const path = join(folder, 'log');
    await writeFile(path, flowLog(days, seed));
    const name = `harbourline_vpcflowlogs_${days[0]}_${days.at(-1)}.log`;
    await services.importer.track(
      vpcFlowLogs.store({ name, path }, { services, integration, now }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Days up to yesterday that no earlier log covers, within the retention. */
async function missingDays({ db, now, services }: Context, integration: string): Promise<string[]> {
  const last = await db
    .selectFrom('network_flow_loads')
    .select('last_date')
    .where('integration_token', '=', integration)
    .where('status', '=', 'active')
    .orderBy('last_date', 'desc')
    .executeTakeFirst();
  const today = formatDate(now);
  const count = Math.min(7, services.config.flowDays);
  return Array.from({ length: count }, (_, index) => addDays(today, index - count)).filter(
    (day) => day > (last?.last_date ?? ''),
  );
}

async function addInterfaces(
  { db, actor, now }: Context,
  integration: Row<'integrations'>,
): Promise<void> {
  await db
    .insertInto('resources')
    .values(
      hosts
        .flatMap((host) => [interfaceOf(host), ownerOf(host)])
        .map(({ metadata, ...resource }) => ({
          token: newToken('prvdr_rsrc'),
          account_token: actor.accountToken,
          integration_token: integration.token,
          provider: 'aws',
          ...resource,
          metadata: JSON.stringify(metadata),
          in_inventory: true,
          last_seen_at: now,
          created_at: now,
        })),
    )
    .onConflict((conflict) => conflict.columns(['integration_token', 'uuid']).doNothing())
    .execute();
}

const interfaceOf = (host: Host) => ({
  uuid: `arn:aws:ec2:${host.region}:${host.account}:network-interface/${host.interfaceId}`,
  type: 'aws_network_interface',
  label: host.name,
  account_id: host.account,
  region: host.region,
  metadata: {
    interface_id: host.interfaceId,
    ...placeOf(host),
    owner_arn: hostArn(host),
    ...(host.kind === 'nat' && { interface_type: 'nat_gateway' }),
    ...(host.kind === 'instance' && { instance_id: host.id }),
  },
});

const ownerTypes = {
  instance: 'aws_instance',
  database: 'aws_db_instance',
  nat: 'aws_nat_gateway',
} as const;

/** The instance, database or gateway that an interface belongs to. */
const ownerOf = (host: Host) => ({
  uuid: hostArn(host),
  type: ownerTypes[host.kind],
  label: host.name,
  account_id: host.account,
  region: host.region,
  metadata: {
    ...placeOf(host),
    ...(host.kind === 'instance' && {
      instance_id: host.id,
      instance_type: 'm7g.xlarge',
      state: 'running',
    }),
  },
});

const placeOf = ({ address, subnet, vpc, zone }: Host) => ({
  private_ip_address: address,
  subnet_id: subnet,
  vpc_id: vpc,
  az_id: zone,
});
