import type { PriceKey } from '../prices/index.js';
import { hasText, type PurchaseOffer, type UsageKind } from './purchase-offer.js';

const regionOf = ({ region }: UsageKind) => region ?? '';
const meterOf = ({ instanceType, usageType }: UsageKind) => instanceType ?? usageType ?? '';

const isVirtualMachine = ({ service, category, usageType }: UsageKind) =>
  service === 'Virtual Machines' &&
  !hasText(usageType, /spot|low priority/i) &&
  !hasText(category, /licen[cs]e/i);

const isAppService = ({ service }: UsageKind) => hasText(service, /App Service/);
const isStoredData = ({ usageType }: UsageKind) => hasText(usageType, /data stored/i);

/** Months of storage on the bill as hours of storage. */
const hoursPerMonth = 730;

/** Only usage with an instance type; the price of Windows is that of Linux and a license, which is never committed. */
const machinePrice = ({ instanceType, region, service }: UsageKind): PriceKey | undefined =>
  service !== 'Virtual Machines' || instanceType === null || region === null
    ? undefined
    : {
        provider: 'azure',
        service: 'virtual_machines',
        type: instanceType,
        region,
        platform: 'linux',
      };

const azure = { provider: 'azure', whole: true } as const;

export const azureOffers: readonly PurchaseOffer[] = [
  {
    ...azure,
    type: 'azure:compute:reserved-instances',
    category: 'az_compute_reserved_instances',
    service: 'Azure Virtual Machines',
    title: 'Reserved virtual machines',
    discount: '0.35',
    isEligible: isVirtualMachine,
    group: (usage) => [regionOf(usage), meterOf(usage)],
    priceKey: machinePrice,
  },
  {
    ...azure,
    whole: false,
    type: 'azure:compute:savings-plan',
    category: 'azure_compute_savings_recommender',
    service: 'Azure Compute',
    title: 'Azure compute savings plan',
    discount: '0.15',
    isEligible: (usage) =>
      isVirtualMachine(usage) ||
      hasText(usage.service, /Container (Instances|Apps)/) ||
      (isAppService(usage) && hasText(usage.category, /premium|isolated/i)),
    group: () => [],
    priceKey: machinePrice,
  },
  {
    ...azure,
    type: 'azure:app-service:reserved-instances',
    category: 'az_compute_reserved_instances_app_service',
    service: 'Azure App Service',
    title: 'App Service reserved instances',
    discount: '0.35',
    isEligible: (usage) => isAppService(usage) && hasText(usage.category, /premium/i),
    group: (usage) => [regionOf(usage), meterOf(usage)],
  },
  {
    ...azure,
    type: 'azure:cosmosdb:reserved-instances',
    category: 'az_compute_reserved_instances_cosmos',
    service: 'Azure Cosmos DB',
    title: 'Cosmos DB reserved capacity, in units of 100 RU/s',
    discount: '0.2',
    isEligible: ({ service, usageType }) =>
      service === 'Azure Cosmos DB' && hasText(usageType, /RU/),
    group: (usage) => [regionOf(usage)],
  },
  {
    ...azure,
    type: 'azure:sqldb:reserved-instances',
    category: 'az_compute_reserved_instances_sql',
    service: 'Azure SQL Database',
    title: 'SQL Database reserved capacity, in vCores',
    discount: '0.33',
    isEligible: ({ service, usageType }) =>
      service === 'SQL Database' && hasText(usageType, /vCore/i),
    group: (usage) => [regionOf(usage), usage.category ?? ''],
  },
  {
    ...azure,
    type: 'azure:sql-paas-db:reserved-instances',
    category: 'azure_sql_paas_db_reserved_instances_recommender',
    service: 'Azure SQL managed databases',
    title: 'Managed database reserved capacity, in vCores',
    discount: '0.33',
    isEligible: ({ service, usageType }) =>
      hasText(service, /Database for (MySQL|PostgreSQL|MariaDB)|SQL Managed Instance/) &&
      hasText(usageType, /vCore/i),
    group: (usage) => [usage.service, regionOf(usage), usage.category ?? ''],
  },
  {
    ...azure,
    type: 'azure:blob-storage:reserved-instances',
    category: 'azure_blob_storage_reserved_instances_recommender',
    service: 'Azure Blob Storage',
    title: 'Blob Storage reserved capacity, in steps of 100 TB',
    discount: '0.18',
    isEligible: (usage) =>
      usage.service === 'Storage' &&
      hasText(usage.category, /Block Blob|Data Lake/i) &&
      isStoredData(usage),
    group: (usage) => [regionOf(usage), usage.category ?? '', usage.usageType ?? ''],
    units: () => hoursPerMonth / 100_000,
  },
  {
    ...azure,
    type: 'azure:files:reserved-instances',
    category: 'azure_files_reserved_instances_recommender',
    service: 'Azure Files',
    title: 'Azure Files reserved capacity, in steps of 10 TiB',
    discount: '0.18',
    isEligible: (usage) =>
      usage.service === 'Storage' && hasText(usage.category, /Files/i) && isStoredData(usage),
    group: (usage) => [regionOf(usage), usage.category ?? '', usage.usageType ?? ''],
    units: () => hoursPerMonth / 10_240,
  },
];
