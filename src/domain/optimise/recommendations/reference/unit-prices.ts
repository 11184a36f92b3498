/** Public prices of us-east-1 in USD, used where neither the price list nor the bill has one. */
export const unitPricesAsOf = '2026-04-30';

/** Per month and provisioned unit. */
export const ebsPrices = {
  gp3Iops: '0.005',
  gp3Throughput: '0.04',
  io1Iops: '0.065',
  /** io2 is cheaper per IOPS from each limit on. */
  io2IopsTiers: [
    { above: 0, price: '0.065' },
    { above: 32_000, price: '0.0455' },
    { above: 64_000, price: '0.03185' },
  ],
} as const;

/** What every gp3 volume includes. */
export const gp3Included = { iops: 3000, throughput: 125 } as const;

/** Per hour. */
export const fargatePrices = { vcpu: '0.04048', gb: '0.004445' } as const;

/** Per hour, for an address that nothing uses. */
export const publicAddressPrice = '0.005';

/** Per GB and month, and per 1,000 monitored objects and month. */
export const s3Prices = {
  standard: '0.023',
  infrequentAccess: '0.0125',
  glacierInstantRetrieval: '0.004',
  monitoredThousandObjects: '0.0025',
} as const;

/** Surcharges of extended support: per cluster hour, vCPU hour, normalised instance hour, share of the node price. */
export const extendedSupportPrices = {
  eksClusterHour: '0.50',
  rdsVcpuHour: '0.10',
  openSearchNormalizedHour: '0.0065',
  elastiCacheShare: '0.8',
} as const;

/** Per hour: base rates of a CPU core and a GiB of memory in Kubernetes. */
export const kubernetesPrices = { core: '0.031611', gib: '0.004237' } as const;
