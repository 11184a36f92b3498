/** The fields of a record, in the order of the header. */
const defaults = {
  version: '5',
  'account-id': '111122223333',
  'interface-id': 'eni-web',
  srcaddr: '10.0.1.10',
  dstaddr: '203.0.113.9',
  bytes: '1000',
  // 2026-03-09T12:00:00Z
  start: '1773057600',
  end: '1773057660',
  action: 'ACCEPT',
  'log-status': 'OK',
  'vpc-id': 'vpc-1',
  'subnet-id': 'subnet-a',
  'instance-id': 'i-web',
  region: 'us-east-1',
  'az-id': 'use1-az1',
  'flow-direction': 'egress',
  'traffic-path': '8',
  'pkt-srcaddr': '-',
  'pkt-dstaddr': '-',
};

export const flowHeader = Object.keys(defaults).join(' ');

/** One line of a flow log; missing fields get defaults. */
export const flowRecord = (fields: Partial<typeof defaults>): string =>
  Object.values({ ...defaults, ...fields }).join(' ');
