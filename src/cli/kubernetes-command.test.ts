import { expect, test } from 'vitest';
import { newAccount, testOrigin } from '../../test/harness.js';
import { storeDataFile } from '../../test/kubernetes.js';
import { openCostCsv } from '../domain/optimise/kubernetes/opencost-csv.js';
import { askServer } from './ask.js';
import { UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { kubernetesCommand, printKubernetes } from './kubernetes-command.js';

test('efficiency of clusters is a table', async () => {
  const account = await newAccount();
  const ask = askServer({ url: await testOrigin(), token: account.as.secret });
  const run = async (...args: string[]) => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    await printKubernetes(ask, {
      ...parseArguments(kubernetesCommand, ['kubernetes', ...args]),
      print,
    });
    return printed;
  };
  const days = ['--from', '2026-03-01', '--to', '2026-03-05'];
  expect(await run(...days)).toEqual([
    'Kubernetes clusters, 1 Mar 2026 to 5 Mar 2026',
    '',
    'There is no usage in these days.',
  ]);
  const csv = [
    'Date,Namespace,Pod,CPUCoreUsageAverage,CPUCoreRequestAverage,CPUCost,RAMCost,TotalCost',
    '2026-03-01,web,api,0.75,1,200,0,200',
    '2026-03-02,batch,job,0,1,1040,0,1040',
  ];
  await storeDataFile(account, openCostCsv, csv.join('\n'));
  expect(await run(...days, '--by', 'namespace')).toEqual([
    'Kubernetes clusters, 1 Mar 2026 to 5 Mar 2026',
    '',
    'NAMESPACE  COST USD      IDLE  EFFICIENCY',
    'batch      1,040.00  1,040.00        0.0%',
    'web          200.00     50.00       75.0%',
    '',
    'Total USD 1,240.00, of which 1,090.00 idle: efficiency 12.1%.',
  ]);
  const [json] = await run(...days, '--json', '--filter', "kubernetes.namespace = 'web'");
  expect(JSON.parse(json!)).toMatchObject({ total: [{ amount: '200.0' }] });
  await expect(run('prod')).rejects.toThrow(UsageError);
});
