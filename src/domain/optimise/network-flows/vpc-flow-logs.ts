import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';
import { isParquetStart } from '../../intake/ingest/index.js';
import { fieldName } from './flow-log-fields.js';
import { type FlowImportReport, type FlowLogFile, importFlowLog } from './import-flow-log.js';
import { systemLookUp } from './reverse-dns.js';

interface ImportContext {
  services: Services;
  integration: Row<'integrations'>;
  now: Date;
  signal?: AbortSignal | undefined;
}

/** Flow logs of AWS VPCs, a kind of data file: text, gzip and Parquet. */
export const vpcFlowLogs = {
  name: 'vpc_flow_log',
  title: 'VPC flow log',
  recognizes: (start: Buffer, fileName: string): boolean =>
    isParquetStart(start) ? isFlowLogParquet(start, fileName) : isFlowLogHeader(start),
  store: (
    file: FlowLogFile,
    { services, integration, now, signal }: ImportContext,
  ): Promise<FlowImportReport> => {
    const { config } = services;
    return importFlowLog(file, {
      db: services.db,
      store: services.costs,
      workFolder: services.workFolder,
      accountToken: integration.account_token,
      integrationToken: integration.token,
      now,
      retentionDays: config.flowDays,
      sampleRate: config.flowSampling / 100,
      lookUp: config.flowReverseDns ? systemLookUp() : undefined,
      signal,
    });
  },
};

/** The first line names the fields, with blanks between them. */
function isFlowLogHeader(start: Buffer): boolean {
  const [line = ''] = start
    .toString('latin1', 0, 16_384)
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .split(/\r?\n/, 1);
  const names = line.trim().split(/ +/);
  return (
    names.length > 5 &&
    names.every((name) => /^[a-z][a-z0-9-]*$/.test(name)) &&
    names.includes('srcaddr') &&
    names.includes('dstaddr')
  );
}

/** AWS names the objects of flow logs so; those with another name have the columns of one. */
function isFlowLogParquet(start: Buffer, fileName: string): boolean {
  if (/vpcflowlogs/i.test(fileName)) return true;
  const text = start.toString('latin1');
  const has = (name: string) => text.includes(name) || text.includes(fieldName(name));
  return has('srcaddr') && has('dstaddr') && has('interface_id');
}
