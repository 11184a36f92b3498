// Ingests a flow log and groups it by peer and subnet, each compared with the bare engine over the same file.
// Usage: npm run bench:flows [-- SIZE], in millions of records. Default: 20.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { vpcFlowLogs } from '../build/domain/optimise/network-flows/vpc-flow-logs.js';
import { addIntegration, openBenchApp, secret } from './bench-app.mjs';
import { timed } from './bench-step.mjs';
import { year } from './costs-lines.mjs';

const millions = Number(process.argv[2] ?? 20);
if (!(millions > 0 && millions <= 100)) throw new Error('Pass the size in millions of records.');
const records = Math.round(millions * 1e6);
const [interfaces, publicPeers] = [2_000, 20_000];
const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
const path = join(folder, 'flows.log');

const names =
  'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action' +
  ' log-status vpc-id subnet-id instance-id region az-id flow-direction traffic-path';

const repeated = 'LowCardinality(String)';
const bareColumns = Object.entries({
  start: 'UInt32',
  bytes: 'UInt64',
  srcaddr: 'String',
  dstaddr: 'String',
  'account-id': repeated,
  region: repeated,
  'az-id': repeated,
  'vpc-id': repeated,
  'subnet-id': repeated,
  'interface-id': repeated,
  'instance-id': repeated,
  'flow-direction': repeated,
  'traffic-path': repeated,
  action: repeated,
});

const fileSettings = {
  format_custom_field_delimiter: ' ',
  format_custom_escaping_rule: 'Raw',
  format_custom_row_after_delimiter: '\n',
};

const { app, workspace } = await openBenchApp(join(folder, 'data'));
const { costs, db } = app.services;
try {
  await measure();
} finally {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  console.log(
    `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  );
  await costs.bulk.command({ query: generated(), clickhouse_settings: fileSettings });
  const integration = await addIntegration(app, workspace, 'accss_crdntl_00000000000000f0');
  await addInterfaces(integration);
  // The reference is measured before and after, because the speed of a machine may change in a minute.
  const bareBefore = await timed(insertBare);
  await mergesEnd();
  const ingest = await timed(() => ingestFile(integration));
  await mergesEnd();
  const bareAfter = await timed(insertBare);
  await mergesEnd();
  const bareInsert = { ms: (bareBefore.ms + bareAfter.ms) / 2 };
  const bareGroup = await timed(groupBare);
  const group = await timed(groupOurs);
  print('ingest', ingest, bareInsert, 'INSERT … SELECT of the fields that the import keeps');
  print('group by peer and subnet', group, bareGroup, 'GROUP BY over the inserted records');
}

function print(step, ours, bare, reference) {
  const speed = ({ ms }) => `${(records / ms / 1000).toFixed(2)} million records/s`;
  const ratio = bare.ms / ours.ms;
  const isMet = ratio >= 0.5 ? 'met' : 'missed';
  console.log(
    `${step}: ${Math.round(ours.ms)} ms (${speed(ours)}); bare engine (${reference}): ` +
      `${Math.round(bare.ms)} ms (${speed(bare)}); ratio ${ratio.toFixed(2)}, at least 0.5: ${isMet}`,
  );
}

/** Interface n has the address 10.x.y.z and is in subnet n % 60 of three zones. */
function generated() {
  const at = (salt) => `(sipHash64(number, ${salt}) % 1000000 / 1000000)`;
  const own = `toUInt32(${at(1)} * ${interfaces})`;
  const address = (n) =>
    `concat('10.', toString(intDiv(${n}, 250) + 1), '.0.', toString(${n} % 250 + 1))`;
  const publicAddress = `concat('203.', toString(intDiv(peer, 250) % 250), '.', toString(peer % 250), '.7')`;
  const columns = {
    version: '5',
    'account-id': "'111122223333'",
    'interface-id': "concat('eni-', toString(own))",
    srcaddr: address('own'),
    dstaddr: `if(peer < ${interfaces}, ${address('peer')}, ${publicAddress})`,
    srcport: '40000 + number % 20000',
    dstport: '443',
    protocol: '6',
    packets: '10 + number % 90',
    bytes: '1000 + number % 100000',
    start: `${Date.parse(`${year.today}T00:00:00Z`) / 1000 - 86_400 * 3} + number % 259000`,
    end: 'start + 60',
    action: "if(number % 20 = 0, 'REJECT', 'ACCEPT')",
    'log-status': "'OK'",
    'vpc-id': "'vpc-1'",
    'subnet-id': "concat('subnet-', toString(own % 60))",
    'instance-id': "concat('i-', toString(own))",
    region: "'us-east-1'",
    'az-id': "concat('use1-az', toString(own % 3 + 1))",
    'flow-direction': "'egress'",
    'traffic-path': "'1'",
  };
  const list = Object.entries(columns).map(([name, sql]) => `${sql} AS \`${name}\``);
  return (
    `INSERT INTO FUNCTION file('${path}', 'CustomSeparatedWithNames')\nSELECT ${list.join(', ')}\n` +
    `FROM (SELECT number, ${own} AS own, toUInt32(pow(${at(2)}, 4) * ${interfaces + publicPeers}) AS peer FROM numbers(${records}))`
  );
}

