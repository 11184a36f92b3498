import type { PriceListEntry } from '../price-list.js';
import { gcpFamilies, machinePrice, type MachineType, machineTypes } from './gcp-machine-types.js';

interface PartPrice {
  region: string;
  lifecycle: string;
  amount: string;
  currency: string;
}

/** Google lists vCPUs and memory of a family; these are the prices of its machine types. */
export class MachinePrices {
  /** Core and memory prices by family, region and lifecycle. */
  readonly #parts = new Map<string, { core?: PartPrice; ram?: PartPrice; family: string }>();

  /** Notes the price of a SKU if it is for the vCPUs or the memory of a known family. */
  add(description: string, price: PartPrice): void {
    for (const [family, { skuName }] of Object.entries(gcpFamilies)) {
      const match = new RegExp(
        `^(?:(?:Spot Preemptible )?${skuName} Instance (Core|Ram) running in|Commitment v1: ${skuName} (Cpu|Ram) in)`,
      ).exec(description);
      if (!match) continue;
      const key = [family, price.region, price.lifecycle].join(' ');
      const parts = this.#parts.get(key) ?? { family };
      this.#parts.set(key, {
        ...parts,
        [(match[1] ?? match[2]) === 'Ram' ? 'ram' : 'core']: price,
      });
    }
  }

  /** The machine types whose parts all have a price. */
  *entries(): Generator<PriceListEntry> {
    for (const { core, ram, family } of this.#parts.values()) {
      if (!core || !ram) continue;
      for (const type of machineTypes(family)) {
        yield* machineEntries(type, {
          ...core,
          amount: machinePrice(type, core.amount, ram.amount),
        });
      }
    }
  }
}

/** A machine type in a region with one price. */
function* machineEntries(
  { name, vcpu, memory }: MachineType,
  { region, lifecycle, amount, currency }: PartPrice,
): Generator<PriceListEntry> {
  const sku = `${name}/${region}`;
  yield {
    kind: 'sku',
    sku,
    offer: 'gcp-compute_engine',
    product: {
      providerId: 'gcp',
      serviceId: 'gcp-compute_engine',
      name,
      category: 'compute',
      details: { name, vcpu, memory },
    },
    region,
    rateType: 'compute',
    platform: 'linux',
    tenancy: '',
    qualifier: '',
  };
  yield {
    kind: 'price',
    sku,
    lifecycle,
    qualifier: '',
    unit: 'hour',
    currency,
    amount,
    details: {},
  };
}
