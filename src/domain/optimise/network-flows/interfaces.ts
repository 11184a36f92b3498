import { sql } from 'kysely';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../../platform/store/tables.js';
import { insertTexts } from './scratch-table.js';

/** Columns of the table of known interfaces: one row per address. '' stands for unknown. */
export const interfaceColumns = {
  address: 'String',
  interface_id: 'String',
  resource_uuid: 'String',
  account_id: 'String',
  region: 'String',
  az_id: 'String',
  vpc_id: 'String',
  subnet_id: 'String',
  instance_id: 'String',
  is_nat: 'String',
} as const;

interface InterfaceRow {
  id: number;
  uuid: string;
  account_id: string | null;
  region: string | null;
  metadata: Record<string, unknown>;
}

const pageRows = 5_000;

/**
 * Sends the network interfaces of the inventory to the engine, in which peers are looked up by address.
 * All integrations of the account count, because peers are often in other accounts.
 */
export async function uploadInterfaces(
  db: Db,
  store: CostStore,
  accountToken: string,
  table: string,
): Promise<void> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<InterfaceRow>`
      select id, uuid, account_id, region, metadata from current_resources as resources
      where account_token = ${accountToken} and type = 'aws_network_interface' and id > ${last}
      order by id limit ${pageRows}`.execute(db);
    await insertTexts(store, table, rows.flatMap(interfaceRows));
    if (rows.length < pageRows) return;
    last = rows.at(-1)!.id;
  }
}

/** The addresses of an interface; one without any is still known by its id. */
function interfaceRows(row: InterfaceRow): string[][] {
  const { metadata } = row;
  const text = (key: string) => {
    const value = metadata[key];
    return typeof value === 'string' ? value : '';
  };
  const list = (key: string) => {
    const value = metadata[key];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  };
  const addresses = new Set([
    text('private_ip_address'),
    ...list('private_ip_addresses'),
    ...list('ipv6_addresses'),
  ]);
  addresses.delete('');
  const interfaceId = text('interface_id') || row.uuid.replace(/^.*[/:]/, '');
  const isNat = text('interface_type') === 'nat_gateway' || text('nat_gateway_id') !== '';
  return [...(addresses.size > 0 ? addresses : [''])].map((address) => [
    address,
    interfaceId,
    ownerOf(row, interfaceId, text),
    row.account_id ?? '',
    row.region ?? '',
    text('az_id'),
    text('vpc_id'),
    text('subnet_id'),
    text('instance_id'),
    isNat ? '1' : '',
  ]);
}

/** The ARN of what the interface belongs to, else the id of the interface. */
function ownerOf(
  { account_id, region }: InterfaceRow,
  interfaceId: string,
  text: (key: string) => string,
): string {
  if (text('owner_arn') !== '') return text('owner_arn');
  const [instance, nat] = [text('instance_id'), text('nat_gateway_id')];
  if (!account_id || !region || (instance === '' && nat === '')) return interfaceId;
  const resource = instance === '' ? `natgateway/${nat}` : `instance/${instance}`;
  return `arn:${partitionOf(region)}:ec2:${region}:${account_id}:${resource}`;
}

/** The partition of a region is part of every ARN. */
function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