/** Stores every field that the import keeps, record by record, in a table as simple as possible. */
async function insertBare() {
  const structure = names
    .split(' ')
    .map((name) => `\`${name}\` String`)
    .join(', ');
  const columns = bareColumns.map(([field, type]) => `\`${field}\` ${type}`);
  await costs.bulk.command({ query: 'DROP TABLE IF EXISTS bare SYNC' });
  await costs.bulk.command({
    query: `CREATE TABLE bare (${columns.join(', ')}) ENGINE = MergeTree ORDER BY (\`subnet-id\`, \`interface-id\`)`,
  });
  await costs.bulk.command({
    query:
      `INSERT INTO bare SELECT ${bareColumns.map(([field]) => `\`${field}\``).join(', ')}` +
      ` FROM file('${path}', 'CSV', '${structure}')`,
    clickhouse_settings: {
      format_csv_delimiter: ' ',
      input_format_csv_allow_whitespace_or_tab_as_delimiter: 1,
      input_format_csv_skip_first_lines: '1',
    },
  });
}

/** The engine merges what was inserted afterwards, which would take time from the next step. */
async function mergesEnd() {
  for (let second = 0; second < 300; second++) {
    const result = await costs.client.query({
      query: 'SELECT count() AS running FROM system.merges',
      format: 'JSONEachRow',
    });
    const [{ running }] = await result.json();
    if (Number(running) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('the engine still merges');
}

async function groupBare() {
  const result = await costs.client.query({
    query:
      "SELECT dstaddr, `subnet-id`, sum(bytes) AS total FROM bare WHERE action = 'ACCEPT' GROUP BY ALL ORDER BY total DESC LIMIT 100",
    format: 'JSONEachRow',
  });
  await result.json();
}

async function groupOurs() {
  const query = new URLSearchParams({
    workspace_token: workspace.token,
    date_interval: 'last_7_days',
    groupings: 'dstaddr,subnet_id',
    filter: "network_flow_logs.flow_direction = 'egress'",
  });
  const response = await app.server.inject({
    url: `/v2/network_flow_logs?${query}`,
    headers: { authorization: `Bearer ${secret}` },
  });
  if (response.statusCode !== 200) throw new Error(response.body);
}

async function addInterfaces(integration) {
  const rows = Array.from({ length: interfaces }, (_, n) => ({
    token: `prvdr_rsrc_${n.toString(16).padStart(16, '0')}`,
    account_token: integration.account_token,
    integration_token: integration.token,
    provider: 'aws',
    uuid: `arn:aws:ec2:us-east-1:111122223333:network-interface/eni-${n}`,
    type: 'aws_network_interface',
    account_id: '111122223333',
    region: 'us-east-1',
    metadata: JSON.stringify({
      interface_id: `eni-${n}`,
      private_ip_address: `10.${Math.floor(n / 250) + 1}.0.${(n % 250) + 1}`,
      vpc_id: 'vpc-1',
      subnet_id: `subnet-${n % 60}`,
      az_id: `use1-az${(n % 3) + 1}`,
      instance_id: `i-${n}`,
    }),
    in_inventory: true,
    last_seen_at: app.clock(),
    created_at: app.clock(),
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('resources')
      .values(rows.slice(start, start + 500))
      .execute();
  }
}

async function ingestFile(integration) {
  const file = { name: 'flows.log', path };
  const context = { services: app.services, integration, now: app.clock() };
  const report = await vpcFlowLogs.store(file, context);
  if (report.rowsRead !== records) throw new Error(`${report.rowsRead} records were read`);
}
