/** When the support of versions ends, as announced by AWS up to this day. */
export const supportCalendarsAsOf = '2026-09-13';

export interface SupportEnd {
  /** Last day of standard support. */
  standard: string;
  /** Last day of extended support; the surcharge runs until then. */
  extended: string;
}

type Calendar = Readonly<Record<string, SupportEnd>>;

const ends = (standard: string, extended: string): SupportEnd => ({ standard, extended });

/** Kubernetes minor versions on EKS. */
export const eksCalendar: Calendar = {
  '1.23': ends('2023-10-11', '2024-10-11'),
  '1.24': ends('2024-01-31', '2025-01-31'),
  '1.25': ends('2024-05-01', '2025-05-01'),
  '1.26': ends('2024-06-11', '2025-06-11'),
  '1.27': ends('2024-07-24', '2025-07-24'),
  '1.28': ends('2024-11-26', '2025-11-26'),
  '1.29': ends('2025-03-23', '2026-03-23'),
  '1.30': ends('2025-07-23', '2026-07-23'),
  '1.31': ends('2025-11-26', '2026-11-26'),
  '1.32': ends('2026-03-23', '2027-03-23'),
  '1.33': ends('2026-07-29', '2027-07-29'),
  '1.34': ends('2026-12-02', '2027-12-02'),
  '1.35': ends('2027-03-27', '2028-03-27'),
  '1.36': ends('2027-08-02', '2028-08-02'),
};

const postgres: Calendar = {
  '11': ends('2024-02-29', '2027-03-31'),
  '12': ends('2025-02-28', '2028-02-29'),
  '13': ends('2026-02-28', '2029-02-28'),
  '14': ends('2027-02-28', '2030-02-28'),
  '15': ends('2028-02-29', '2031-02-28'),
  '16': ends('2029-02-28', '2032-02-29'),
  '17': ends('2030-02-28', '2033-02-28'),
  '18': ends('2031-02-28', '2034-02-28'),
};

/** Major versions of the RDS engines. */
export const rdsCalendars: Readonly<Record<string, Calendar>> = {
  postgres: postgres,
  'aurora-postgresql': postgres,
  mysql: {
    '5.7': ends('2024-02-29', '2027-02-28'),
    '8.0': ends('2026-07-31', '2029-07-31'),
    '8.4': ends('2029-07-31', '2032-07-31'),
  },
  'aurora-mysql': {
    '5.7': ends('2024-10-31', '2029-06-30'),
    '8.0': ends('2028-04-30', '2029-07-31'),
  },
};

const older = ends('2025-11-07', '2026-11-07');

/** Versions on OpenSearch Service; those not listed have no announced end. */
export const openSearchCalendars: Readonly<Record<string, Calendar>> = {
  Elasticsearch: {
    ...Object.fromEntries(
      ['1.5', '2.3', '5.1', '5.3', '5.5', '6.0', '6.2', '6.3', '6.4', '6.5', '6.7'].map((each) => [
        each,
        older,
      ]),
    ),
    ...Object.fromEntries(['7.1', '7.4', '7.7', '7.8'].map((each) => [each, older])),
    '5.6': ends('2025-11-07', '2028-11-07'),
  },
  OpenSearch: Object.fromEntries(
    ['1.0', '1.1', '1.2', '2.3', '2.5', '2.7', '2.9'].map((each) => [each, older]),
  ),
};

/** Major versions of Redis OSS on ElastiCache. */
export const elastiCacheCalendars: Readonly<Record<string, Calendar>> = {
  redis: {
    '4': ends('2026-01-31', '2029-01-31'),
    '5': ends('2026-01-31', '2029-01-31'),
    '6': ends('2027-01-31', '2030-01-31'),
  },
};

/** The entry of a version: the longest of `8.0.35`, `8.0` and `8` that the calendar has. */
export function supportEnd(
  calendar: Calendar | undefined,
  version: string,
): SupportEnd | undefined {
  const parts = version.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const entry = calendar?.[parts.slice(0, length).join('.')];
    if (entry) return entry;
  }
  return undefined;
}
