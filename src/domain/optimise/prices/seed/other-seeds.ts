import type { PriceListEntry } from '../price-list.js';
import { machinePrice, type MachineType, machineTypes } from '../formats/gcp-machine-types.js';
import { type SeedPrice, seedEntries, times } from './seed-entries.js';

const azureRegions = { eastus: 0, westus2: 0, northeurope: 1, westeurope: 2 };

/** Price per hour of two vCPUs in the United States, Ireland and the Netherlands; GiB per vCPU. */
const azureSeries: { name: (cpus: number) => string; memory: number; prices: string[] }[] = [
  { name: (cpus) => `Standard_D${cpus}s_v5`, memory: 4, prices: ['0.096', '0.107', '0.115'] },
  { name: (cpus) => `Standard_E${cpus}s_v5`, memory: 8, prices: ['0.126', '0.141', '0.152'] },
];
const azureCpus = [2, 4, 8, 16, 32, 48, 64, 96];

const azureBurstable: [name: string, vcpu: number, memory: number, factor: number][] = [
  ['Standard_B1s', 1, 1, 0.25],
  ['Standard_B1ms', 1, 2, 0.5],
  ['Standard_B2s', 2, 4, 1],
  ['Standard_B2ms', 2, 8, 2],
  ['Standard_B4ms', 4, 16, 4],
  ['Standard_B8ms', 8, 32, 8],
];
const burstablePrices = ['0.0416', '0.0456', '0.048'];

function azureMachine(type: MachineType, region: string, onDemand: string): SeedPrice {
  const serviceId = 'azure-virtual_machines';
  return {
    offer: serviceId,
    product: {
      providerId: 'azure',
      serviceId,
      name: type.name,
      category: 'compute',
      details: { ...type },
    },
    region,
    rateType: 'compute',
    platform: 'linux',
    unit: 'hour',
    onDemand,
    discounts: { reserved: '0.41', savingsPlan: '0.31' },
  };
}

function* azureMachines(): Generator<SeedPrice> {
  for (const [region, column] of Object.entries(azureRegions)) {
    for (const { name, memory, prices } of azureSeries) {
      for (const vcpu of azureCpus) {
        const type = { name: name(vcpu), vcpu, memory: vcpu * memory };
        yield azureMachine(type, region, times(prices[column]!, vcpu / 2));
      }
    }
    for (const [name, vcpu, memory, factor] of azureBurstable) {
      yield azureMachine({ name, vcpu, memory }, region, times(burstablePrices[column]!, factor));
    }
  }
}

/** Price per hour of a vCPU and a GiB in the United States. */
const gcpParts: Record<string, [core: string, ram: string]> = {
  e2: ['0.021811', '0.002923'],
  n2: ['0.031611', '0.004237'],
  n2d: ['0.027502', '0.003686'],
};

/** How much more than in the United States a machine costs. */
const gcpRegions = { 'us-east1': 1, 'us-west1': 1, 'europe-west1': 1.1, 'europe-west3': 1.288 };

function* gcpMachines(): Generator<SeedPrice> {
  for (const [region, factor] of Object.entries(gcpRegions)) {
    for (const [family, [core, ram]] of Object.entries(gcpParts)) {
      for (const type of machineTypes(family)) {
        const serviceId = 'gcp-compute_engine';
        yield {
          offer: serviceId,
          product: {
            providerId: 'gcp',
            serviceId,
            name: type.name,
            category: 'compute',
            details: { ...type },
          },
          region,
          rateType: 'compute',
          platform: 'linux',
          unit: 'hour',
          onDemand: times(machinePrice(type, core, ram), factor),
          isEstimated: factor !== 1,
          discounts: { reserved: '0.37' },
        };
      }
    }
  }
}

/** Azure and Google Cloud prices of the release: virtual machines. */
export function* otherSeeds(): Generator<PriceListEntry> {
  for (const prices of [azureMachines(), gcpMachines()]) {
    for (const price of prices) yield* seedEntries(price);
  }
}
