import { expect, test } from 'vitest';
import { awsBill, workedMonth } from '../../test/aws-bill.js';
import { importCsv } from '../../test/cost-fixtures.js';
import { newAccount, testOrigin } from '../../test/harness.js';
import { refreshCommitments } from '../domain/optimise/financial-commitments/refresh-commitments.js';
import { providerFormats } from '../domain/intake/ingest/formats/index.js';
import { askServer } from './ask.js';
import { parseArguments } from './commands.js';
import { commitmentsCommand, printCommitments } from './commitments-command.js';

test('the command prints commitments with their use and expiry', async () => {
  const account = await newAccount();
  const integration = await importCsv(account, awsBill(workedMonth()), {
    formats: providerFormats,
  });
  await refreshCommitments(account.app.services, integration, account.app.clock());
  const printed: string[] = [];
  const ask = askServer({ url: await testOrigin(), token: account.as.secret });
  const input = parseArguments(commitmentsCommand, ['commitments']);
  await printCommitments(ask, { ...input, print: (line) => void printed.push(line) });
  expect(printed.slice(0, 3)).toEqual([
    'COMMITMENT                    PER HOUR  USED  EXPIRES      STATUS',
    'EC2 c5.large                     $0.20     –  1 Nov 2026   active',
    'Compute Compute Savings Plan     $0.98     –  31 May 2026  active',
  ]);
});
